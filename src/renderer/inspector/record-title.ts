import type { GridRow } from '../../shared/contract.ts';
import type { Dataset } from '../../shared/datasets/declaration.ts';
import { columnOf } from '../../shared/datasets/datasets.ts';
import { cellOf } from '../grid/cell-of.ts';
import { cellText } from '../grid/cell-text.ts';
import { isAbsent } from '../grid/conditions.ts';

export interface RecordTitle {
  /** "ALT (SGPT)", "62", "U/L"; empty where the record says nothing of it. */
  readonly title: readonly string[];
  /** "Subject 0012", "C2D1", "2025-10-03 08:04" */
  readonly context: readonly string[];
}

/** The columns that say what a record is, and those that say whose and when. */
const named: Readonly<Record<Dataset['name'], { readonly title: readonly string[]; readonly context: readonly string[] }>> = {
  subjects: { title: ['subject'], context: ['unique_subject', 'study'] },
  medications: { title: ['medication', 'dose', 'dose_unit'], context: ['subject', 'started'] },
  labs: { title: ['test', 'result', 'unit'], context: ['subject', 'visit', 'collected'] },
  vitals: { title: ['test', 'result', 'unit'], context: ['subject', 'visit', 'collected'] },
  responses: { title: ['assessment', 'conclusion'], context: ['subject', 'assessed'] },
};

/** What a record is, in the words of its own row. */
export function titleOf(dataset: Dataset, row: GridRow): RecordTitle {
  const words = (names: readonly string[]): string[] =>
    names.flatMap((name) => {
      const column = columnOf(dataset, name);
      const cell = cellOf(dataset, row, name);
      return column === undefined || isAbsent(cell)
        ? []
        : [name === 'subject' ? `Subject ${cellText(column, cell)}` : cellText(column, cell)];
    });
  const { title, context } = named[dataset.name];
  return { title: words(title), context: words(context) };
}
