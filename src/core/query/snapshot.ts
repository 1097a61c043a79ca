import type { DatasetName } from '../../shared/datasets/datasets.ts';
import { currentGeneration, sealOf } from '../store/database/seal.ts';
import { rowTable } from '../store/database/layout.ts';
import { guarded, storeError } from '../store/database/store-error.ts';
import { registerFold } from './contains.ts';
import type { StudyReader } from './study-directory.ts';

/**
 * Runs one query in one read transaction, so that an answer never mixes two generations. Throws CORRUPT, BUSY or STORE for errors of
 * SQLite.
 */
export function inSnapshot<T>(study: StudyReader, read: () => T): T {
  return guarded(`The cache of study ${study.study}`, () => {
    registerFold(study.db);
    return study.db.transaction(read).deferred();
  });
}

/** Returns the generation that a query would read now. */
export function generationNow(study: StudyReader): number {
  return inSnapshot(study, () => currentGeneration(study));
}

/**
 * The same for work that lets other work run in between: one read transaction until it ends, on a connection that answers nothing else
 * meanwhile.
 */
export async function inSharedSnapshot<T>(study: StudyReader, work: () => Promise<T>): Promise<T> {
  const what = `The cache of study ${study.study}`;
  try {
    registerFold(study.db);
    study.db.exec('BEGIN');
  } catch (error: unknown) {
    throw storeError(error, what);
  }
  try {
    return await work();
  } catch (error: unknown) {
    throw storeError(error, what);
  } finally {
    if (study.db.inTransaction) study.db.exec('ROLLBACK');
  }
}

/**
 * What must be equal in two snapshots for a row number to mean the same row: the file, the generation, and the tables, which a rebuild
 * replaces.
 */
export function rowsIdentity(study: StudyReader): string {
  return JSON.stringify([study.db.pragma('schema_version', { simple: true }), sealOf(study)]);
}

/**
 * What must be equal in two snapshots for a dataset to have the same cells under the same row numbers: the tables, and the generation in
 * which the dataset last changed, with its time, because a restored copy continues counting from its own number. A sync that finds nothing
 * new in the dataset changes none of them. If the connection sees the rows through its own view (`upToCutOff`), the view counts as well.
 */
export function cellsIdentity({ db }: StudyReader, dataset: DatasetName): string {
  const generation = db
    .prepare<[string], readonly [number, string]>(
      'SELECT generation.number, generation.at FROM state JOIN generation ON generation.number = state.generation WHERE dataset = ?',
    )
    .raw()
    .get(dataset);
  const tables: unknown = db.pragma('schema_version', { simple: true });
  const view = db
    .prepare<[string], string>("SELECT sql FROM temp.sqlite_schema WHERE type = 'view' AND name = ?")
    .pluck()
    .get(rowTable(dataset));
  return JSON.stringify(view === undefined ? [tables, generation ?? null] : [tables, generation ?? null, view]);
}
