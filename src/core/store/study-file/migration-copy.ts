import { constants, copyFileSync, existsSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { errnoOf } from '../../platform/errno.ts';
import { syncFile, syncFolder } from '../../platform/files.ts';
import { checkpoint, isCutShort, openAlone, openDatabase, type Db } from '../database/database.ts';
import { studyVersionState, versionOf } from '../database/migrations.ts';

/** Path of the copy of a study's file that is kept next to it during a migration. */
function copyOf(path: string): string {
  return `${path}.before-migration`;
}

/**
 * Copies the file of an older version byte by byte before anything in it changes. Returns whether there is a copy to restore. A copy left
 * by a killed process is kept if the file was being migrated from that version; any other is replaced. Throws BUSY if another process has
 * the file open, STORE with the missing space; the file is unchanged then.
 */
export function copyBeforeMigration(path: string, key: Buffer, study: string): boolean {
  const db = openAlone(path, key);
  try {
    if (!isOlder(db, study)) {
      rmSync(copyOf(path), { force: true });
      return false;
    }
    if (isOfEarlierVersion(copyOf(path), key, db)) return true;
    if (!checkpoint(db)) throw busy(study);
  } finally {
    db.close();
  }
  copyWhole(path, study);
  return true;
}

/** Whether a copy has an earlier version than the file: only the migration steps in between were done since it was made. */
function isOfEarlierVersion(copy: string, key: Buffer, file: Db): boolean {
  if (!existsSync(copy) || isCutShort(copy)) return false;
  try {
    const db = openDatabase(copy, key, 'read');
    try {
      const version = versionOf(db);
      return version !== 0 && version < versionOf(file);
    } finally {
      db.close();
      for (const suffix of ['-wal', '-shm']) rmSync(copy + suffix, { force: true });
    }
  } catch {
    // Damaged or under another key: not usable.
    return false;
  }
}

function copyWhole(path: string, study: string): void {
  const unfinished = `${copyOf(path)}.new`;
  try {
    rmSync(unfinished, { force: true });
    // Shares blocks if the file system supports it.
    copyFileSync(path, unfinished, constants.COPYFILE_FICLONE);
    syncFile(unfinished);
    renameSync(unfinished, copyOf(path));
  } catch (error: unknown) {
    rmSync(unfinished, { force: true });
    throw ['ENOSPC', 'EDQUOT'].includes(errnoOf(error)) ? noRoom(path, study, error) : error;
  }
  syncFolder(dirname(path));
}

/** Call this after the partial copy has been deleted. */
function noRoom(path: string, study: string, cause: unknown): AppError {
  const [{ size }, { bavail, bsize }] = [statSync(path), statfsSync(dirname(path))];
  const missing = size - bavail * bsize;
  // Under a quota, the disk itself may have enough space.
  const lacks = missing > 0 ? `${missing} more bytes are needed` : `${size} bytes are needed`;
  return new AppError(
    'STORE',
    `The cache of study ${study} must be copied before it is migrated to this version of Carrel: ${lacks} for the copy. The study is unchanged. Free up space, then try again.`,
    cause,
  );
}

/**
 * Restores the file as it was before the migration. This process must have no connection to it. Throws BUSY if another process has one; the
 * copy stays then.
 */
export function putBackCopy(path: string, key: Buffer): void {
  openAlone(path, key).close();
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
  renameSync(copyOf(path), path);
  syncFolder(dirname(path));
}

/** Deletes the copy after a successful opening for writing. */
export function forgetCopy(path: string): void {
  rmSync(copyOf(path), { force: true });
}

/** A file whose creation was interrupted has no version, and nothing to restore. */
function isOlder(db: Db, study: string): boolean {
  return versionOf(db) !== 0 && studyVersionState(db, study) === 'older';
}

function busy(study: string): AppError {
  return new AppError(
    'BUSY',
    `The cache of study ${study} must be migrated to this version of Carrel, but another process is reading it. Nothing was changed. Try again when it has finished.`,
  );
}
