import { Button, Modal } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { DayInput } from '../../ui/parts/day-input.tsx';
import { useFocusReturn } from '../../ui/parts/dialogs.tsx';
import { ProblemNote } from '../../ui/parts/states.tsx';
import { useAttempt } from '../../ui/parts/use-attempt.ts';
import { leftOutWords, useSetCutOff } from './cut-off.ts';

/** Asks for the last day whose records are shown. */
export function CutOffDialog({ card, onClose }: { readonly card: StudyCard; readonly onClose: () => void }): ReactNode {
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
