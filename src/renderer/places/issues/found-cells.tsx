import type { ReactNode } from 'react';
import type { GridRow } from '../../../shared/contract.ts';
import type { Column, DatasetName } from '../../../shared/datasets/declaration.ts';
import { columnOf, datasets } from '../../../shared/datasets/datasets.ts';
import { cellText } from '../../record/grid/cell-text.ts';

/** What tells one finding from another, by dataset. */
const names: Readonly<Record<DatasetName, readonly string[]>> = {
  subjects: ['subject'],
  medications: ['subject', 'medication', 'started', 'ended'],
  labs: ['subject', 'test', 'visit', 'collected', 'result', 'unit', 'reference_range'],
  vitals: ['subject', 'test', 'visit', 'collected', 'result', 'unit'],
  responses: ['subject', 'assessment', 'assessed', 'timepoint', 'current_value', 'conclusion'],
};

/** The columns that a list of findings of a dataset shows. */
export function foundColumns(dataset: DatasetName): readonly Column[] {
  return names[dataset].flatMap((name) => columnOf(datasets[dataset], name) ?? []);
}

/** One cell of a row as its grid shows it; nothing while the row is not read. */
export function FoundCell({
  dataset,
  column,
  row,
}: {
  readonly dataset: DatasetName;
  readonly column: Column;
  readonly row: GridRow | undefined;
}): ReactNode {
  if (row === undefined) return null;
  const cell = row.cells[datasets[dataset].columns.indexOf(column)] ?? null;
  return cellText(column, cell);
}
