import type { ReactNode } from 'react';
import type { Change } from '../../../shared/contract.ts';
import { columnOf, type Dataset } from '../../../shared/datasets/datasets.ts';
import { undescribedColumn, undescribedWords } from './undescribed.ts';
import { ValueStep } from './filter-editor.tsx';

/** The old and new value of a changed field. */
export function FieldStep({ dataset, field }: { readonly dataset: Dataset; readonly field: Change['fields'][number] }): ReactNode {
  const { column, before, after } = field;
  if (column !== undescribedColumn) return <ValueStep column={columnOf(dataset, column)} before={before} after={after} />;
  return <ValueStep column={undefined} before={undescribedWords(before)} after={undescribedWords(after)} />;
}

export function fieldTitle(dataset: Dataset, { column }: Change['fields'][number]): string {
  return column === undescribedColumn ? 'Not described' : (columnOf(dataset, column)?.plain ?? column);
}
