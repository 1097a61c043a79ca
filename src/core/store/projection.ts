import type { Dataset } from '../../shared/datasets/datasets.ts';
import { fingerprintOf } from '../extract/fingerprint.ts';
import { defaultTerms, type StudyTerms } from '../../shared/terms/study-terms.ts';
import { sqlColumns, type SqlColumn } from '../extract/sql-columns.ts';
import type { Db } from './database.ts';
import { layoutOf, quoted, rowTable, sharedTable, stagedTable, wholeRecords } from './layout.ts';

/** The columns of a record that are ours, after its own declared ones. */
const internalColumns = ['_shared', '_hash', '_added', '_changed', '_undescribed'] as const;

/** All columns of a dataset's records in order. */
export function rowColumns(dataset: Dataset): readonly string[] {
  return [...layoutOf(dataset).own.columns.map((column) => column.name), ...internalColumns];
}

/** A table of records: the shown ones, or those of a pass. */
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

/** Where a combination is repeated, which memory alone decides, records may refer to either. */
export function createShared(db: Db, dataset: Dataset): void {
  const { columns } = layoutOf(dataset).shared;
  db.exec(`CREATE TABLE ${quoted(sharedTable(dataset.name))} (${['_id INTEGER PRIMARY KEY', ...definitions(columns)].join(', ')}) STRICT`);
}

function definitions(columns: readonly SqlColumn[]): readonly string[] {
  return columns.map((column) => `${quoted(column.name)} ${column.type}`);
}

/** Records with all their cells, by the dataset's own name. Questions that need no shared cell are better asked of the rows. */
export function createView(db: Db, dataset: Dataset): void {
  const columns = [...sqlColumns(dataset).map((column) => quoted(column.name)), '_hash', '_added', '_changed', '_undescribed'];
  db.exec(`CREATE VIEW ${quoted(dataset.name)} AS SELECT ${columns.join(', ')} FROM ${wholeRecords(dataset.name)}`);
}

/** Makes those that a dataset's records lack. Made after the first load: filling an indexed table takes several times as long. */
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
      // Date-times are ordered by their time, not by their text.
      columns: columns.map((column) => (names.has(`${column}_at`) ? `${column}_at` : column)),
    })),
  ];
}

function createIndex({ name, kind, columns }: Index, table: string): string {
  return `CREATE ${kind} IF NOT EXISTS ${quoted(name)} ON ${quoted(table)} (${columns.map(quoted).join(', ')})`;
}

/**
 * Gives the rows of a whole first pass their indexes before it is shown, one in each step and transaction: its table then only takes the
 * place of the empty one, which goes without. What is shown stays empty, and `returnIndexes` undoes it. Throws SqliteError.
 */
export function* indexAhead(db: Db, dataset: Dataset): Generator<void> {
  for (const index of indexesOf(dataset)) {
    db.transaction(() => {
      db.exec(`DROP INDEX IF EXISTS ${quoted(index.name)}; ${createIndex(index, stagedTable(dataset.name))}`);
    }).immediate();
    yield;
  }
}

/** Takes the indexes from a staged pass that is not shown after all, or not yet whole. Belongs inside a transaction. */
export function returnIndexes(db: Db, dataset: Dataset): void {
  const ahead = db
    .prepare<[string], string>("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL")
    .pluck()
    .all(stagedTable(dataset.name));
  if (ahead.length === 0) return;
  for (const index of ahead) db.exec(`DROP INDEX ${quoted(index)}`);
  createIndexes(db, dataset);
}

/** Makes the empty tables of all datasets. */
export function createProjections(db: Db, datasets: readonly Dataset[]): void {
  for (const dataset of datasets) {
    createRows(db, dataset, rowTable(dataset.name));
    createShared(db, dataset);
    createView(db, dataset);
    createIndexes(db, dataset);
    createRows(db, dataset, stagedTable(dataset.name));
    rememberFingerprint(db, dataset, defaultTerms);
  }
}

/** Notes by which declaration and terms a dataset's rows were read. */
export function rememberFingerprint(db: Db, dataset: Dataset, terms: StudyTerms): void {
  db.prepare('INSERT OR REPLACE INTO projection (dataset, fingerprint) VALUES (?, ?)').run(dataset.name, fingerprintOf(dataset, terms));
}

/** The datasets whose rows were read by another declaration than the present one, or by other terms. */
export function staleProjections(db: Db, datasets: readonly Dataset[], terms: StudyTerms): readonly Dataset[] {
  const read = db.prepare<[string], string>('SELECT fingerprint FROM projection WHERE dataset = ?').pluck();
  return datasets.filter((dataset) => read.get(dataset.name) !== fingerprintOf(dataset, terms));
}
