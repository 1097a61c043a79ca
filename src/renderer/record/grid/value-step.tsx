import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CellValue, Column } from '../../../shared/datasets/declaration.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { aloneText } from './cell-text.ts';
import { isAbsent } from './conditions.ts';

interface ValueStepProps {
  /** Absent for a column that the declaration does not have any more. */
  readonly column: Column | undefined;
  readonly before: CellValue;
  readonly after: CellValue;
}

/** "58 → 62": what a field held, struck through, and what it holds. */
export function ValueStep({ column, before, after }: ValueStepProps): ReactNode {
  const [was, is] = [aloneText(column, before), aloneText(column, after)];
  return (
    <span className="value-step" title={`${was} → ${is}`}>
      {isAbsent(before) ? <span className="t3">{was}</span> : <del>{was}</del>}
      <Glyph of={IconArrowRight} size={14} />
      {isAbsent(after) ? <span className="t3">{is}</span> : <ins>{is}</ins>}
    </span>
  );
}
