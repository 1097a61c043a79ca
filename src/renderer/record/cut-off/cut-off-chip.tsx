import { IconCalendarCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useCallback, useState } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { hasCopy } from '../../data/model/studies-state.ts';
import { formatCalendarDay } from '../../ui/format/dates.ts';
import { useCommand } from '../../ui/keys/commands.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { CutOffDialog } from './cut-off-dialog.tsx';
import { leftOutWords, useSetCutOff } from './cut-off.ts';
import './cut-off.css';

/** "Data to 30 Jun 2026" in the top bar if a data cut-off is set. Also registers the command that opens the dialog from elsewhere. */
export function CutOffChip({ card }: { readonly card: StudyCard }): ReactNode {
  const [open, setOpen] = useState(false);
  const set = useSetCutOff(card);
  const ask = useCallback(() => {
    setOpen(true);
  }, []);
  useCommand('cut-off', hasCopy(card) ? ask : null);
  const { cutOff } = card;
  return (
    <>
      {cutOff !== null && (
        <span className="cut-off" title={leftOutWords(cutOff)}>
          <button type="button" className="cut-off-words" aria-haspopup="dialog" onClick={ask}>
            <Glyph of={IconCalendarCheck} size={14} />
            <span>
              Data to <b className="num">{formatCalendarDay(cutOff.date)}</b>
            </span>
          </button>
          <button
            type="button"
            className="bare-icon"
            aria-label="Show all records, without the data cut-off"
            onClick={() => {
              set(null).catch((error: unknown) => {
                showFailure('The data cut-off could not be removed', error);
              });
            }}
          >
            <Glyph of={IconX} size={12} />
          </button>
        </span>
      )}
      {open && (
        <CutOffDialog
          card={card}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
