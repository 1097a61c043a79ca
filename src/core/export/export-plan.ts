import type { ExportRequest } from '../../shared/contract.ts';
import type { Column, Dataset } from '../../shared/datasets/declaration.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { findColumn } from '../query/columns.ts';
import { compileOrder, compileSelection } from '../query/compile.ts';

/** What to write of a study: the same selection and sort as the grid's, and how. */
export type ExportPlan = Omit<ExportRequest, 'study'>;

/** Throws USAGE for what the declaration does not know, before anything is opened or made. */
export function checkPlan({ selection, sort, columns }: ExportPlan): void {
  const dataset = datasets[selection.dataset];
  compileSelection(dataset, selection);
  compileOrder(dataset, sort);
  exportColumns(dataset, columns);
}

/**
 * The columns of an export in the order named. None named: all of the declaration in its order, except those that name a
 * person at the site, which are exported only when asked for. USAGE for an unknown column.
 */
export function exportColumns(dataset: Dataset, names: readonly string[]): readonly Column[] {
  if (names.length > 0) return names.map((name) => findColumn(dataset, name));
  return dataset.columns.filter((column) => column.personal !== true);
}
