import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../shared/errors.ts';
import type { ReadableStudy } from '../store/study.ts';
import { openStudyForReading, setAside } from '../store/study-file.ts';
import type { StudyEntry } from './studies.ts';
import { damagedStudy, fileState, assertNotSetAside } from './study-files.ts';
import { acquireSyncLock } from './sync-lock.ts';
import type { Vault } from './vault.ts';

/**
 * Hands a study, open for questions, to the work and closes it; null: never mirrored. Damage that only shows while it is read
 * has the file set aside as well. Throws CORRUPT with the way out, VERSION, STORE and what the work throws.
 */
export async function withStudy<T>(vault: Vault, study: string, work: (opened: ReadableStudy | null) => Promise<T>): Promise<T> {
  const opened = await openStudy(vault, study);
  try {
    return await work(opened);
  } catch (error: unknown) {
    if (!isCorrupt(error)) throw error;
    opened?.close();
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
 * Opens a study of the vault for questions; null: never mirrored. A damaged file is set aside under the writer's lock,
 * after a second look that no sync can disturb. Throws CORRUPT with the way out, VERSION, STORE.
 */
async function openStudy(vault: Vault, study: string): Promise<ReadableStudy | null> {
  try {
    return openBesideSync(vault, study);
  } catch (error: unknown) {
    if (!isCorrupt(error) || fileState(entryOf(vault, study)) !== 'there') throw error;
  }
  const release = await acquireSyncLock(vault.dir);
  try {
    return openEntry(entryOf(vault, study));
  } catch (error: unknown) {
    if (!isCorrupt(error)) throw error;
    return setStudyAside(vault, study, error);
  } finally {
    release();
  }
}

/** Moves a study's damaged file aside, so that a fresh mirror can take its place. The caller holds the writer's lock. Always throws CORRUPT. */
export function setStudyAside(vault: Vault, study: string, cause: unknown): never {
  const entry = entryOf(vault, study);
  if (fileState(entry) === 'there') vault.rememberSetAside(study, basename(setAside(entry.path)));
  assertNotSetAside(entryOf(vault, study));
  throw damagedStudy(study, 'its file is damaged', cause);
}

/**
 * Opens a study's file and changes nothing; null: never mirrored. A sync that flips between the reading of the seal and the opening
 * of the file is no damage: the newer seal is tried then. Throws CORRUPT, VERSION, STORE.
 */
export function openBesideSync(vault: Vault, study: string): ReadableStudy | null {
  for (let entry = entryOf(vault, study); ;) {
    try {
      return openEntry(entry);
    } catch (error: unknown) {
      const now = entryOf(vault, study);
      if (!isCorrupt(error) || isDeepStrictEqual(now.seal, entry.seal)) throw error;
      entry = now;
    }
  }
}

function openEntry(entry: StudyEntry): ReadableStudy | null {
  assertNotSetAside(entry);
  return fileState(entry) === 'none' ? null : openStudyForReading(entry.path, entry.key, entry.study, entry.seal);
}

function entryOf(vault: Vault, study: string): StudyEntry {
  const entry = vault.study(study);
  if (entry === null) throw new AppError('USAGE', `There is no study ${study} in this data folder.`);
  return entry;
}

function isCorrupt(error: unknown): boolean {
  return error instanceof AppError && error.code === 'CORRUPT';
}
