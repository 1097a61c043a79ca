import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Glyph } from '../../ui/parts/icon.tsx';

/** What must be known before a file is written that anybody can read. */
export function PlainFileNote(): ReactNode {
  return (
    <p className="note note-warn">
      <Glyph of={IconAlertTriangle} />
      <span>
        <b>The file is not encrypted.</b> Anyone who can open it can read it. This export is noted in the audit trail.
      </span>
    </p>
  );
}
