import { daysSince, formatMoment } from '../format/dates.ts';
import { formatCount, formatCountOf } from '../format/numbers.ts';
import type { DatasetStatus, StudyStatus } from '../../shared/status.ts';
import { datasetTitles } from './dataset-titles.ts';

/** How far a study's copy can be trusted. `proven`: all five passes add up; `attention`: older in part, incomplete or stale; `none`: nothing yet. */
export interface AsOf {
  readonly state: 'proven' | 'attention' | 'none';
  readonly ready: boolean;
  /** Before the moment: "Complete as of", "Four datasets as of". */
  readonly lead: string;
  /** The earliest as-of time of the five, ISO UTC; null where nothing is mirrored. */
  readonly moment: string | null;
  /** After the moment, quieter. */
  readonly rest: string;
}

const words = ['No', 'One', 'Two', 'Three', 'Four', 'Five'];
/** Days after which a copy counts as stale. */
const staleAfter = 7;
/** More datasets than this are counted, not named: the sentence must fit where it stands. */
const mostNamed = 2;

export function describeAsOf(status: StudyStatus, now: Date): AsOf {
  const mirrored = status.datasets.filter((dataset) => dataset.asOf !== null);
  const moments = mirrored.map((dataset) => dataset.asOf ?? '').toSorted();
  const moment = moments[0] ?? null;
  if (moment === null) return { state: 'none', ready: false, lead: 'Not mirrored yet', moment: null, rest: '' };
  const missing = status.datasets.filter((dataset) => dataset.asOf === null);
  if (missing.length > 0) {
    return {
      state: 'attention',
      ready: false,
      lead: `${words[mirrored.length] ?? formatCount(mirrored.length)} ${mirrored.length === 1 ? 'dataset' : 'datasets'} as of`,
      moment,
      rest: `${missing.length > mostNamed ? 'the others' : listed(missing.map(nameOf))} never completed`,
    };
  }
  const kept = status.datasets.filter((dataset) => dataset.error !== null || dataset.state === 'pending');
  if (kept.length > 0) return { state: 'attention', ready: true, lead: 'As of', moment, rest: `${notUpdated(kept, status)} since` };
  const days = daysSince(moment, now);
  if (days > staleAfter) return { state: 'attention', ready: true, lead: 'As of', moment, rest: `${formatCount(days)} days old` };
  return { state: 'proven', ready: true, lead: 'Complete as of', moment, rest: passesAddUp(status.datasets) };
}

export function momentOf(asOf: AsOf): string {
  return asOf.moment === null ? '' : formatMoment(asOf.moment);
}

/** A pass adds up when what was read is what the service said there is, before and after. */
export function addsUp(dataset: DatasetStatus): boolean {
  const { proof } = dataset;
  return proof !== null && proof.totalAtEnd !== null && proof.totalAtStart === proof.totalAtEnd;
}

/** "labs not updated", "3 of 5 datasets not updated", "none of the 5 datasets updated". */
export function notUpdated(kept: readonly DatasetStatus[], { datasets }: StudyStatus): string {
  const all = formatCountOf(datasets.length, 'dataset');
  if (kept.length === datasets.length) return `none of the ${all} updated`;
  return kept.length > mostNamed ? `${formatCount(kept.length)} of ${all} not updated` : `${listed(kept.map(nameOf))} not updated`;
}

function passesAddUp(datasets: readonly DatasetStatus[]): string {
  return `${formatCount(datasets.filter(addsUp).length)} of ${formatCount(datasets.length)} passes add up`;
}

function nameOf(dataset: DatasetStatus): string {
  return datasetTitles[dataset.dataset].toLowerCase();
}

/** "labs", "labs and vitals", "labs, vitals and responses". */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
