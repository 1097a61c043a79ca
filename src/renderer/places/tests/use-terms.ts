import { useCallback, useState } from 'react';
import type { Output, StudyCard } from '../../../shared/contract.ts';
import { type LoadState, useCall, useReloadOn } from '../../data/calls/use-call.ts';
import { useModel } from '../../data/model/model-context.ts';
import { generationOf } from '../../data/model/studies-state.ts';
import { showDone, showFailure } from '../../ui/parts/toasts.tsx';

type Read = Output<'terms.read'>;
/** The decisions of a study without their version, as passed to a change. */
export type Decisions = Omit<Read['terms'], 'version'>;

export interface StudyTermsHere extends LoadState<Read> {
  /** A change is being written and the rows are being rebuilt. */
  readonly changing: boolean;
  /** Writes a new version; a toast reports a failure. */
  readonly change: (decisions: Decisions) => void;
}

/** Reads how a study's tests and units are read, and changes it. */
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
