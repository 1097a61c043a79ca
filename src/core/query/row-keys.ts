import type { Dataset } from '../../shared/datasets/datasets.ts';
import { mostInFilter, type LeftOutRecords } from '../../shared/derive/left-out.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import { findColumn, sqlName } from './columns.ts';
import type { StudyReader } from './study-directory.ts';

/**
 * Returns the rows of these numbers as records that a view leaves out; keys are read only if there are no more than a filter accepts. Call
 * inside a snapshot.
 */
export function leftOutRows(study: StudyReader, dataset: Dataset, rowids: readonly number[]): LeftOutRecords {
  const keyOf = keyReader(study, dataset);
  return { count: rowids.length, keys: rowids.length > mostInFilter ? [] : rowids.flatMap((rowid) => keyOf(rowid) ?? []) };
}

/** Returns a function that reads the key of one row. */
export function keyReader({ db }: Pick<StudyReader, 'db'>, dataset: Dataset): (rowid: number) => string | null {
  const key = db
    .prepare<[number], string>(`SELECT ${sqlName(findColumn(dataset, dataset.key))} FROM ${quoted(rowTable(dataset.name))} WHERE rowid = ?`)
    .pluck();
  return (rowid) => key.get(rowid) ?? null;
}
