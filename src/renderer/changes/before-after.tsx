import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CellValue } from '../../shared/datasets/declaration.ts';
import { Glyph } from '../parts/icon.tsx';
import type { ChangeLine } from './change-lines.ts';
import { contentOf, wordOf } from './record-words.ts';

/** "58 → 62"; for a whole record what it holds, struck through where it vanished. */
export function BeforeAfter({ line }: { readonly line: ChangeLine }): ReactNode {
  if (line.field !== null) {
    return (
      <span className="change-step num">
        <Value of={line.field.before} className="was" />
        <Glyph of={IconArrowRight} size={14} />
        <Value of={line.field.after} className="is" />
      </span>
    );
  }
  const content = contentOf(line);
  switch (line.change.kind) {
    case 'vanished':
      return <span className="num"><del className="was">{content}</del> <span className="small t3">kept in the history</span></span>;
    case 'new':
      return <span className="medium num">{line.change.dataset === 'subjects' ? 'Listed by the service' : content}</span>;
    case 'changed':
      return <span className="t2">only in fields that are no column</span>;
  }
}

function Value({ of, className }: { readonly of: CellValue; readonly className: 'was' | 'is' }): ReactNode {
  const Tag = className === 'was' ? 'del' : 'ins';
  return of === null ? <span className="t3">missing</span> : <Tag className={`${className} clip`}>{wordOf(of)}</Tag>;
}
