import type { DatasetStatus, StudyStatus, SyncResult } from '../../shared/status.ts';
import { formatTime } from '../format/dates.ts';
import { formatCount, formatCountOf } from '../format/numbers.ts';
import { listed, notUpdated } from '../parts/as-of.ts';

interface Notice {
  readonly title: string;
  readonly says: string;
  readonly good: boolean;
  /** The study whose changes can be looked at; null where there are none, or those of several. */
  readonly review: string | null;
}

/** More studies than this are counted, not named. */
const mostNamed = 2;

/** What a run has to tell: one notice for all that went well, one for each way in which studies failed. */
export function describeRun({ studies, category }: SyncResult): readonly Notice[] {
  if (category === 'CANCELLED') {
    return [
      {
        title: 'The sync was cancelled',
        says: 'What was mirrored is unchanged. The next sync goes on from the pages already read.',
        good: true,
        review: null,
      },
    ];
  }
  const outcomes = studies.map(outcomeOf);
  const failures = Map.groupBy(
    outcomes.filter(({ says }) => says !== null),
    ({ what, says }) => `${what}\n${says ?? ''}`,
  );
  return [
    ...[...failures.values()].map((alike) => ({
      title: `${named(alike.map(({ study }) => study))}: ${alike[0]?.what ?? ''}`,
      says: alike[0]?.says ?? '',
      good: false,
      review: null,
    })),
    ...describeComplete(studies.filter((_, place) => outcomes[place]?.says === null)),
  ];
}

/** What was not updated, and the sentence of the first failure; null where all went well. */
function outcomeOf(status: StudyStatus): { readonly study: string; readonly what: string; readonly says: string | null } {
  const failed = status.datasets.filter((dataset) => dataset.error !== null);
  return { study: status.study, what: notUpdated(failed, status), says: failed[0]?.error?.message ?? null };
}

function describeComplete(complete: readonly StudyStatus[]): readonly Notice[] {
  const datasets = complete.flatMap((study) => study.datasets);
  const [asOf] = datasets.flatMap((dataset) => (dataset.asOf === null ? [] : [dataset.asOf])).toSorted();
  if (asOf === undefined) return [];
  const title = `${named(complete.map(({ study }) => study))} ${complete.length === 1 ? 'is' : 'are'} complete as of ${formatTime(asOf)}`;
  if (complete.every(isFirstPass))
    return [
      {
        title,
        says: `${formatCountOf(
          datasets.reduce((sum, { records }) => sum + records, 0),
          'record',
        )} mirrored`,
        good: true,
        review: null,
      },
    ];
  const changed = complete.filter((study) => !isFirstPass(study) && countChanges(study.datasets) !== '');
  const says = countChanges(changed.flatMap((study) => study.datasets));
  return [
    { title, says: says === '' ? 'Nothing changed' : says, good: true, review: changed.length === 1 ? (changed[0]?.study ?? null) : null },
  ];
}

function named(studies: readonly string[]): string {
  return studies.length > mostNamed ? formatCountOf(studies.length, 'study', 'studies') : listed(studies);
}

/** "25 new, 3 changed"; empty when nothing changed. */
function countChanges(datasets: readonly DatasetStatus[]): string {
  const updated = datasets.filter((dataset) => dataset.state === 'updated');
  const sum = (field: 'added' | 'changed' | 'vanished'): number => updated.reduce((total, dataset) => total + dataset[field], 0);
  const parts = [
    [sum('added'), 'new'],
    [sum('changed'), 'changed'],
    [sum('vanished'), 'vanished'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatCount(count)} ${word}`)
    .join(', ');
}

/** Nothing was there before: all that is shown is new, and none of it is news. */
function isFirstPass({ datasets }: StudyStatus): boolean {
  return datasets.every((dataset) => dataset.state === 'updated' && dataset.added === dataset.records);
}
