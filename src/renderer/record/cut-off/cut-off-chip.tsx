import { Button, Modal } from '@mantine/core';
import { IconCalendarCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useCallback, useState } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { hasCopy } from '../../data/model/studies-state.ts';
import { formatCalendarDay } from '../../ui/format/dates.ts';
import { useCommand } from '../../ui/keys/commands.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { leftOutWords, useSetCutOff } from './cut-off.ts';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { DayInput } from '../../ui/parts/day-input.tsx';
import { useFocusReturn } from '../../ui/parts/dialogs.tsx';
import { ProblemNote } from '../../ui/parts/states.tsx';
import { useAttempt } from '../../ui/parts/use-attempt.ts';
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

/** Asks for the last day whose records are shown. */
function CutOffDialog({ card, onClose }: { readonly card: StudyCard; readonly onClose: () => void }): ReactNode {
  useFocusReturn();
  const { cutOff } = card;
  const [day, setDay] = useState(cutOff?.date ?? '');
  const { busy, problem, attempt } = useAttempt();
  const set = useSetCutOff(card);
  const reason = busy ? 'The cut-off is being set.' : day === '' ? 'Enter a date, such as 2026-06-30.' : null;
  const take = (date: string | null): void => {
    attempt(async () => {
      await set(date);
      onClose();
    });
  };
  return (
    <Modal opened onClose={onClose} title="Data cut-off">
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === null) take(day);
        }}
      >
        <p className="t2">
          Records dated after this day are left out of tables, charts, endpoints, checks and exports of the study until you remove the
          cut-off. Nothing is deleted. Medications count by their start date; records without a date remain. Changes and the proof of the
          copy always cover all records.
        </p>
        <DayInput label="Last day" day={day} onDay={setDay} data-autofocus />
        {cutOff !== null && <p className="small t3">{leftOutWords(cutOff)}</p>}
        <ProblemNote problem={problem} />
        <div className="dialog-foot">
          {cutOff !== null && (
            <Button
              variant="subtle"
              size="md"
              className="quiet-start"
              onClick={() => {
                take(null);
              }}
            >
              Show all records
            </Button>
          )}
          <Button variant="subtle" size="md" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton variant="filled" size="md" type="submit" reason={reason}>
            Set
          </ReasonButton>
        </div>
      </form>
    </Modal>
  );
}
