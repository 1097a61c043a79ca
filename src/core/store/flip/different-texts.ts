import { datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { layoutOf, quoted, rowTable, wholeRecords } from '../database/layout.ts';
import type { ReadableStudy } from '../database/study.ts';

/** Distinct non-empty texts in a column. */
export function differentTexts({ db }: Pick<ReadableStudy, 'db'>, dataset: DatasetName, column: string): readonly string[] {
  return db
    .prepare<[], string>(`SELECT DISTINCT ${quoted(column)} FROM ${recordsWith(dataset, column)} WHERE ${quoted(column)} <> ''`)
    .pluck()
    .all();
}

/** The FROM clause of records with this column, whether it is the record's own or shared. */
export function recordsWith(dataset: DatasetName, column: string): string {
  return layoutOf(datasets[dataset]).own.columns.some(({ name }) => name === column) ? quoted(rowTable(dataset)) : wholeRecords(dataset);
}
