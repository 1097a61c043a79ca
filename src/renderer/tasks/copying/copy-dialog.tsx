import { IconAlertTriangle, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Model, PendingCopy } from '../../data/model/model.ts';
import { useModel } from '../../data/model/model-context.ts';
import { useStore } from '../../data/model/store.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { PassphraseDialog } from '../../ui/parts/dialogs.tsx';
import { copiedWords } from '../../ui/parts/dataset-titles.ts';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { copyRecords, type CopyingModel } from '../../data/model/copy-records.ts';
import { guardedLines, markedRecords } from './marked-records.ts';
import { readSelected } from './read-selected.ts';

/** Asks for the passphrase while a copy of records is pending. */
export function CopyDialog(): ReactNode {
  const asked = useStore(useModel().pendingCopy);
  return asked === null ? null : <Asking asked={asked} />;
}

function Asking({ asked }: { readonly asked: PendingCopy }): ReactNode {
  const what = copiedWords(asked.copied);
  return (
    <PassphraseDialog
      title={`Copy ${what}?`}
      description="Your settings require it before each export and before copying records."
      button={{ does: `Copy ${what}`, icon: <Glyph of={IconCopy} size={14} /> }}
      onConfirm={asked.confirm}
      onClose={asked.cancel}
    >
      <p className="note note-warn">
        <Glyph of={IconAlertTriangle} />
        <span>
          <b>Any program can read the clipboard.</b> Locking clears it if it still holds this copy. The copy is recorded in the audit trail.
        </span>
      </p>
    </PassphraseDialog>
  );
}

/**
 * Sends selected text that the user copies through the main process as well, which clears it on lock if it is still on the clipboard. A
 * selection of several records is treated as a copy of records.
 */
export function takeCopies(model: CopyingModel & Pick<Model, 'place'>, page: Document): void {
  page.addEventListener('copy', (event) => {
    const selected = readSelected(page);
    // Passphrases are never copied: Chromium itself prevents that.
    if (event.defaultPrevented || selected === null || page.activeElement?.getAttribute('type') === 'password') return;
    event.preventDefault();
    const copied = markedRecords(model.place.get(), selected);
    const { text } = selected;
    const copying = copied === null ? model.data.call('clipboard.write', { text }) : copyRecords(model, guardedLines(text), copied);
    copying.catch((error: unknown) => {
      showFailure('Nothing was copied', error);
    });
  });
}
