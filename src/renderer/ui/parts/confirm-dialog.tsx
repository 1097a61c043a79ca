import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemNote } from './problem-note.tsx';
import { useFocusReturn } from './use-focus-return.ts';
import { ReasonButton } from './reason-button.tsx';

interface Props {
  /** The question. */
  readonly title: string;
  /** What it means, in paragraphs. */
  readonly children: ReactNode;
  /** What the button says that does it. */
  readonly does: string;
  /** Something is given up by it. */
  readonly grave?: boolean;
  readonly busy: boolean;
  readonly problem: string | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks once more before something is done that is not undone easily; Enter means "Not now". */
export function ConfirmDialog({ title, children, does, grave = false, busy, problem, onConfirm, onClose }: Props): ReactNode {
  useFocusReturn();
  return (
    <Modal opened onClose={onClose} title={title}>
      <div className="dialog-form">
        {children}
        <ProblemNote problem={problem} />
        <div className="dialog-foot">
          <Button size="md" data-autofocus onClick={onClose}>
            Not now
          </Button>
          <ReasonButton
            {...(grave ? { className: 'danger-button' } : {})}
            variant="filled"
            size="md"
            reason={busy ? 'It is being done.' : null}
            onClick={onConfirm}
          >
            {does}
          </ReasonButton>
        </div>
      </div>
    </Modal>
  );
}
