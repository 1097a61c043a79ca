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

/** Made after the first load: filling an indexed table takes several times as long. */
export function createIndexes(db: Db, dataset: Dataset): void {
  const table = quoted(rowTable(dataset.name));
  db.exec(`CREATE UNIQUE INDEX ${quoted(`${dataset.name}_key`)} ON ${table} (${quoted(dataset.key)})`);
  const names = new Set(sqlColumns(dataset).map((column) => column.name));
  for (const [number, columns] of dataset.indexes.entries()) {
    // Date-times are ordered by their time, not by their text.
    const ordered = columns.map((column) => quoted(names.has(`${column}_at`) ? `${column}_at` : column));
    db.exec(`CREATE INDEX ${quoted(`${dataset.name}_${number + 1}`)} ON ${table} (${ordered.join(', ')})`);
  }
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
