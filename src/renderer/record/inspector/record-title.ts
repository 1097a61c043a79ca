import type { GridRow } from '../../../shared/contract.ts';
import { columnOf, type Dataset } from '../../../shared/datasets/datasets.ts';
import { cellOf } from '../../data/table/layout.ts';
import { cellText } from '../grid/cell-text.ts';
import { isAbsent } from '../grid/conditions.ts';

export interface RecordTitle {
  /** "ALT (SGPT)", "62", "U/L"; empty if the record has none of these. */
  readonly title: readonly string[];
  /** "Subject 0012", "C2D1", "2025-10-03 08:04" */
  readonly context: readonly string[];
}

/** Title and context of a record, from the values in its row. */
export function titleOf(dataset: Dataset, row: GridRow): RecordTitle {
  const words = (names: readonly string[]): string[] =>
    names.flatMap((name) => {
      const column = columnOf(dataset, name);
      const cell = cellOf(dataset, row, name);
      return column === undefined || isAbsent(cell)
        ? []
        : [name === 'subject' ? `Subject ${cellText(column, cell)}` : cellText(column, cell)];
    });
  return { title: words(dataset.label.columns), context: words(dataset.context) };
}
