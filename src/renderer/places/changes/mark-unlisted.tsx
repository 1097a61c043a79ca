import type { ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import { formatCountOf } from '../../../shared/format-count.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { total, type ChangeKind } from '../../record/changes/change-lines.ts';
import { listed } from '../../ui/parts/as-of.ts';
import { ConfirmDialog } from '../../ui/parts/dialogs.tsx';
import { useAttempt } from '../../ui/parts/use-attempt.ts';

/** In words, what a list leaves out of the changes that are not marked as seen; empty if it has all of them. */
export type LeftOut = readonly string[];

interface Listed {
  /** The list has the changes after this generation, and those up to `looked` are already marked. */
  readonly since: number;
  readonly looked: number;
  /** Null for all. */
  readonly subjects: readonly string[] | null;
  readonly dataset: DatasetName | null;
  readonly kind: ChangeKind | null;
}

export function leftOutOf({ since, looked, subjects, dataset, kind }: Listed): LeftOut {
  return [
    ...(subjects === null ? [] : ['other subjects']),
    ...(dataset === null ? [] : ['other datasets']),
    ...(kind === null ? [] : ['other kinds of change']),
    ...(since > looked ? ['earlier passes'] : []),
  ];
}

interface Props {
  readonly card: StudyCard;
  readonly leftOut: LeftOut;
  readonly mark: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before changes are marked as seen that the list leaves out. */
export function MarkUnlisted({ card, leftOut, mark, onClose }: Props): ReactNode {
  const { busy, problem, attempt } = useAttempt();
  const of = { study: card.study, dataset: null, since: card.lookedGeneration, kind: null, subjects: null, offset: 0, limit: 1 };
  const { data } = useCall('changes.list', of);
  const all = data === null ? 'All changes' : `All ${formatCountOf(total(data.counts), 'change')}`;
  return (
    <ConfirmDialog
      title="Mark changes that are not listed as seen?"
      does="Mark all as seen"
      busy={busy}
      problem={problem}
      onConfirm={() => {
        attempt(async () => {
          await mark();
          onClose();
        });
      }}
      onClose={onClose}
    >
      <p className="t2">
        {all} of {card.study} that are not yet marked become seen. The list leaves out {listed(leftOut)}: show everything first to see them.
        Marking cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
