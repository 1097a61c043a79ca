import type { Dataset } from '../../shared/datasets/datasets.ts';
import { quoted, rowTable } from '../store/layout.ts';
import { findColumn, sqlName } from './columns.ts';
import type { StudyReader } from './study-directory.ts';

/** The keys of the rows of these numbers, in their order; a number without a row has none. Belongs inside a snapshot. */
export function keysOfRows({ db }: StudyReader, dataset: Dataset, rowids: readonly number[]): readonly string[] {
  const key = keyReader({ db }, dataset);
  return rowids.flatMap((rowid) => key(rowid) ?? []);
}

/** Reads the key of one row after the other. */
export function keyReader({ db }: Pick<StudyReader, 'db'>, dataset: Dataset): (rowid: number) => string | null {
  const key = db
    .prepare<[number], string>(`SELECT ${sqlName(findColumn(dataset, dataset.key))} FROM ${quoted(rowTable(dataset.name))} WHERE rowid = ?`)
    .pluck();
  return (rowid) => key.get(rowid) ?? null;
}
