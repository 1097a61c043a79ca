import { useState } from 'react';
import type { DatasetStatus, PendingReview } from '../../../shared/status.ts';
import { formatMoment } from '../../ui/format/dates.ts';
import { titlesOf } from '../../ui/parts/as-of.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { reportOf } from '../../../shared/errors.ts';
import { refreshStudy } from '../../data/model/actions.ts';
import { useModel, usePlace } from '../../data/model/model-context.ts';
import { studyPlace } from '../../data/model/place.ts';
import { showDone } from '../../ui/parts/toasts.tsx';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

export interface PendingReviewQuestion {
  /** "Labs would shrink from 50,000 to 0 records." */
  readonly title: string;
  /** "The earlier copy of 13 May 2026, 18:20 stays until you decide." */
  readonly says: string;
  /** The effect of showing the new copy, with numbers. */
  readonly consequence: string;
  /** "Show 0 records" */
  readonly accept: string;
}

/** The shrink guard's question for one dataset; null if nothing is pending review. */
export function describePendingReview({ dataset, pending, asOf }: DatasetStatus): PendingReviewQuestion | null {
  if (pending === null) return null;
  const noun = datasetTitles[dataset].toLowerCase();
  const { records, lost } = pending;
  const from = formatCount(records + lost);
  const whom = describeSubjects(pending);
  const earlier = asOf === null ? 'The earlier copy' : `The earlier copy of ${formatMoment(asOf)}`;
  return {
    title: titleOf(datasetTitles[dataset], pending),
    says: `${earlier} stays until you decide.`,
    consequence: `The service sent ${formatCountOf(records, 'record')} on ${formatMoment(pending.asOf)}, and all completeness checks passed. If you show it instead of the earlier copy, the table, counts and exports go from ${from} to ${formatCountOf(records, 'record')}: ${formatCount(Math.abs(lost))} ${lost < 0 ? 'more' : 'fewer'} ${noun}.${whom} Vanished records stay readable in Changes; the earlier copy as a whole cannot be restored.`,
    accept: `Show ${formatCountOf(records, 'record')}`,
  };
}

/** States the drop in records, the number of subjects that would lose all their records, or both. */
function titleOf(title: string, { records, lost, subjects }: PendingReview): string {
  const shrinks = `${title} would shrink from ${formatCount(records + lost)} to ${formatCountOf(records, 'record')}`;
  if (subjects === undefined || subjects.lost === 0) return `${shrinks}.`;
  const of = `${formatCount(subjects.lost)} of ${formatCountOf(subjects.before, 'subject')}`;
  return lost > 0 ? `${shrinks}, and lose all records of ${of}.` : `${title} would lose all records of ${of}.`;
}

function describeSubjects({ subjects }: PendingReview): string {
  if (subjects === undefined || subjects.lost === 0) return '';
  return ` Of the ${formatCountOf(subjects.before, 'subject')} shown now, ${formatCount(subjects.lost)} have no records in the new copy.`;
}

/** " Vitals and responses still wait for your decision.", to append to a sentence; empty if nothing else is pending review. */
export function describeOthers(pending: readonly DatasetStatus[]): string {
  return pending.length === 0 ? '' : ` ${titlesOf(pending)} still wait for your decision.`;
}

interface Decision {
  /** Shows the copy that is pending review. Returns false if that failed; `problem` says why. */
  readonly accept: () => Promise<boolean>;
  /** Discards it and keeps the earlier copy. Returns like `accept`. */
  readonly discard: () => Promise<boolean>;
  readonly deciding: boolean;
  /** Why the last attempt failed. */
  readonly problem: string | null;
}

/** The two answers to the shrink guard's question. Both reload the study's card, even if they fail. */
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
      // Another window or the command line may have decided in the meantime.
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
          says: `Vanished records stay readable in Changes.${alsoWaiting()}`,
          step: { label: 'Review', take: review },
        });
      }),
    discard: () =>
      decide('shrink.discard', () => {
        showDone({
          title: `${study} keeps its earlier ${noun}`,
          says: `The smaller copy is discarded. The next sync reads the data again, and asks again if there are still so few records.${alsoWaiting()}`,
        });
      }),
  };
}
