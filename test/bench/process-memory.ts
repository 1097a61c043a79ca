import { readFileSync } from 'node:fs';

/** Most bytes that this process had resident at a time; 0 where the system does not tell. */
export function peakMemory(): number {
  const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'latin1') : '';
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
