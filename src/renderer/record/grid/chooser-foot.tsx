import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** What a reset leads back to. */
  readonly reset: string;
  readonly onReset: () => void;
  readonly onDone: () => void;
}

/** Beneath a list of columns or tests to choose from. */
export function ChooserFoot({ reset, onReset, onDone }: Props): ReactNode {
  return (
    <footer className="popover-foot">
      <Button size="xs" variant="subtle" onClick={onReset}>
        {reset}
      </Button>
      <span className="push" />
      <Button size="xs" onClick={onDone}>
        Done
      </Button>
    </footer>
  );
}
