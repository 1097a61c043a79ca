import type { ReactNode } from 'react';
import type { Change } from '../../../shared/contract.ts';

/** New: plus in a disc; changed: diamond; vanished: minus in a ring. Shape and name carry the meaning, colour only helps. */
export function ChangeMark({ kind }: { readonly kind: Change['kind'] }): ReactNode {
  return (
    <svg className={`mark mark-${kind}`} viewBox="0 0 12 12" role="img" aria-label={kind}>
      {shapeOf(kind)}
    </svg>
  );
}

function shapeOf(kind: Change['kind']): ReactNode {
  switch (kind) {
    case 'new':
      return (
        <>
          <circle cx={6} cy={6} r={5} fill="currentColor" />
          <path d="M6 3.6v4.8M3.6 6h4.8" stroke="var(--surface)" strokeWidth={1.5} strokeLinecap="round" />
        </>
      );
    case 'changed':
      return <path d="M6 .8 11.2 6 6 11.2.8 6Z" fill="currentColor" />;
    case 'vanished':
      return (
        <>
          <circle cx={6} cy={6} r={4.8} fill="none" stroke="currentColor" strokeWidth={1.4} />
          <path d="M3.6 6h4.8" stroke="currentColor" strokeWidth={1.5} strokeLinecap="round" />
        </>
      );
  }
}
