import { chmodSync, constants, copyFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { makeProcessFolder, removeFolder, sweepProcessFolders } from '../platform/process-folder.ts';

/** How often a file is copied anew because somebody else wrote it meanwhile. */
const TRIES = 5;

/**
 * Lends the path of a copy of a database and its journal, encrypted as they are, in a folder of the system's temporary files that this
 * account alone may enter. SQLite cannot read a database with a write-ahead log where it may write neither that nor its shared memory,
 * and reading past a log would show an earlier state. `open` opens the copy; its folder is deleted at once (POSIX: what is open stays
 * readable), or by the next copy where the system holds on to it. Throws BUSY where another process keeps writing the file, and what
 * the system says.
 */
export function withPrivateCopy<T>(path: string, open: (copy: string) => T): T {
  sweepProcessFolders('reading');
  const folder = makeProcessFolder('reading');
  try {
    const copy = join(folder, basename(path));
    copyAtRest(path, copy);
    return open(copy);
  } finally {
    removeFolder(folder);
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
