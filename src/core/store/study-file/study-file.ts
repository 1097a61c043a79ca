import { datasets as allDatasets, type Dataset } from '../../../shared/datasets/datasets.ts';
import { AppError } from '../../../shared/errors.ts';
import { closeSync, existsSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { storedTerms } from '../database/stored-terms.ts';
import { isReadOnlyFolder } from '../../platform/read-only-folder.ts';
import { aheadPaths, cachePaths, removeCacheFiles } from '../database/cache-files.ts';
import { checkpoint, fitCache, isCutShort, openDatabase, removeDatabase, type Db } from '../database/database.ts';
import { copyBeforeMigration, forgetCopy, putBackCopy } from './migration-copy.ts';
import { migrateStudy, studyVersionState } from '../database/migrations.ts';
import { withPrivateCopy } from './private-copy.ts';
import { createProjections, staleProjections } from '../database/projection.ts';
import { rebuildProjections } from './rebuild.ts';
import { extractorsOf } from '../pages/extractors.ts';
import { matchSeal, type SealPair } from '../database/seal.ts';
import { damaged, guarded } from '../database/store-error.ts';
import type { ReadableStudy, StudyFileAccess, WritableStudy } from '../database/study.ts';

export type { ReadableStudy, WritableStudy } from '../database/study.ts';

/** The declared datasets; tests pass their own. */
export type Declarations = readonly Dataset[];

const declared: Declarations = Object.values(allDatasets);

/** Creates the file of a study that was never mirrored. The file gets its name only when complete, even if interrupted. Throws STORE. */
export function createStudyFile(path: string, key: Buffer, study: string, declarations: Declarations = declared): void {
  const unfinished = `${path}.new`;
  guarded(whatOf(study), () => {
    removeDatabase(unfinished);
    closeSync(openSync(unfinished, 'wx', 0o600));
    try {
      fillStudyFile(unfinished, key, study, declarations);
      renameSync(unfinished, path);
    } finally {
      removeDatabase(unfinished);
    }
  });
}

function fillStudyFile(path: string, key: Buffer, study: string, declarations: Declarations): void {
  const db = openDatabase(path, key, 'write');
  try {
    db.transaction(() => {
      migrateStudy(db, study);
      createProjections(db, declarations);
    }).immediate();
    checkpoint(db);
  } finally {
    db.close();
  }
}

/**
 * Opens a study's file for a sync: migrates it, rebuilds what an older declaration read, and compares it with its seals (`null`: no
 * comparison). A file of an older version is copied first, and restored if any of this fails. Throws CORRUPT, VERSION, BUSY, STORE.
 */
export function openStudyForWriting(
  path: string,
  key: Buffer,
  study: string,
  seals: SealPair | null,
  declarations: Declarations = declared,
): WritableStudy {
  return guarded(whatOf(study), () => {
    const isCopied = isOlderFile(path, key, study) && copyBeforeMigration(path, key, study);
    const db = openExisting(path, key, study, 'write');
    try {
      fitCache(db);
      const opened = makeStudy(db, { path, key }, study, declarations);
      migrateStudy(db, study);
      const matched = matchSeal(opened, seals);
      rebuildProjections(opened);
      // Also removes a copy left by a process killed just before: from here on, what is written is newer.
      forgetCopy(path);
      const close = (): void => {
        // A reader may have prevented the checkpoint after the flip.
        try {
          if (db.open) checkpoint(db);
        } catch {
          // No space to empty the journal: it stays next to the file, and the next opening empties it.
        } finally {
          opened.close();
        }
      };
      return { ...opened, access: 'write' as const, matched, close };
    } catch (error: unknown) {
      db.close();
      if (isCopied) putBackCopy(path, key);
      throw error;
    }
  });
}

/** Opened for reading alongside other processes: a file of this version needs no copy. */
function isOlderFile(path: string, key: Buffer, study: string): boolean {
  const db = openExisting(path, key, study, 'read');
  try {
    return studyVersionState(db, study) === 'older';
  } finally {
    db.close();
  }
}

/**
 * Opens a study's file for queries, alongside a writer if there is one. A file written by an older version of the app is migrated first. In
 * a read-only folder all of this uses a private copy. Throws CORRUPT, VERSION, STORE.
 */
export function openStudyForReading(
  path: string,
  key: Buffer,
  study: string,
  seals: SealPair | null,
  declarations: Declarations = declared,
): ReadableStudy {
  return guarded(whatOf(study), () => {
    if (!existsSync(path) || !isReadOnlyFolder(dirname(path))) return openUpToDate(path, key, study, seals, declarations);
    const opened = withPrivateCopy(path, (copy) => openUpToDate(copy, key, study, seals, declarations));
    // Caches are next to the original file.
    return { ...opened, file: { path, key } };
  });
}

function openUpToDate(path: string, key: Buffer, study: string, seals: SealPair | null, declarations: Declarations): ReadableStudy {
  const opened = openReadable(path, key, study, seals, declarations);
  if (opened !== null) return opened;
  openStudyForWriting(path, key, study, seals, declarations).close();
  const updated = openReadable(path, key, study, seals, declarations);
  if (updated === null)
    throw new AppError('STORE', `${whatOf(study)} could not be migrated to this version of Carrel. Mirrored data is unchanged. Try again.`);
  return updated;
}

function openReadable(path: string, key: Buffer, study: string, seals: SealPair | null, declarations: Declarations): ReadableStudy | null {
  const opened = readable(openExisting(path, key, study, 'read'), { path, key }, study, declarations);
  if (opened === null) return null;
  try {
    matchSeal(opened, seals);
    return opened;
  } catch (error: unknown) {
    opened.close();
    throw error;
  }
}

/** Returns the study of a connection. Closes the connection and returns null if the file needs a migration or a rebuild. */
function readable(db: Db, file: StudyFileAccess, study: string, declarations: Declarations): ReadableStudy | null {
  try {
    if (studyVersionState(db, study) === 'current' && staleProjections(db, declarations, storedTerms(db)).length === 0)
      return makeStudy(db, file, study, declarations);
  } catch (error: unknown) {
    db.close();
    throw error;
  }
  db.close();
  return null;
}

/**
 * Opens another connection to a file that another thread of this process has open. Returns null if this version of the app would have to
 * change the file first. Throws CORRUPT, VERSION, STORE.
 */
export function openBesideThread({ path, key }: StudyFileAccess, study: string): ReadableStudy | null {
  return guarded(whatOf(study), () => readable(openExisting(path, key, study, 'read', 'thread'), { path, key }, study, declared));
}

/**
 * Opens the file of a study beside the process that syncs it, to read what is staged; what is shown is not compared with a seal. Returns
 * null if there is no file, or if this version of the app would have to change it first. Throws CORRUPT, VERSION, STORE.
 */
export function openStaged({ path, key }: StudyFileAccess, study: string): ReadableStudy | null {
  if (!existsSync(path)) return null;
  return guarded(whatOf(study), () => readable(openExisting(path, key, study, 'read'), { path, key }, study, declared));
}

/** Moves a damaged file and its journal files aside and returns the new path. Deletes only derived caches. */
export function setAside(path: string, at = new Date()): string {
  const aside = `${path}.damaged-${at.toISOString().replace(/[:.]/g, '-')}`;
  guarded('The damaged cache', () => {
    for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  });
  removeCacheFiles([...cachePaths(path), ...aheadPaths(path)]);
  return aside;
}

function openExisting(path: string, key: Buffer, study: string, access: 'read' | 'write', company: 'none' | 'thread' = 'none'): Db {
  if (!existsSync(path))
    throw new AppError(
      'CORRUPT',
      `${whatOf(study)} is missing from the data folder. Nothing was deleted by Carrel. Mirror the study again.`,
    );
  if (isCutShort(path)) throw damaged(whatOf(study));
  const db = openDatabase(path, key, access, company);
  try {
    assertOurs(db, study);
    return db;
  } catch (error: unknown) {
    db.close();
    throw error;
  }
}

/**
 * A study's file gets its name only when its tables exist; one without them was not made by Carrel and is left as it is. This is decided
 * here once, so that a statement that fails later is reported as a bug and no file is set aside for it. Throws VERSION if the file is
 * newer.
 */
function assertOurs(db: Db, study: string): void {
  const isMade = db.pragma('user_version', { simple: true }) !== 0;
  if (isMade) studyVersionState(db, study);
  const tables = db.prepare<[], number>("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('pass', 'state')").pluck();
  if (!isMade || tables.get() !== 2) throw damaged(whatOf(study));
}

function makeStudy(db: Db, file: StudyFileAccess, study: string, declarations: Declarations): ReadableStudy {
  const terms = storedTerms(db);
  return {
    study,
    db,
    file,
    datasets: declarations,
    terms,
    extractor: extractorsOf(declarations, terms),
    close: () => {
      db.close();
    },
  };
}

function whatOf(study: string): string {
  return `The cache of study ${study}`;
}
