import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Glyph } from '../../ui/parts/icon.tsx';

/** Warns before an unencrypted file is written. */
export function PlainFileNote({ several = false }: { readonly several?: boolean }): ReactNode {
  return (
    <p className="note note-warn">
      <Glyph of={IconAlertTriangle} />
      <span>
        <b>{several ? 'The files are not encrypted.' : 'The file is not encrypted.'}</b> Anyone who can open {several ? 'them' : 'it'} can
        read {several ? 'them' : 'it'}. This export is recorded in the audit trail.
      </span>
    </p>
  );
}
