import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { syncFolder } from '../platform/files.ts';
import { checkpoint, openAlone, type Db } from './database.ts';
import { studyVersionState } from './migrations.ts';

/** The copy of a study's file that lies beside it while its tables are brought to a newer version. */
function copyOf(path: string): string {
  return `${path}.before-migration`;
}

/**
 * Copies the file of an older version, byte by byte, before anything in it changes; whether there is a copy to go back to. One that a
 * killed process left is of a still earlier moment, and stays. Throws BUSY where another process has the file open, STORE.
 */
export function copyBeforeMigration(path: string, key: Buffer, study: string): boolean {
  const db = openAlone(path, key);
  try {
    if (!isOlder(db, study)) {
      rmSync(copyOf(path), { force: true });
      return false;
    }
    if (existsSync(copyOf(path))) return true;
    if (!checkpoint(db)) throw busy(study);
  } finally {
    db.close();
  }
  const unfinished = `${copyOf(path)}.new`;
  copyFileSync(path, unfinished);
  makeDurable(unfinished);
  renameSync(unfinished, copyOf(path));
  syncFolder(dirname(path));
  return true;
}

/** Puts the file back as it was before the migration. No connection of this process may be open to it. Throws BUSY where another's is; the copy stays then. */
export function putBackCopy(path: string, key: Buffer): void {
  openAlone(path, key).close();
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
  renameSync(copyOf(path), path);
  syncFolder(dirname(path));
}

/** After a migration that went well. */
export function forgetCopy(path: string): void {
  rmSync(copyOf(path), { force: true });
}

/** A file whose making was cut off has no version, and nothing to go back to. */
function isOlder(db: Db, study: string): boolean {
  return db.pragma('user_version', { simple: true }) !== 0 && studyVersionState(db, study) === 'older';
}

function makeDurable(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function busy(study: string): AppError {
  return new AppError(
    'BUSY',
    `The cache of study ${study} is to be brought to this version of Carrel, but another process reads it. Nothing was changed. Try again when it is done.`,
  );
}
