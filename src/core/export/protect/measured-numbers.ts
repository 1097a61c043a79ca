import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { isDerived, type Column } from '../../../shared/datasets/declaration.ts';
import { treatmentOf } from '../../../shared/protection.ts';
import { sqlName } from '../../query/columns.ts';
import type { StoredValue } from '../../query/fetch-rows.ts';
import { isMeasuredNumber } from './told-dates.ts';

/** Whether a cell of a number column may be a measured number, or is empty. */
export function isMeasuredCell(cell: unknown): boolean {
  return cell === null || ((typeof cell === 'number' || typeof cell === 'string') && isMeasuredNumber(Number(cell)));
}

/** Whether a column has numbers that leave where they may be measured ones. */
export function isNumberShown(column: Column): boolean {
  return column.kind === 'number' && treatmentOf(column).treatment === 'kept';
}

/** The columns that tell whether a row has a number that is withheld: what is worked out of that would tell it. */
export function numbersOf(dataset: Dataset): readonly Column[] {
  return dataset.columns.filter(isNumberShown);
}

/** Whether a number of a column leaves, by its own cell and the numbers of its row. */
export function doesNumberLeave(column: Column, cell: StoredValue, numbers: readonly StoredValue[]): boolean {
  return isMeasuredCell(cell) && (!isDerived(column) || numbers.every(isMeasuredCell));
}

/** The name under which `isMeasuredCell`, of any number of cells, is known to a statement. */
export const sqlMeasured = 'carrel_measured';

/** The expression that is a number as it leaves, for ordering. */
export function sqlNumberAsItLeaves(dataset: Dataset, column: Column): string {
  const cells = isDerived(column) ? numbersOf(dataset) : [column];
  return `CASE WHEN ${sqlMeasured}(${cells.map(sqlName).join(', ')}) THEN ${sqlName(column)} END`;
}
