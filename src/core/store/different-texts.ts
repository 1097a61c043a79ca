import { datasets, type DatasetName } from '../../shared/datasets/datasets.ts';
import { layoutOf, quoted, rowTable, wholeRecords } from './layout.ts';
import type { ReadableStudy } from './study.ts';

/** The different texts in a column, without the empty one. */
export function differentTexts({ db }: Pick<ReadableStudy, 'db'>, dataset: DatasetName, column: string): readonly string[] {
  return db
    .prepare<[], string>(`SELECT DISTINCT ${quoted(column)} FROM ${recordsWith(dataset, column)} WHERE ${quoted(column)} <> ''`)
    .pluck()
    .all();
}

/** Records with this column: it is their own, or one of those that many share. */
export function recordsWith(dataset: DatasetName, column: string): string {
  return layoutOf(datasets[dataset]).own.columns.some(({ name }) => name === column) ? quoted(rowTable(dataset)) : wholeRecords(dataset);
}
