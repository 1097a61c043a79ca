import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Size limit for core dumps in bytes. Not 0: for dumps that the kernel pipes to a program (systemd-coredump, apport), 1 is the only limit
 * that prevents them, and no dump to a file is that small (core(5), fs/coredump.c).
 */
const LIMIT = 1;

/**
 * On Linux, prevents core dumps of this process, its descendants and everything they start, whatever limits it was started with. Returns
 * whether that worked: false if `prlimit` (util-linux) is missing or not permitted. On other systems, crash reports contain no program
 * memory unless configured to.
 */
export function forbidCoreDumps(): boolean {
  if (process.platform !== 'linux') return true;
  const pids = [process.pid, ...childrenOf(process.pid)];
  for (const pid of pids)
    if (!isForbidden(pid))
      spawnSync('/usr/bin/prlimit', [`--pid=${String(pid)}`, `--core=${String(LIMIT)}:${String(LIMIT)}`], { stdio: 'ignore', env: {} });
  return pids.every(isForbidden);
}

function isForbidden(pid: number): boolean {
  const limits = textOf(`/proc/${String(pid)}/limits`);
  return limits === null || new RegExp(`^Max core file size +${String(LIMIT)} +${String(LIMIT)} `, 'm').test(limits);
}

/** The descendants of a process: Chromium starts its first children before any of our code runs. */
function childrenOf(pid: number): readonly number[] {
  const tasks = `/proc/${String(pid)}/task`;
  const direct = readNames(tasks).flatMap((task) =>
    (textOf(`${tasks}/${task}/children`) ?? '')
      .split(' ')
      .filter((word) => word !== '')
      .map(Number),
  );
  return direct.flatMap((child) => [child, ...childrenOf(child)]);
}

/** Null if the process is gone or the kernel does not provide the file. */
function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function readNames(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
