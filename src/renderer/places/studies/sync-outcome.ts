import type { DatasetStatus, StudyStatus, SyncResult } from '../../../shared/status.ts';
import { formatTime } from '../../ui/format/dates.ts';
import { describePendingReview } from '../../record/pending-review/pending-review-words.ts';
import type { StudySection } from '../../data/model/place.ts';
import { listed, notUpdated, waitForDecision } from '../../ui/parts/as-of.ts';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

interface Notice {
  readonly title: string;
  readonly says: string;
  readonly good: boolean;
  /** Shown even after an automatic sync. Failures stay visible on cards and stamps; a run without changes is no news. */
  readonly news: boolean;
  /** Opens the changes to review or the decision to make; null if there is nothing to do or several studies are affected. */
  readonly step: { readonly label: string; readonly study: string; readonly section: StudySection } | null;
}

/** Above this number, studies or datasets are summarized instead of named. */
const mostNamed = 2;

/**
 * Describes a sync: one notice for all complete studies, one per distinct failure, one per study that waits for a decision, and one for
 * the cancelled part.
 */
export function describeRun({ studies, code }: SyncResult): readonly Notice[] {
  if (code !== 'CANCELLED') return describeEnded(studies);
  const ended = studies.filter(({ datasets }) => datasets.every(({ error }) => error?.code !== 'CANCELLED'));
  const isAll = ended.length === 0;
  const hasCopy = studies.some(({ datasets }) => datasets.some(({ error, asOf }) => error?.code === 'CANCELLED' && asOf !== null));
  return [
    ...describeEnded(ended),
    {
      title: isAll ? 'The sync was cancelled' : 'The rest was cancelled',
      says: `${hasCopy ? (isAll ? 'Mirrored data is unchanged. ' : 'Its earlier copy is unchanged. ') : ''}The next sync continues from the pages already read.`,
      good: true,
      news: true,
      step: null,
    },
  ];
}

/** Notices for studies that were not cancelled. */
function describeEnded(studies: readonly StudyStatus[]): readonly Notice[] {
  const outcomes = studies.map(outcomeOf);
  const failures = Map.groupBy(
    outcomes.filter(({ says }) => says !== null),
    ({ what, says }) => `${what}\n${says ?? ''}`,
  );
  const complete = studies.filter((study, place) => outcomes[place]?.says === null && !isPending(study));
  return [
    ...[...failures.values()].map((alike) => ({
      title: `${named(alike.map(({ study }) => study))}: ${alike[0]?.what ?? ''}`,
      says: alike[0]?.says ?? '',
      good: false,
      news: false,
      step: null,
    })),
    ...studies.flatMap(describePending),
    ...describeComplete(
      complete.filter((study) => !isUnconfirmed(study)),
      'complete',
    ),
    ...describeComplete(complete.filter(isUnconfirmed), 'counted'),
  ];
}

/** The pages of a dataset add up, but reading them again did not confirm that all are unchanged: it may lack a record. */
function isUnconfirmed({ datasets }: StudyStatus): boolean {
  return datasets.some(({ proof }) => proof?.confirmed === false);
}

function isPending({ datasets }: StudyStatus): boolean {
  return datasets.some(({ pending }) => pending !== null);
}

/** Datasets that this run left pending. Those left by an earlier run were reported then and stay on the card. */
function describePending({ study, datasets }: StudyStatus): readonly Notice[] {
  const pending = datasets.filter(({ pending, state }) => pending !== null && state === 'pending');
  const [first] = pending;
  if (first === undefined) return [];
  const titles =
    pending.length > mostNamed
      ? ['They would lose many of their records or subjects.']
      : pending.map((dataset) => describePendingReview(dataset)?.title ?? '');
  return [
    {
      title: `${study}: ${waitForDecision(pending)}`,
      says: `${titles.join(' ')} ${pending.length === 1 ? 'The earlier copy stays' : 'The earlier copies stay'} until you decide.`,
      good: false,
      news: true,
      step: { label: 'Decide', study, section: first.dataset },
    },
  ];
}

/** What was not updated, and the message of the first failure; `says` is null if nothing failed. */
function outcomeOf(status: StudyStatus): { readonly study: string; readonly what: string; readonly says: string | null } {
  const failed = status.datasets.filter((dataset) => dataset.error !== null);
  return { study: status.study, what: notUpdated(failed, status), says: failed[0]?.error?.message ?? null };
}

/** `level`: whether all datasets are confirmed, or some were only counted. */
function describeComplete(complete: readonly StudyStatus[], level: 'complete' | 'counted'): readonly Notice[] {
  const datasets = complete.flatMap((study) => study.datasets);
  const [asOf] = datasets.flatMap((dataset) => (dataset.asOf === null ? [] : [dataset.asOf])).toSorted();
  if (asOf === undefined) return [];
  const isCounted = level === 'counted';
  const title = titleOf(complete, level, formatTime(asOf));
  const common = { title, good: !isCounted };
  if (complete.every(isFirstPass)) {
    const records = datasets.reduce((sum, dataset) => sum + dataset.records, 0);
    return [
      { ...common, says: `${formatCountOf(records, 'record')} mirrored${isCounted ? notConfirmedSays : ''}`, news: true, step: null },
    ];
  }
  const changed = complete.filter((study) => !isFirstPass(study) && countChanges(study.datasets) !== '');
  const only = changed.length === 1 ? changed[0] : undefined;
  const says = countChanges(changed.flatMap((study) => study.datasets));
  return [
    {
      ...common,
      says: `${says === '' ? 'Nothing changed' : says}${isCounted ? notConfirmedSays : ''}`,
      news: says !== '',
      step: only === undefined ? null : { label: 'Review', study: only.study, section: 'changes' },
    },
  ];
}

const notConfirmedSays = '. The data kept changing while it was read, so a record may be missing. Sync again when it is stable.';

function titleOf(studies: readonly StudyStatus[], level: 'complete' | 'counted', time: string): string {
  const names = named(studies.map(({ study }) => study));
  if (level === 'counted') return `${names} ${studies.length === 1 ? 'was' : 'were'} counted at ${time}, not confirmed`;
  return `${names} ${studies.length === 1 ? 'is' : 'are'} complete as of ${time}`;
}

function named(studies: readonly string[]): string {
  return studies.length > mostNamed ? formatCountOf(studies.length, 'study', 'studies') : listed(studies);
}

/** For example "25 new, 3 changed"; empty if nothing changed. */
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

/** Everything is new because nothing was mirrored before, so it is not reported as changes. */
function isFirstPass({ datasets }: StudyStatus): boolean {
  return datasets.every((dataset) => dataset.state === 'updated' && dataset.added === dataset.records);
}
