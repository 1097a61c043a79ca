import { chmodSync, constants, copyFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { makeProcessFolder, removeFolder, sweepProcessFolders } from '../../platform/process-folder.ts';

/** How often a file is copied again because another process wrote to it meanwhile. */
const TRIES = 5;

/**
 * Calls `open` with the path of a copy of a database and its journal, still encrypted, in a temporary folder that only this account may
 * enter. SQLite cannot read a database with a write-ahead log if it cannot write that log or its shared memory, and ignoring the log would
 * show an earlier state. The folder is deleted at once (on POSIX, open files stay readable), or by the next copy if the system does not
 * allow that. Throws BUSY if another process keeps writing the file; system errors are passed on.
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

/** Copies both files as of one moment: neither changed while they were read. */
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
  // Shares blocks if the file system supports it.
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  chmodSync(to, 0o600);
}
