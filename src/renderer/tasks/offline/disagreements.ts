import type { StudyStatus } from '../../../shared/status.ts';
import { hoursSince } from '../../ui/format/dates.ts';
import { listed, waitForDecision } from '../../ui/parts/as-of.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

/** Passes of one sync end within this many hours. A dataset older than the latest by more is from a different sync. */
const hoursOfOneSync = 6;

/**
 * Why the datasets of a study, each proven on its own, do not agree on the subjects: sentences without a full stop; empty if they agree.
 * Group members without records are no disagreement, because screening failures have none. Neither is a sync that failed for all datasets,
 * because the copies are still from the same time.
 */
export function disagreementsOf(status: StudyStatus): readonly string[] {
  return [...outsideGroup(status), ...ofOtherTimes(status)];
}

/** Whether all datasets are mirrored and agree on the subjects. */
export function isReady(status: StudyStatus): boolean {
  return status.datasets.length > 0 && status.datasets.every(({ asOf }) => asOf !== null) && disagreementsOf(status).length === 0;
}

function outsideGroup({ datasets }: StudyStatus): readonly string[] {
  const all = datasets.find(({ dataset }) => dataset === 'subjects')?.subjects?.outsideGroup ?? 0;
  const most = Math.max(all, ...datasets.map(({ subjects }) => subjects?.outsideGroup ?? 0));
  if (most === 0) return [];
  const where = datasets
    .filter(({ dataset, subjects }) => dataset !== 'subjects' && (subjects?.outsideGroup ?? 0) > 0)
    .map(({ dataset, subjects }) => `${formatCount(subjects?.outsideGroup ?? 0)} in ${datasetTitles[dataset].toLowerCase()}`);
  const named = where.length === 0 ? '' : ` (${where.join(', ')})`;
  return [`${formatCountOf(most, 'subject')} with records ${most === 1 ? 'is' : 'are'} not in the Group${named}`];
}

function ofOtherTimes({ datasets }: StudyStatus): readonly string[] {
  const pending = datasets.filter(({ pending }) => pending !== null);
  const failed = datasets.filter(({ error }) => error !== null);
  const apart = failed.length === datasets.length ? [] : failed;
  const latest =
    datasets
      .map(({ asOf }) => asOf ?? '')
      .toSorted()
      .at(-1) ?? '';
  const older = datasets.filter(
    (one) => one.asOf !== null && !pending.includes(one) && !apart.includes(one) && hoursSince(one.asOf, new Date(latest)) > hoursOfOneSync,
  );
  const names = (some: typeof datasets): string => listed(some.map(({ dataset }) => datasetTitles[dataset].toLowerCase()));
  return [
    ...(pending.length === 0 ? [] : [waitForDecision(pending)]),
    ...(apart.length === 0 ? [] : [`${names(apart)} could not be updated with the others`]),
    ...(older.length === 0 ? [] : [`${names(older)} are older than the others`]),
  ];
}
