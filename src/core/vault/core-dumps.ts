import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Bytes that a core dump may have. Not 0: a dump that the kernel pipes to a program (systemd-coredump, apport) is limited by nothing
 * but this very value, at which it is not made at all; and no dump that is a file is as small (core(5), fs/coredump.c).
 */
const LIMIT = 1;

/**
 * Linux: a crash of this process, of those below it and of all that they start leaves no copy of its memory behind, whatever the
 * limits it was started with. Whether that holds: false where `prlimit` (util-linux) is missing or not allowed. Elsewhere the system's
 * own crash reports hold no memory of a program unless somebody set it up so.
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

/** The processes below one: Chromium's first children are there before any of our code runs. */
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

/** Null where the process is gone, or the kernel does not tell. */
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
