import { AppError } from '../../../shared/errors.ts';
import type { Db } from './database.ts';
import { makeStudyTables } from './migrations/0001-study-tables.ts';
import { widenProof } from './migrations/0002-proof.ts';
import { setAbsentAside } from './migrations/0003-absent-records.ts';

/** Migrations of the fixed tables in order; the first creates them. Dataset tables are rebuilt from the pages instead. */
const migrations: readonly ((db: Db) => void)[] = [makeStudyTables, widenProof, setAbsentAside];

/** The version of a study's file after it has been opened. */
export const studyFormat = migrations.length;

/**
 * Migrates a file to the newest version, each step in its own transaction. Throws VERSION if the file is newer. Readers do this without the
 * writer's lock, so the version is checked again inside the transaction: another process may have been faster.
 */
function migrate(db: Db, steps: readonly ((db: Db) => void)[], what: string): void {
  if (versionOf(db) > steps.length) throw newer(what);
  for (const [index, step] of steps.entries()) {
    if (versionOf(db) > index) continue;
    db.transaction(() => {
      if (versionOf(db) > index) return;
      step(db);
      db.pragma(`user_version=${index + 1}`);
    }).immediate();
  }
}

export function migrateStudy(db: Db, study: string): void {
  migrate(db, migrations, `The cache of study ${study}`);
}

/** Gives an empty file the fixed tables of an earlier version, as its own migrations left them. */
export function makeTablesOf(db: Db, version: number): void {
  for (const step of migrations.slice(0, version)) step(db);
}

/** Whether a file can be read without migration. Throws VERSION if it is newer. */
export function studyVersionState(db: Db, study: string): 'current' | 'older' {
  const version = versionOf(db);
  if (version > migrations.length) throw newer(`The cache of study ${study}`);
  return version === migrations.length ? 'current' : 'older';
}

/** The number of migrations that a file has had; 0 if its creation was interrupted. */
export function versionOf(db: Db): number {
  return Number(db.pragma('user_version', { simple: true }));
}

function newer(what: string): AppError {
  return new AppError('VERSION', `${what} was made by a newer version of Carrel. Nothing was changed. Use that version, or a newer one.`);
}
