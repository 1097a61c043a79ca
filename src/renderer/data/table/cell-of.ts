import type { GridRow } from '../../../shared/contract.ts';
import type { CellValue, Dataset } from '../../../shared/datasets/declaration.ts';

/** A cell of a row by the name of its column; null without the row or the column. */
export function cellOf(dataset: Dataset, row: GridRow | null, name: string): CellValue {
  return row?.cells[dataset.columns.findIndex((column) => column.name === name)] ?? null;
}
