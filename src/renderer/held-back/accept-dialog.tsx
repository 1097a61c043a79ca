import { Button, Modal } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DatasetStatus } from '../../shared/status.ts';
import { datasetTitles } from '../parts/dataset-titles.ts';
import { Glyph } from '../parts/icon.tsx';
import { useFocusReturn } from '../parts/use-focus-return.ts';
import { describeHeldBack } from './held-back-words.ts';
import { useDecision } from './use-decision.ts';

interface AcceptDialogProps {
  readonly study: string;
  readonly dataset: DatasetStatus;
  readonly onClose: () => void;
  /** The new copy is shown: there is no question any more. */
  readonly onShown: () => void;
}

/** Asks once more, with the numbers, before an earlier copy gives way to a much smaller one. */
export function AcceptDialog({ study, dataset, onClose, onShown }: AcceptDialogProps): ReactNode {
  useFocusReturn();
  const { accept, deciding, problem } = useDecision(study, dataset);
  const question = describeHeldBack(dataset);
  if (question === null) return null;
  const show = async (): Promise<void> => {
    if (!(await accept())) return;
    onClose();
    onShown();
  };
  return (
    <Modal opened onClose={onClose} title={`Show the smaller copy of the ${datasetTitles[dataset.dataset].toLowerCase()} of ${study}?`}>
      <div className="dialog-form">
        <p className="t2">{question.consequence}</p>
        {problem !== null && (
          <p className="note note-warn" role="alert">
            <Glyph of={IconAlertTriangle} />
            <span>{problem}</span>
          </p>
        )}
        <div className="dialog-foot">
          <Button size="md" data-autofocus onClick={onClose}>
            Not now
          </Button>
          <Button className="danger-button" variant="filled" size="md" disabled={deciding} onClick={() => void show()}>
            {question.accept}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
