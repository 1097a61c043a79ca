import type { Change } from '../../shared/contract.ts';
import type { DatasetName } from '../../shared/datasets/declaration.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { findColumn, sqlName, subjectColumn } from './columns.ts';
import type { StudyReader } from './study-directory.ts';
import { sqlRecords, sqlRowid } from './tables.ts';

/** The first load of a dataset: its records are new in its generation, and as long as they are shown their rows are all that says so. */
export interface FirstLoad {
  readonly dataset: DatasetName;
  readonly generation: number;
  readonly at: string;
  /** Records of it that are still shown. */
  readonly records: number;
}

/** The first loads after a generation, in the order in which datasets are read. Belongs inside a snapshot. */
export function firstLoads({ db }: StudyReader, since: number, dataset: DatasetName | null): readonly FirstLoad[] {
  return db
    .prepare<unknown[], FirstLoad>(
      'SELECT dataset, generation, at, records FROM first_load WHERE generation > :since AND (:dataset IS NULL OR dataset = :dataset) ORDER BY rowid',
    )
    .all({ since, dataset });
}

/** Records of a first load in the order sent, or the one of a key, as entries of the ledger. Belongs inside a snapshot. */
export function readArrivals(
  { db }: StudyReader,
  { dataset: name, generation, at }: FirstLoad,
  offset: number,
  limit: number,
  key: string | null = null,
): Change[] {
  const dataset = datasets[name];
  const [keyColumn, subject] = [findColumn(dataset, dataset.key), subjectColumn(dataset)];
  const rows = db
    .prepare<unknown[], { readonly key: string; readonly subject: string | null }>(
      `SELECT ${sqlName(keyColumn)} AS key, ${sqlName(subject)} AS subject FROM ${sqlRecords(dataset, [keyColumn, subject])}
     WHERE _added = :generation ${key === null ? '' : `AND ${sqlName(keyColumn)} = :key`} ORDER BY ${sqlRowid(dataset)} LIMIT :limit OFFSET :offset`,
    )
    .all({ generation, limit, offset, ...(key === null ? {} : { key }) });
  return rows.map((row) => ({ dataset: name, key: row.key, subject: row.subject, kind: 'new', generation, at, fields: [] }));
}
