import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../../shared/errors.ts';
import { packExpired } from '../../../shared/site-pack.ts';
import { checkStudy } from '../../store/study-file/check-study.ts';
import type { ReadableStudy } from '../../store/database/study.ts';
import { openStudyForReading, setAside } from '../../store/study-file/study-file.ts';
import { readThrough, storeFailure } from '../../platform/files.ts';
import type { StudyEntry } from './studies.ts';
import { assertAsMarked, diagnoseStudy } from './diagnose-study.ts';
import { changedElsewhere } from '../../platform/read-only-folder.ts';
import { damagedStudy, fileState, assertNotSetAside } from './study-file-state.ts';
import { acquireSyncLock } from './sync-lock.ts';
import type { Vault } from '../vault.ts';

/** `check`: to verify a file without using its content, which is also allowed for an expired site pack. */
export type Purpose = 'read' | 'check';

/**
 * Calls `work` with a study opened for queries, or null if it was never mirrored, and closes it. A file whose damage only shows while it is
 * read is set aside too. Throws CORRUPT with what to do, FORBIDDEN for an expired site pack, VERSION, STORE and errors of `work`.
 */
export async function withStudy<T>(
  vault: Vault,
  study: string,
  work: (opened: ReadableStudy | null) => Promise<T>,
  purpose: Purpose = 'read',
): Promise<T> {
  const opened = await openStudy(vault, study, purpose);
  try {
    return await work(opened);
  } catch (error: unknown) {
    if (!isCorrupt(error)) throw error;
    opened?.close();
    if (vault.readOnly) throw damagedInPlace(vault, study, error);
    const release = await acquireSyncLock(vault.dir);
    try {
      return setStudyAside(vault, study, error);
    } finally {
      release();
    }
  } finally {
    opened?.close();
  }
}

/**
 * Opens a study for queries; null if it was never mirrored. A damaged file is set aside under the writer's lock, after a second check that
 * no sync can disturb; in a read-only folder it stays in place. Throws CORRUPT with what to do, VERSION, STORE.
 */
async function openStudy(vault: Vault, study: string, purpose: Purpose): Promise<ReadableStudy | null> {
  try {
    return openBesideSync(vault, study, purpose);
  } catch (error: unknown) {
    if (!isCorrupt(error) || fileState(entryOf(vault, study)) !== 'there') throw error;
    if (vault.readOnly) throw damagedInPlace(vault, study, error);
  }
  const release = await acquireSyncLock(vault.dir);
  try {
    return openEntry(entryOf(vault, study), purpose);
  } catch (error: unknown) {
    if (!isCorrupt(error)) throw error;
    return setStudyAside(vault, study, error);
  } finally {
    release();
  }
}

/** The error of a study's file in a read-only folder: CORRUPT, or BUSY if a newer sync of another account wrote it. */
function damagedInPlace(vault: Vault, study: string, cause: unknown): AppError {
  if (vault.findSealBreak() !== null) return changedElsewhere();
  const what = `${diagnoseStudy(entryOf(vault, study))}. Its file was not moved, because the data folder is read-only for this account`;
  return damagedStudy(study, what, cause);
}

/**
 * Moves a study's damaged file aside, so that a fresh mirror can replace it. The caller holds the writer's lock. Always throws: CORRUPT, or
 * STORE if a second check finds the file sound, because SQLite also reports failing reads of the disk as damage.
 */
export function setStudyAside(vault: Vault, study: string, cause: unknown): never {
  const entry = entryOf(vault, study);
  if (fileState(entry) === 'there' && isSound(entry)) {
    throw new AppError(
      'STORE',
      `The mirror of ${study} could not be read, but a second check found its file intact. Nothing was changed. Try again; if it happens again, check the disk.`,
      cause,
    );
  }
  if (fileState(entry) !== 'there') {
    assertNotSetAside(entry);
    throw damagedStudy(study, 'its file is damaged', cause);
  }
  const diagnosis = diagnoseStudy(entry);
  const aside = moveStudyAside(vault, entry);
  throw damagedStudy(study, `${diagnosis}. The file was set aside as ${aside}`, cause);
}

/** Moves a study's file aside, records that in the vault and returns the new name. The caller holds the writer's lock. Throws STORE. */
export function moveStudyAside(vault: Vault, { study, path }: StudyEntry): string {
  const aside = basename(setAside(path));
  vault.recordSetAside(study, aside);
  return aside;
}

/**
 * Opens a study's file without changing anything; null if it was never mirrored. If a sync flips between reading the seal and opening the
 * file, that is not damage: the newer seal is tried. Throws CORRUPT, FORBIDDEN, VERSION, STORE.
 */
export function openBesideSync(vault: Vault, study: string, purpose: Purpose = 'read'): ReadableStudy | null {
  for (let entry = entryOf(vault, study); ;) {
    try {
      return openEntry(entry, purpose);
    } catch (error: unknown) {
      const now = entryOf(vault, study);
      if (!isCorrupt(error) || isDeepStrictEqual([now.seal, now.mark], [entry.seal, entry.mark])) throw error;
      entry = now;
    }
  }
}

function openEntry(entry: StudyEntry, purpose: Purpose): ReadableStudy | null {
  assertNotSetAside(entry);
  if (purpose === 'read' && entry.sitePack?.expired === true) throw packExpired(entry.study, entry.sitePack.expires);
  if (fileState(entry) === 'none') return null;
  assertAsMarked(entry);
  return openStudyForReading(entry.path, entry.key, entry.study, entry.seal);
}

/** Whether the whole file is readable and as it was written. Throws STORE if the disk cannot read it. */
function isSound(entry: StudyEntry): boolean {
  try {
    for (const suffix of ['', '-wal']) readThrough(entry.path + suffix);
    const opened = openEntry(entry, 'check');
    try {
      return opened === null || checkStudy(opened).length === 0;
    } finally {
      opened?.close();
    }
  } catch (error: unknown) {
    if (isCorrupt(error)) return false;
    throw storeFailure(`The mirror of ${entry.study} could not be read`, error);
  }
}

function entryOf(vault: Vault, study: string): StudyEntry {
  const entry = vault.study(study);
  if (entry === null) throw new AppError('USAGE', `There is no study ${study} in this data folder.`);
  return entry;
}

function isCorrupt(error: unknown): boolean {
  return error instanceof AppError && error.code === 'CORRUPT';
}
