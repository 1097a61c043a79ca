import type { ReactNode } from 'react';
import type { EventData } from '../../../shared/contract.ts';
import { formatSize } from '../../ui/format/numbers.ts';
import { WorkProgress } from '../../ui/parts/work-progress.tsx';

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
    <WorkProgress
      says={counted ? `${formatSize(progress.bytes)} of ${formatSize(progress.of)} ${done}` : before}
      share={counted ? progress.bytes / progress.of : 0}
      label="Share of the site pack"
      cancel="Cancel"
      onCancel={onCancel}
    />
  );
}
