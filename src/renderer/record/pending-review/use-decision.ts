import { useState } from 'react';
import { reportOf } from '../../../shared/errors.ts';
import type { DatasetStatus } from '../../../shared/status.ts';
import { formatCountOf } from '../../ui/format/numbers.ts';
import { refreshStudy } from '../../data/model/actions.ts';
import { useModel, usePlace } from '../../data/model/model-context.ts';
import { studyPlace } from '../../data/model/place.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { showDone } from '../../ui/parts/toasts.tsx';
import { describeOthers } from './held-back-words.ts';

interface Decision {
  /** Shows what is held back; false where that failed, which `problem` tells. */
  readonly accept: () => Promise<boolean>;
  /** Forgets it: the earlier copy stays. */
  readonly discard: () => Promise<boolean>;
  readonly deciding: boolean;
  /** Why the last try failed. */
  readonly problem: string | null;
}

/** Both answers to the shrink guard's question; the study's card is read again after either. */
export function useDecision(study: string, { dataset }: DatasetStatus): Decision {
  const model = useModel();
  const { go } = usePlace();
  const [deciding, setDeciding] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const noun = datasetTitles[dataset].toLowerCase();
  const decide = async (call: 'shrink.accept' | 'shrink.discard', done: (status: DatasetStatus) => void): Promise<boolean> => {
    setDeciding(true);
    setProblem(null);
    try {
      const status = await model.data.call(call, { study, dataset });
      await refreshStudy(model, study);
      done(status);
      return true;
    } catch (error: unknown) {
      setProblem(reportOf(error).message);
      // Another window or the command line may have decided meanwhile.
      await refreshStudy(model, study);
      return false;
    } finally {
      setDeciding(false);
    }
  };
  const alsoWaiting = (): string => {
    const card = model.studies.get().cards?.find((known) => known.study === study);
    return describeOthers(card?.status.datasets.filter(({ pending }) => pending !== null) ?? []);
  };
  const review = (): void => {
    go(studyPlace(study, 'changes'));
  };
  return {
    deciding,
    problem,
    accept: () =>
      decide('shrink.accept', ({ records }) => {
        showDone({
          title: `${study}, ${noun}: ${formatCountOf(records, 'record')} ${records === 1 ? 'is' : 'are'} shown now`,
          says: `What vanished stays readable in Changes.${alsoWaiting()}`,
          step: { label: 'Review', take: review },
        });
      }),
    discard: () =>
      decide('shrink.discard', () => {
        showDone({
          title: `${study} keeps its earlier ${noun}`,
          says: `The smaller copy is forgotten. The next sync reads them anew, and asks again if they are still so few.${alsoWaiting()}`,
        });
      }),
  };
}
