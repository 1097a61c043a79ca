import { useCallback, useState } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import type { Output } from '../../../shared/contract.ts';
import { type LoadState, useCall, useReloadOn } from '../../data/calls/use-call.ts';
import { useModel } from '../../data/model/model-context.ts';
import { generationOf } from '../../data/model/studies-state.ts';
import { showDone, showFailure } from '../../ui/parts/toasts.tsx';

type Read = Output<'terms.read'>;
/** What is decided, without its version: what a change hands over. */
export type Decisions = Omit<Read['terms'], 'version'>;

export interface StudyTermsHere extends LoadState<Read> {
  /** A change is being written, and the rows read anew by it. */
  readonly changing: boolean;
  /** Makes a new version; what went wrong is told. */
  readonly change: (decisions: Decisions) => void;
}

/** What a study's tests and units are taken for, and the way to change it. */
export function useTerms(card: StudyCard): StudyTermsHere {
  const { study } = card;
  const { data } = useModel();
  const read = useCall('terms.read', { study });
  const [changing, setChanging] = useState(false);
  useReloadOn(generationOf(card), read.reload);
  const version = read.data?.terms.version ?? 0;
  const { reload } = read;
  const change = useCallback(
    ({ system, ctcae, tests, units }: Decisions) => {
      setChanging(true);
      data
        .call('terms.write', { study, version, terms: { system, ctcae, tests, units } })
        .then(
          (written) => {
            if (written.changed > 0)
              showDone({
                title: `Version ${String(written.version)} of tests and units`,
                says: 'Codes, charts, flags and grades now use it.',
              });
          },
          (failure: unknown) => {
            showFailure('Tests and units were not changed', failure);
          },
        )
        .finally(() => {
          setChanging(false);
          reload();
        });
    },
    [data, study, version, reload],
  );
  return { ...read, changing, change };
}
