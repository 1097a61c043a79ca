import { AppError } from '../../shared/errors.ts';
import type { Db } from './database.ts';
import { makeStudyTables } from './migrations/0001-study-tables.ts';

/** Migrations of the fixed tables in order; the first makes them. The dataset tables are rebuilt from the pages instead. */
const migrations: readonly ((db: Db) => void)[] = [makeStudyTables];

/** Brings a file to the newest version, each step in a transaction of its own. Throws VERSION where the file is newer. */
function migrate(db: Db, steps: readonly ((db: Db) => void)[], what: string): void {
  const version = versionOf(db);
  if (version > steps.length) throw newer(what);
  for (const [index, step] of steps.entries()) {
    if (index < version) continue;
    db.transaction(() => {
      step(db);
      db.pragma(`user_version=${index + 1}`);
    })();
  }
}

/** Migrates the file of a study. */
export function migrateStudy(db: Db, study: string): void {
  migrate(db, migrations, `The cache of study ${study}`);
}

/** Whether a file can be read as it is; VERSION where it is newer. */
export function studyVersionState(db: Db, study: string): 'current' | 'older' {
  const version = versionOf(db);
  if (version > migrations.length) throw newer(`The cache of study ${study}`);
  return version === migrations.length ? 'current' : 'older';
}

function versionOf(db: Db): number {
  return Number(db.pragma('user_version', { simple: true }));
}

function newer(what: string): AppError {
  return new AppError('VERSION', `${what} was made by a newer version of Carrel. Nothing was changed. Use that version, or a newer one.`);
}
