import { Button, Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EventData } from '../../shared/contract.ts';
import { formatSize } from '../format/numbers.ts';

interface Props {
  readonly progress: EventData<'pack.progress'> | null;
  /** What is being done before any byte is counted. */
  readonly before: string;
  /** "packed", "taken in". */
  readonly done: string;
  readonly onCancel: () => void;
}

/** How far the work on a site pack is, and the way to stop it. */
export function PackProgress({ progress, before, done, onCancel }: Props): ReactNode {
  const counted = progress !== null && progress.of > 0;
  return (
    <div className="pack-foot">
      <div className="pack-progress">
        <span className="small t2 num" aria-live="off">
          {counted ? `${formatSize(progress.bytes)} of ${formatSize(progress.of)} ${done}` : before}
        </span>
        <Progress value={counted ? (progress.bytes / progress.of) * 100 : 0} aria-label="Share of the site pack" />
      </div>
      <Button size="md" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
