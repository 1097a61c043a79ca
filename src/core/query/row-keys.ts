import type { Dataset } from '../../shared/datasets/datasets.ts';
import { mostInFilter, type LeftOutRecords } from '../../shared/derive/left-out.ts';
import { quoted, rowTable } from '../store/layout.ts';
import { findColumn, sqlName } from './columns.ts';
import type { StudyReader } from './study-directory.ts';

/** The rows of these numbers as records that a view leaves out; keys are read of no more than a filter takes. Belongs inside a snapshot. */
export function leftOutRows(study: StudyReader, dataset: Dataset, rowids: readonly number[]): LeftOutRecords {
  const keyOf = keyReader(study, dataset);
  return { count: rowids.length, keys: rowids.length > mostInFilter ? [] : rowids.flatMap((rowid) => keyOf(rowid) ?? []) };
}

/** Reads the key of one row after the other. */
export function keyReader({ db }: Pick<StudyReader, 'db'>, dataset: Dataset): (rowid: number) => string | null {
  const key = db
    .prepare<[number], string>(`SELECT ${sqlName(findColumn(dataset, dataset.key))} FROM ${quoted(rowTable(dataset.name))} WHERE rowid = ?`)
    .pluck();
  return (rowid) => key.get(rowid) ?? null;
}
