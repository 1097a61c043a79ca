import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canaryAt } from './canaries.ts';
import type { CanaryCase } from './canary-case.ts';
import { needlesOf, type Needle } from './needles.ts';

/** Result of the controls: how many plants were found, and what this machine cannot show. */
export interface Controls {
  readonly found: number;
  readonly failures: readonly string[];
  /** Whether a crash on this machine dumps the memory of a process to a file, unless that is disabled. */
  readonly dumps: boolean;
}

const planter = fileURLToPath(new URL('./planter.ts', import.meta.url));
/** Milliseconds that a control may take before it counts as failed. */
const LONGEST = 120_000;

/**
 * Shows that the search would find a leak: each form of a secret in a file, in a deleted file that a process holds open, in shared
 * memory, in what SQLite sorts on disk unless that is disabled, and in the dump of a crashed process.
 */
export async function runControls(bench: CanaryCase): Promise<Controls> {
  const needles = needlesOf({ what: 'a value of a record', value: bench.canaries.field });
  const failures: string[] = [];
  let found = 0;
  const expect = async (place: string, pid: number | null, is: (path: string) => boolean, forms: readonly Needle[]): Promise<void> => {
    const leaks = (await bench.find(pid)).filter((leak) => is(leak.place));
    for (const { form } of forms)
      if (leaks.some(({ needle }) => needle.form === form)) found += 1;
      else failures.push(`control: ${form} was not found in ${place}`);
  };
  const plain = needles.filter(({ form }) => form === 'UTF-8');
  const { folders, canaries } = bench;
  const lines = needles.map(({ bytes }) => bytes.toString('base64'));
  const planted = join(folders.temporary, 'planted');
  await withPlanter(bench, ['plant', planted, '/dev/shm', ...lines], async (child) => {
    await expect('a file', null, (place) => place.endsWith('/planted'), needles);
    await expect('a deleted file', pidOf(child), (place) => place.includes('/planted-and-deleted (deleted)'), needles);
    if (existsSync('/dev/shm')) await expect('shared memory', pidOf(child), (place) => place.startsWith('/dev/shm/'), needles);
    rmSync(planted);
  });
  await withPlanter(bench, ['sort', folders.temporary, canaryAt(canaries, 0)], async (child) => {
    await expect('what SQLite sorts on disk', pidOf(child), (place) => place.includes(' (deleted)'), plain);
  });
  const dumps = await withPlanter(bench, ['hold', canaryAt(canaries, 0)], async (child) => {
    child.kill('SIGABRT');
    await once(child, 'exit');
    return readdirSync(folders.crashed).length > 0;
  });
  if (dumps) await expect('the dump of a crash', null, (place) => place.startsWith(`${folders.crashed}/`), plain);
  for (const name of readdirSync(folders.crashed)) rmSync(join(folders.crashed, name));
  return { found, failures, dumps };
}

/** A shell command under which a crash leaves a dump, if this account may. */
export const allowingDumps = ['/bin/sh', '-c', 'ulimit -c unlimited 2>/dev/null || ulimit -c "$(ulimit -H -c)"; exec "$@"', 'sh'] as const;

async function withPlanter<T>(bench: CanaryCase, args: readonly string[], use: (child: ChildProcess) => Promise<T>): Promise<T> {
  const [shell, ...words] = allowingDumps;
  // What to plant is passed by the environment: in the argv it would be found as well.
  const [what = '', ...given] = args;
  const env = { PATH: process.env['PATH'], ...bench.env, PLANT: JSON.stringify(given) };
  const child = spawn(shell, [...words, process.execPath, planter, what], {
    cwd: bench.folders.crashed,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), LONGEST);
  try {
    const early = once(child, 'exit').then(() => {
      throw new Error(`The control "${what}" ended before it was ready.`);
    });
    early.catch(() => undefined);
    await Promise.race([once(child.stdout, 'data'), early]);
    return await use(child);
  } finally {
    clearTimeout(limit);
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await once(child, 'exit');
  }
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('A control did not start.');
  return pid;
}

/** Whether the kernel has stopped a process (`SIGSTOP`). */
export function isStopped(pid: number): boolean {
  return /^State:\tT/m.test(readFileSync(`/proc/${String(pid)}/status`, 'utf8'));
}
