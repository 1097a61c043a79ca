import type { Change } from '../../shared/contract.ts';
import { datasets, type DatasetName } from '../../shared/datasets/datasets.ts';
import { findColumn, sqlName, subjectColumn } from './columns.ts';
import type { StudyReader } from './study-directory.ts';
import { everyRecord } from '../store/database/layout.ts';
import { sqlRowid } from './tables.ts';
import { readNumber } from '../store/database/read-number.ts';

/** The first load of a dataset: its records are new in its generation, and as long as they are shown, only their rows record this. */
export interface FirstLoad {
  readonly dataset: DatasetName;
  readonly generation: number;
  readonly at: string;
  /** Records of it that are still shown. */
  readonly records: number;
}

/**
 * Returns the first loads after a generation, in the order in which datasets are read, with their records of these subjects (null: all).
 * Call inside a snapshot.
 */
export function firstLoads(
  study: StudyReader,
  since: number,
  dataset: DatasetName | null,
  subjects: readonly string[] | null = null,
): readonly FirstLoad[] {
  const loads = study.db
    .prepare<unknown[], FirstLoad>(
      'SELECT dataset, generation, at, records FROM first_load WHERE generation > :since AND (:dataset IS NULL OR dataset = :dataset) ORDER BY rowid',
    )
    .all({ since, dataset });
  return subjects === null ? loads : loads.map((load) => ({ ...load, records: countArrivals(study, load, subjects) }));
}

function countArrivals({ db }: StudyReader, { dataset: name, generation }: FirstLoad, subjects: readonly string[]): number {
  const subject = subjectColumn(datasets[name]);
  const arrived = `${everyRecord(name)} WHERE ${sqlName(subject)} IN (SELECT value FROM json_each(?)) AND _added = ?`;
  return readNumber(db, `SELECT count(*) FROM ${arrived}`, JSON.stringify(subjects), generation);
}

interface Arrivals {
  readonly offset: number;
  readonly limit: number;
  readonly key?: string;
  readonly subjects?: readonly string[] | null;
}

/**
 * Returns records of a first load in the order sent, optionally of some subjects or of one key, as ledger entries. Call inside a snapshot.
 */
export function readArrivals(
  { db }: StudyReader,
  { dataset: name, generation, at }: FirstLoad,
  { offset, limit, key, subjects = null }: Arrivals,
): Change[] {
  const dataset = datasets[name];
  const [keyColumn, subject] = [findColumn(dataset, dataset.key), subjectColumn(dataset)];
  const of = [
    '_added = :generation',
    ...(key === undefined ? [] : [`${sqlName(keyColumn)} = :key`]),
    ...(subjects === null ? [] : [`${sqlName(subject)} IN (SELECT value FROM json_each(:subjects))`]),
  ];
  const rows = db
    .prepare<unknown[], { readonly key: string; readonly subject: string | null }>(
      `SELECT ${sqlName(keyColumn)} AS key, ${sqlName(subject)} AS subject FROM ${everyRecord(name)}
     WHERE ${of.join(' AND ')} ORDER BY ${sqlRowid(dataset)} LIMIT :limit OFFSET :offset`,
    )
    .all({
      ...{ generation, limit, offset },
      ...(key === undefined ? {} : { key }),
      ...(subjects === null ? {} : { subjects: JSON.stringify(subjects) }),
    });
  return rows.map((row) => ({ dataset: name, key: row.key, subject: row.subject, kind: 'new', generation, at, fields: [] }));
}
