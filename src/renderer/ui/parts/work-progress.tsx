import { Button, Progress } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** How far it is, in the work's own terms. */
  readonly says: string;
  /** 0 to 1. */
  readonly share: number;
  /** What the share is of, read aloud. */
  readonly label: string;
  readonly cancel: string;
  readonly onCancel: () => void;
}

/** The bar of a dialog while a file is worked on: how far that is, and the way to stop it. */
export function WorkProgress({ says, share, label, cancel, onCancel }: Props): ReactNode {
  return (
    <div className="dialog-bar">
      <div className="dialog-progress">
        <span className="small t2 num" aria-live="off">
          {says}
        </span>
        <Progress value={share * 100} aria-label={label} />
      </div>
      <Button size="md" onClick={onCancel}>
        {cancel}
      </Button>
    </div>
  );
}
