import type { ChildProcess } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { ended, start, type Json } from '../../cli/carrel.ts';
import { study, type Searched } from './hostile-text.ts';
import type { Answering, AnsweringService } from './service.ts';

/** How a sync in a real process ended, and how much memory it took. */
export interface Watched {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly result: Json;
  readonly stderr: string;
  /** Resident bytes just before the first page was answered, and their peak from then on. */
  readonly idle: number;
  readonly peak: number;
  /** Milliseconds from the first page to the end. */
  readonly took: number;
}

/** Milliseconds between two samples; the kernel keeps the peak between them. */
const everyMs = 10;

/** Mirrors the dataset into a copy of the prepared data folder. */
export async function watchedSync(
  service: AnsweringService,
  prepared: string,
  dataset: Searched,
  page: Answering['page'],
  timeoutMs = 900_000,
): Promise<Watched> {
  const dataDir = `${prepared}-case`;
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(prepared, dataDir, { recursive: true });
  let child: ChildProcess | null = null;
  let [idle, peak, began] = [0, 0, 0];
  service.answer({
    page,
    beforeFirst: () => {
      began = Date.now();
      idle = residentOf(child, 'VmRSS');
      // Unlocking took memory that was released again: the peak is reset here.
      writeFileSync(`/proc/${String(child?.pid)}/clear_refs`, '5');
    },
  });
  child = start(['sync', study, '--only', dataset, '--json'], { dataDir });
  child.stdin?.end();
  const look = setInterval(() => {
    if (idle > 0) peak = Math.max(peak, residentOf(child, 'VmHWM'));
  }, everyMs);
  const late = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  try {
    const { code, result, stderr } = await ended(child);
    return { code, signal: child.signalCode, result, stderr, idle, peak, took: Date.now() - began };
  } finally {
    clearInterval(look);
    clearTimeout(late);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Bytes; 0 for a process that has ended. */
function residentOf(child: ChildProcess | null, name: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${String(child?.pid)}/status`, 'latin1');
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
