import type { ReactNode } from 'react';
import type { DatasetStatus } from '../../../shared/status.ts';
import { ConfirmDialog } from '../../ui/parts/confirm-dialog.tsx';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
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
  const { accept, deciding, problem } = useDecision(study, dataset);
  const question = describeHeldBack(dataset);
  if (question === null) return null;
  const show = async (): Promise<void> => {
    if (!(await accept())) return;
    onClose();
    onShown();
  };
  return (
    <ConfirmDialog
      title={`Show the smaller copy of the ${datasetTitles[dataset.dataset].toLowerCase()} of ${study}?`}
      does={question.accept}
      grave
      busy={deciding}
      problem={problem}
      onConfirm={() => void show()}
      onClose={onClose}
    >
      <p className="t2">{question.consequence}</p>
    </ConfirmDialog>
  );
}
