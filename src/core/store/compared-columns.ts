import type { Dataset } from '../../shared/datasets/datasets.ts';
import { sqlColumns } from '../extract/sql-columns.ts';

/** The columns by which two states of a record are compared; order and spacing of its text do not count. */
export function comparedColumns(dataset: Dataset): readonly string[] {
  return [...sqlColumns(dataset).map((column) => column.name), '_undescribed'];
}
