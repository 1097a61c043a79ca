import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { fingerprintOf } from '../../extract/fingerprint.ts';
import { defaultTerms, type StudyTerms } from '../../../shared/terms/study-terms.ts';
import { sqlColumns, type SqlColumn } from '../../extract/sql-columns.ts';
import type { Db } from './database.ts';
import { layoutOf, quoted, rowTable, sharedTable, stagedTable, wholeRecords } from './layout.ts';

/** Internal columns of a record, after its declared ones. */
const internalColumns = ['_shared', '_hash', '_added', '_changed', '_undescribed'] as const;

/** All columns of a dataset's record table, in order. */
export function rowColumns(dataset: Dataset): readonly string[] {
  return [...layoutOf(dataset).own.columns.map((column) => column.name), ...internalColumns];
}

/** Creates a table of records, shown or staged. */
export function createRows(db: Db, dataset: Dataset, table: string): void {
  const internal = [
    '_shared INTEGER NOT NULL',
    '_hash BLOB NOT NULL',
    '_added INTEGER NOT NULL',
    '_changed INTEGER NOT NULL',
    '_undescribed TEXT',
  ];
  db.exec(`CREATE TABLE ${quoted(table)} (${[...definitions(layoutOf(dataset).own.columns), ...internal].join(', ')}) STRICT`);
}

/** A combination may be stored twice, because only those in memory are recognized; records may refer to either. */
export function createShared(db: Db, dataset: Dataset): void {
  const { columns } = layoutOf(dataset).shared;
  db.exec(`CREATE TABLE ${quoted(sharedTable(dataset.name))} (${['_id INTEGER PRIMARY KEY', ...definitions(columns)].join(', ')}) STRICT`);
}

function definitions(columns: readonly SqlColumn[]): readonly string[] {
  return columns.map((column) => `${quoted(column.name)} ${column.type}`);
}

/** Creates the view of records with all their cells, named after the dataset. Queries that need no shared cell are faster on the rows. */
export function createView(db: Db, dataset: Dataset): void {
  const columns = [...sqlColumns(dataset).map((column) => quoted(column.name)), '_hash', '_added', '_changed', '_undescribed'];
  db.exec(`CREATE VIEW ${quoted(dataset.name)} AS SELECT ${columns.join(', ')} FROM ${wholeRecords(dataset.name)}`);
}

/** Creates missing indexes of a dataset's records. Do this after the first load: filling an indexed table takes several times as long. */
export function createIndexes(db: Db, dataset: Dataset): void {
  for (const index of indexesOf(dataset)) db.exec(createIndex(index, rowTable(dataset.name)));
}

interface Index {
  readonly name: string;
  readonly kind: 'UNIQUE INDEX' | 'INDEX';
  readonly columns: readonly string[];
}

function indexesOf(dataset: Dataset): readonly Index[] {
  const names = new Set(sqlColumns(dataset).map((column) => column.name));
  return [
    { name: `${dataset.name}_key`, kind: 'UNIQUE INDEX', columns: [dataset.key] },
    ...dataset.indexes.map((columns, number): Index => ({
      name: `${dataset.name}_${number + 1}`,
      kind: 'INDEX',
      // Date-times are ordered by time, not by text.
      columns: columns.map((column) => (names.has(`${column}_at`) ? `${column}_at` : column)),
    })),
  ];
}

function createIndex({ name, kind, columns }: Index, table: string): string {
  return `CREATE ${kind} IF NOT EXISTS ${quoted(name)} ON ${quoted(table)} (${columns.map(quoted).join(', ')})`;
}

/**
 * Builds the indexes on the rows of a whole first pass before it is shown, one per step and transaction, so that the flip only has to
 * replace the empty table. The shown table, which is empty, loses its indexes; `returnIndexes` undoes this. Throws SqliteError.
 */
export function* indexAhead(db: Db, dataset: Dataset): Generator<void> {
  for (const index of indexesOf(dataset)) {
    db.transaction(() => {
      db.exec(`DROP INDEX IF EXISTS ${quoted(index.name)}; ${createIndex(index, stagedTable(dataset.name))}`);
    }).immediate();
    yield;
  }
}

/** Removes the indexes from a staged pass that is not shown after all, or not complete yet. Must run inside a transaction. */
export function returnIndexes(db: Db, dataset: Dataset): void {
  const ahead = db
    .prepare<[string], string>("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL")
    .pluck()
    .all(stagedTable(dataset.name));
  if (ahead.length === 0) return;
  for (const index of ahead) db.exec(`DROP INDEX ${quoted(index)}`);
  createIndexes(db, dataset);
}

/** Creates the empty tables of all datasets. */
export function createProjections(db: Db, datasets: readonly Dataset[]): void {
  for (const dataset of datasets) {
    createRows(db, dataset, rowTable(dataset.name));
    createShared(db, dataset);
    createView(db, dataset);
    createIndexes(db, dataset);
    createRows(db, dataset, stagedTable(dataset.name));
    recordFingerprint(db, dataset, defaultTerms);
  }
}

/** Records the declaration and terms with which a dataset's rows were read. */
export function recordFingerprint(db: Db, dataset: Dataset, terms: StudyTerms): void {
  db.prepare('INSERT OR REPLACE INTO projection (dataset, fingerprint) VALUES (?, ?)').run(dataset.name, fingerprintOf(dataset, terms));
}

/** The datasets whose rows were read with an earlier declaration or other terms. */
export function staleProjections(db: Db, datasets: readonly Dataset[], terms: StudyTerms): readonly Dataset[] {
  const read = db.prepare<[string], string>('SELECT fingerprint FROM projection WHERE dataset = ?').pluck();
  return datasets.filter((dataset) => read.get(dataset.name) !== fingerprintOf(dataset, terms));
}
