import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Glyph } from './icon.tsx';

/** Why what a dialog was asked to do did not happen; nothing where nothing went wrong. */
export function ProblemNote({ problem }: { readonly problem: string | null }): ReactNode {
  if (problem === null) return null;
  return (
    <p className="note note-warn" role="alert">
      <Glyph of={IconAlertTriangle} />
      <span>{problem}</span>
    </p>
  );
}
