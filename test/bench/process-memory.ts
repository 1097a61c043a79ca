import { readFileSync } from 'node:fs';

/** Peak resident bytes of this process; 0 if the system does not report them. */
export function peakMemory(): number {
  const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'latin1') : '';
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
