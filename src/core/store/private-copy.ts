import { chmodSync, constants, copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { isRunning } from '../platform/atomic-file.ts';
import { namesIn } from '../platform/files.ts';

/** How often a file is copied anew because somebody else wrote it meanwhile. */
const TRIES = 5;
/** Private copies lie in folders of this name, with the number of the process and a random end. */
const PREFIX = 'carrel-reading-';

/**
 * Lends the path of a copy of a database and its journal, encrypted as they are, in a folder of the system's temporary files that this
 * account alone may enter. SQLite cannot read a database with a write-ahead log where it may write neither that nor its shared memory,
 * and reading past a log would show an earlier state. `open` opens the copy; its folder is deleted at once (POSIX: what is open stays
 * readable), or by the next copy where the system holds on to it. Throws BUSY where another process keeps writing the file, and what
 * the system says.
 */
export function withPrivateCopy<T>(path: string, open: (copy: string) => T): T {
  sweepCopies();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${String(process.pid)}-`));
  try {
    const copy = join(folder, basename(path));
    copyAtRest(path, copy);
    return open(copy);
  } finally {
    removeQuietly(folder);
  }
}

/** Copies both files as they were at one moment: nobody changed either while they were read. */
function copyAtRest(path: string, copy: string): void {
  for (let tried = 0; tried < TRIES; tried++) {
    const before = stateOf(path);
    for (const suffix of ['', '-wal']) copyWhereThere(path + suffix, copy + suffix);
    if (stateOf(path) === before) return;
  }
  throw new AppError(
    'BUSY',
    'The data folder is read-only for this account, and another Carrel is writing to it. Nothing was changed. Try again when that is done.',
  );
}

function stateOf(path: string): string {
  const parts = ['', '-wal'].map((suffix) => statSync(path + suffix, { bigint: true, throwIfNoEntry: false }));
  return parts.map((part) => (part === undefined ? 'none' : [part.ino, part.size, part.mtimeNs, part.ctimeNs].join())).join(' ');
}

function copyWhereThere(from: string, to: string): void {
  rmSync(to, { force: true });
  if (statSync(from, { throwIfNoEntry: false }) === undefined) return;
  // Where the file system can, both share their blocks.
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  chmodSync(to, 0o600);
}

/** Removes what a process left that was killed while it opened a copy, or that its system held on to. */
function sweepCopies(): void {
  for (const name of namesIn(tmpdir())) {
    const owner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : process.pid;
    if (owner !== process.pid && !isRunning(owner)) removeQuietly(join(tmpdir(), name));
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    return;
  }
}
