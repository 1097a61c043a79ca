import { IconAlertTriangle, IconPhoto } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Glyph } from '../../ui/parts/icon.tsx';
import { TypedDialog, missingPassphrase } from '../../ui/parts/typed-dialog.tsx';
import type { AskedSave } from './use-save-chart.ts';

/** Asks for the passphrase before a chart leaves Carrel, where the settings say so. */
export function SaveDialog({ title, asked }: { readonly title: string; readonly asked: AskedSave }): ReactNode {
  return (
    <TypedDialog
      title={`Save “${title}”?`}
      field={{ kind: 'passphrase', label: 'Passphrase', description: 'Your settings ask for it before each export.' }}
      missing={missingPassphrase}
      button={{ does: 'Save', icon: <Glyph of={IconPhoto} size={14} /> }}
      onConfirm={asked.confirm}
      onClose={asked.cancel}
    >
      <p className="note note-warn">
        <Glyph of={IconAlertTriangle} />
        <span>
          <b>The file is not encrypted,</b> and names the subjects that it shows. It is noted in the audit trail.
        </span>
      </p>
    </TypedDialog>
  );
}
