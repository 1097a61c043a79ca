import { readFileSync, statSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { z } from 'zod';
import { ended, start } from '../../cli/carrel.ts';
import { columns, study } from './hostile-labs.ts';

const exportResult = z.object({
  files: z.tuple([
    z.object({ rows: z.int(), guarded: z.int(), cut: z.int(), stripped: z.int(), numbersAsText: z.int(), numbersMissing: z.int() }),
  ]),
});

/** A file that the command line wrote, and its report on it. */
export interface ExportedFile {
  readonly path: string;
  readonly notes: z.output<typeof exportResult>['files'][0];
  readonly bytes: number;
  /** Milliseconds from the start of the process to its end. */
  readonly took: number;
  /** Peak resident bytes of the process; 0 if the system does not report them. */
  readonly peak: number;
}

/** Exports all results of the hostile study with the command line. Throws if it fails. */
export async function exportLabs(dataDir: string, path: string, format: string, more: readonly string[] = []): Promise<ExportedFile> {
  const chosen = format === 'ndjson' ? [] : ['--columns', columns.map(({ name }) => name).join(',')];
  const began = performance.now();
  const child = start(['export', study, '--dataset', 'labs', '--format', format, '--out', path, ...chosen, ...more, '--json'], { dataDir });
  child.stdin?.end();
  let peak = 0;
  const look = setInterval(() => {
    peak = Math.max(peak, highestResident(child));
  }, 10);
  const { code, result, stderr } = await ended(child).finally(() => clearInterval(look));
  if (code !== 0) throw new Error(`export ended with ${String(code)}: ${stderr.slice(0, 500)}`);
  const { files } = exportResult.parse(result);
  return { path, notes: files[0], bytes: statSync(path).size, took: performance.now() - began, peak };
}

function highestResident(child: ChildProcess): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${String(child.pid)}/status`, 'latin1'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
