import type { Dataset, DatasetName } from '../../shared/datasets/declaration.ts';
import { fingerprintOf } from '../extract/fingerprint.ts';
import { sqlColumns } from '../extract/sql-columns.ts';
import type { Db } from './database.ts';

/** The columns of a dataset's table that are ours, after the declared ones. */
const internalColumns = ['_hash', '_added', '_changed', '_undescribed'] as const;

/** The table in which a pass is staged until it is proven. */
export function stagedTable(dataset: DatasetName): string {
  return `${dataset}_staged`;
}

/** A name from a declaration as an SQL identifier; throws TypeError on a name that no declaration may have. */
export function quoted(name: string): string {
  if (!/^_?[a-z][a-z0-9_]*$/.test(name)) throw new TypeError(`"${name}" is no name of a column or table.`);
  return `"${name}"`;
}

/** All columns of a dataset's table in order. */
export function tableColumns(dataset: Dataset): readonly string[] {
  return [...sqlColumns(dataset).map((column) => column.name), ...internalColumns];
}

export function createTable(db: Db, dataset: Dataset, table: string): void {
  const columns = sqlColumns(dataset).map((column) => `${quoted(column.name)} ${column.type}`);
  db.exec(`CREATE TABLE ${quoted(table)} (${columns.join(', ')}, _hash BLOB NOT NULL, _added INTEGER NOT NULL, _changed INTEGER NOT NULL, _undescribed TEXT) STRICT`);
}

/** Made after the first load: filling an indexed table takes several times as long. */
export function createIndexes(db: Db, dataset: Dataset): void {
  db.exec(`CREATE UNIQUE INDEX ${quoted(`${dataset.name}_key`)} ON ${quoted(dataset.name)} (${quoted(dataset.key)})`);
  const names = new Set(sqlColumns(dataset).map((column) => column.name));
  for (const [number, columns] of dataset.indexes.entries()) {
    // Date-times are ordered by their time, not by their text.
    const ordered = columns.map((column) => quoted(names.has(`${column}_at`) ? `${column}_at` : column));
    db.exec(`CREATE INDEX ${quoted(`${dataset.name}_${number + 1}`)} ON ${quoted(dataset.name)} (${ordered.join(', ')})`);
  }
}

/** Makes the empty tables of all datasets. */
export function createProjections(db: Db, datasets: readonly Dataset[]): void {
  for (const dataset of datasets) {
    createTable(db, dataset, dataset.name);
    createIndexes(db, dataset);
    createTable(db, dataset, stagedTable(dataset.name));
    rememberFingerprint(db, dataset);
  }
}

/** Notes by which declaration a dataset's rows were read. */
export function rememberFingerprint(db: Db, dataset: Dataset): void {
  db.prepare('INSERT OR REPLACE INTO projection (dataset, fingerprint) VALUES (?, ?)').run(dataset.name, fingerprintOf(dataset));
}

/** The datasets whose rows were read by another declaration than the present one. */
export function staleProjections(db: Db, datasets: readonly Dataset[]): readonly Dataset[] {
  const read = db.prepare<[string], string>('SELECT fingerprint FROM projection WHERE dataset = ?').pluck();
  return datasets.filter((dataset) => read.get(dataset.name) !== fingerprintOf(dataset));
}
