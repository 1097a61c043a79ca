import { datasets, type DatasetName } from '../../shared/datasets/datasets.ts';
import { findColumn, sqlName } from '../query/columns.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { everyRecord } from '../store/database/layout.ts';

/** Returns the title of each of these records of a dataset, by key; vanished records are missing. Call inside a snapshot. */
export function readRecordTitles({ db }: StudyReader, name: DatasetName, keys: readonly string[]): ReadonlyMap<string, string> {
  const key = sqlName(findColumn(datasets[name], datasets[name].key));
  const read = db
    .prepare<[string], [string, string]>(
      `SELECT ${key}, concat_ws(' ', ${wordsOf(name)}) FROM ${everyRecord(name)} WHERE ${key} IN (SELECT value FROM json_each(?))`,
    )
    .raw();
  return new Map(read.all(JSON.stringify(keys)));
}

function wordsOf(name: DatasetName): string {
  const { label, context } = datasets[name];
  return [...label.columns, ...context.filter((column) => column !== 'subject')]
    .map((column) => `nullif(${sqlName(findColumn(datasets[name], column))}, '')`)
    .join(', ');
}
