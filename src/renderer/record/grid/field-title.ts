import type { Change } from '../../../shared/contract.ts';
import { columnOf } from '../../../shared/datasets/datasets.ts';
import type { Dataset } from '../../../shared/datasets/declaration.ts';
import { undescribedColumn } from './undescribed.ts';

/** What a changed field is called. */
export function fieldTitle(dataset: Dataset, { column }: Change['fields'][number]): string {
  return column === undescribedColumn ? 'Not described' : (columnOf(dataset, column)?.plain ?? column);
}
