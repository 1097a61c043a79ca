import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Change } from '../../../shared/contract.ts';
import { columnOf, type Dataset } from '../../../shared/datasets/datasets.ts';
import type { CellValue, Column } from '../../../shared/datasets/declaration.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { aloneText } from './cell-text.ts';
import { isAbsent } from './conditions.ts';
import { undescribedColumn, undescribedWords } from './undescribed.ts';

/** The old and new value of a changed field. */
export function FieldStep({ dataset, field }: { readonly dataset: Dataset; readonly field: Change['fields'][number] }): ReactNode {
  const { column, before, after } = field;
  if (column !== undescribedColumn) return <ValueStep column={columnOf(dataset, column)} before={before} after={after} />;
  return <ValueStep column={undefined} before={undescribedWords(before)} after={undescribedWords(after)} />;
}

interface ValueStepProps {
  /** Undefined for a column that is no longer declared, and for fields that no column describes. */
  readonly column: Column | undefined;
  readonly before: CellValue;
  readonly after: CellValue;
}

/** "58 → 62": the old value of a field, struck through, and the new one. */
function ValueStep({ column, before, after }: ValueStepProps): ReactNode {
  const [was, is] = [aloneText(column, before), aloneText(column, after)];
  return (
    <span className="value-step" title={`${was} → ${is}`}>
      {isAbsent(before) ? <span className="t3">{was}</span> : <del>{was}</del>}
      <Glyph of={IconArrowRight} size={14} />
      {isAbsent(after) ? <span className="t3">{is}</span> : <ins>{is}</ins>}
    </span>
  );
}

export function fieldTitle(dataset: Dataset, { column }: Change['fields'][number]): string {
  return column === undescribedColumn ? 'Not described' : (columnOf(dataset, column)?.plain ?? column);
}
