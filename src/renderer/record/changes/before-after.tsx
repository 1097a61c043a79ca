import type { ReactNode } from 'react';
import { datasets } from '../../../shared/datasets/datasets.ts';
import { FlagBadge } from '../grid/cell-marks.tsx';
import { FieldStep } from '../grid/field-step.tsx';
import type { ChangeLine } from './change-lines.ts';
import { contentOf, flagOf } from './record-words.ts';

/** "58 → 62"; for a whole record what it holds, struck through where it vanished. */
export function BeforeAfter({ line }: { readonly line: ChangeLine }): ReactNode {
  const { change, field } = line;
  if (field !== null) return <FieldStep dataset={datasets[change.dataset]} field={field} />;
  switch (change.kind) {
    case 'vanished':
      return <VanishedRecord content={contentOf(line)} />;
    case 'new':
      return <NewRecord line={line} />;
    case 'changed':
      return <span className="t2">only in fields that are no column</span>;
  }
}

function VanishedRecord({ content }: { readonly content: string }): ReactNode {
  return (
    <>
      {content !== '' && <del className="value-gone">{content}</del>} <span className="small t3">kept in the history</span>
    </>
  );
}

function NewRecord({ line }: { readonly line: ChangeLine }): ReactNode {
  const flag = flagOf(line);
  return (
    <span className="medium">
      {line.change.dataset === 'subjects' ? 'Listed by the service' : contentOf(line)}
      {flag !== null && (
        <>
          {' '}
          <FlagBadge flag={flag} />
        </>
      )}
    </span>
  );
}
