import type { SyncResult, StudyStatus } from '../../shared/status.ts';
import { formatTime } from '../format/dates.ts';
import { formatCount } from '../format/numbers.ts';
import { listed } from '../parts/as-of.ts';
import { datasetTitles } from '../parts/dataset-titles.ts';

interface Outcome {
  readonly title: string;
  readonly says: string;
  readonly good: boolean;
  /** There is something to look at in Changes. */
  readonly review: boolean;
}

/** How a study came out of a run; null where it has nothing to tell. */
export function describeOutcome(status: StudyStatus, category: SyncResult['category']): Outcome | null {
  if (category === 'CANCELLED') {
    return { title: `The sync of ${status.study} was cancelled`, says: 'What was mirrored is unchanged. The next sync goes on from the pages already read.', good: true, review: false };
  }
  const failed = status.datasets.filter((dataset) => dataset.error !== null);
  const [first] = failed;
  if (first?.error) {
    const names = listed(failed.map((dataset) => datasetTitles[dataset.dataset].toLowerCase()));
    return { title: `${status.study}: ${names} not updated`, says: first.error.message, good: false, review: false };
  }
  const moments = status.datasets.flatMap((dataset) => (dataset.asOf === null ? [] : [dataset.asOf])).toSorted();
  const [asOf] = moments;
  if (asOf === undefined) return null;
  if (isFirstMirror(status)) return { title: `${status.study} is complete as of ${formatTime(asOf)}`, says: `${formatCount(recordsOf(status))} records mirrored`, good: true, review: false };
  const changes = countChanges(status);
  return { title: `${status.study} is complete as of ${formatTime(asOf)}`, says: changes === '' ? 'Nothing changed' : changes, good: true, review: changes !== '' };
}

/** "25 new, 3 changed"; empty when nothing changed. */
function countChanges(status: StudyStatus): string {
  const updated = status.datasets.filter((dataset) => dataset.state === 'updated');
  const sum = (field: 'added' | 'changed' | 'vanished'): number => updated.reduce((total, dataset) => total + dataset[field], 0);
  const parts = [[sum('added'), 'new'], [sum('changed'), 'changed'], [sum('vanished'), 'vanished']] as const;
  return parts.filter(([count]) => count > 0).map(([count, word]) => `${formatCount(count)} ${word}`).join(', ');
}

/** Nothing was there before: all that is shown is new, and none of it is news. */
function isFirstMirror(status: StudyStatus): boolean {
  return status.datasets.every((dataset) => dataset.state === 'updated' && dataset.added === dataset.records);
}

function recordsOf(status: StudyStatus): number {
  return status.datasets.reduce((sum, dataset) => sum + dataset.records, 0);
}
