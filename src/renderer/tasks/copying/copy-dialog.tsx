import { IconAlertTriangle, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Model, PendingCopy } from '../../data/model/model.ts';
import { useModel } from '../../data/model/model-context.ts';
import { useStore } from '../../data/model/store.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { PassphraseDialog } from '../../ui/parts/dialogs.tsx';
import { copiedWords } from '../../ui/parts/dataset-titles.ts';
import type { CopiedRecords } from '../../../shared/calls/clipboard.ts';
import { datasetNames } from '../../../shared/datasets/datasets.ts';
import { studyOf } from '../../data/model/place.ts';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { copyRecords, type CopyingModel } from '../../data/model/copy-records.ts';

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
 * selection across records (rows with `data-record`, the name of their dataset) is treated as a copy of records.
 */
export function takeCopies(model: CopyingModel & Pick<Model, 'place'>, page: Document): void {
  page.addEventListener('copy', (event) => {
    const selection = page.getSelection();
    const text = selection?.toString() ?? '';
    // Passphrases are never copied: Chromium itself prevents that.
    if (event.defaultPrevented || selection === null || text === '' || page.activeElement?.getAttribute('type') === 'password') return;
    event.preventDefault();
    const copied = markedRecords(model, markedRows(page, selection));
    const copying = copied === null ? model.data.call('clipboard.write', { text }) : copyRecords(model, text, copied);
    copying.catch((error: unknown) => {
      showFailure('Nothing was copied', error);
    });
  });
}

/** Null if the selection is within one record or in none. */
function markedRecords({ place }: Pick<Model, 'place'>, rows: readonly HTMLElement[]): Omit<CopiedRecords, 'meant'> | null {
  const study = studyOf(place.get());
  const [first, ...others] = rows;
  if (study === null || first === undefined || others.length === 0) return null;
  const name = others.every((row) => row.dataset['record'] === first.dataset['record']) ? first.dataset['record'] : null;
  const dataset = datasetNames.find((known) => known === name) ?? null;
  return { study, dataset, form: 'marked', rows: rows.length, columns: first.childElementCount };
}

/** Rows with selected text. A selection may also touch a row without any: if it begins after its last letter, or ends before its first. */
function markedRows(page: Document, selection: Selection): readonly HTMLElement[] {
  if (selection.rangeCount === 0) return [];
  const marked = selection.getRangeAt(0);
  return [...page.querySelectorAll<HTMLElement>('tr[data-record], [role=row][data-record]')].filter((row) => {
    if (!marked.intersectsNode(row)) return false;
    const part = page.createRange();
    part.selectNodeContents(row);
    if (marked.compareBoundaryPoints(Range.START_TO_START, part) > 0) part.setStart(marked.startContainer, marked.startOffset);
    if (marked.compareBoundaryPoints(Range.END_TO_END, part) < 0) part.setEnd(marked.endContainer, marked.endOffset);
    return part.toString().trim() !== '';
  });
}
