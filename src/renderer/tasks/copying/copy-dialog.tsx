import { IconAlertTriangle, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AskedCopy } from '../../data/model/asked-copy.ts';
import { useModel } from '../../data/model/model-context.ts';
import { useStore } from '../../data/model/store.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { TypedDialog, missingPassphrase } from '../../ui/parts/typed-dialog.tsx';
import { copiedWords } from '../../ui/parts/copied-words.ts';

/** Asks for the passphrase before records are copied, while one is waited for. */
export function CopyDialog(): ReactNode {
  const asked = useStore(useModel().askedCopy);
  return asked === null ? null : <Asking asked={asked} />;
}

function Asking({ asked }: { readonly asked: AskedCopy }): ReactNode {
  const what = copiedWords(asked.copied);
  return (
    <TypedDialog
      title={`Copy ${what}?`}
      field={{
        kind: 'passphrase',
        label: 'Passphrase',
        description: 'Your settings ask for it before each export, and before records are copied.',
      }}
      missing={missingPassphrase}
      button={{ does: `Copy ${what}`, icon: <Glyph of={IconCopy} size={14} /> }}
      onConfirm={asked.confirm}
      onClose={asked.cancel}
    >
      <p className="note note-warn">
        <Glyph of={IconAlertTriangle} />
        <span>
          <b>Every program can read the clipboard.</b> Locking empties it, if this is still on it. This copy is noted in the audit trail.
        </span>
      </p>
    </TypedDialog>
  );
}
