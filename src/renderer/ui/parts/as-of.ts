import { useEffect, useState } from 'react';
import { formatAge, formatMoment, hoursSince } from '../format/dates.ts';
import type { DatasetStatus, StudyStatus } from '../../../shared/status.ts';
import { sayWrongClock, wrongClockOf } from '../../../shared/wrong-clock.ts';
import { datasetTitles } from './dataset-titles.ts';
import { usePreferences } from '../../data/model/model-context.ts';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

/**
 * How far a study's copy can be trusted. `proven`: the passes of all datasets add up. `attention`: incomplete, stale, partly not updated,
 * not confirmed, or read while this computer's clock was wrong. `none`: nothing is mirrored yet.
 */
export interface AsOf {
  readonly state: 'proven' | 'attention' | 'none';
  readonly ready: boolean;
  /** Text before the moment: "Complete as of", "Four datasets as of". */
  readonly lead: string;
  /** The earliest as-of time of the datasets, ISO UTC; null if nothing is mirrored. */
  readonly moment: string | null;
  /** Text after the moment, less prominent. */
  readonly rest: string;
  /** "9 days old" if the copy is stale, otherwise null. */
  readonly stale: string | null;
}

export interface AgeRule {
  readonly now: Date;
  /** Copies of this age or older are stale; null if never. */
  readonly staleAfterHours: number | null;
}

const words = ['No', 'One', 'Two', 'Three', 'Four', 'Five'];
/** More datasets than this are counted instead of named, to keep the sentence short. */
const mostNamed = 2;

export function describeAsOf(status: StudyStatus, age: AgeRule): AsOf {
  const mirrored = status.datasets.filter((dataset) => dataset.asOf !== null);
  const moments = mirrored.map((dataset) => dataset.asOf ?? '').toSorted();
  const moment = moments[0] ?? null;
  if (moment === null) return { state: 'none', ready: false, lead: 'Not mirrored yet', moment: null, rest: '', stale: null };
  const stale = staleAge(moment, age);
  const missing = status.datasets.filter((dataset) => dataset.asOf === null);
  if (missing.length > 0) {
    return {
      state: 'attention',
      ready: false,
      lead: `${words[mirrored.length] ?? formatCount(mirrored.length)} ${mirrored.length === 1 ? 'dataset' : 'datasets'} as of`,
      moment,
      rest: `${missing.length > mostNamed ? 'the others' : listed(missing.map(nameOf))} never completed`,
      stale,
    };
  }
  const rest = whatIsOld(status);
  if (rest !== null) return { state: 'attention', ready: true, lead: 'As of', moment, rest, stale };
  if (stale !== null) return { state: 'attention', ready: true, lead: 'As of', moment, rest: '', stale };
  const counted = status.datasets.filter(({ proof }) => proof?.confirmed === false);
  if (counted.length > 0) return { state: 'attention', ready: true, lead: 'Counted at', moment, rest: onlyCounted(counted, status), stale };
  const unconfirmed = status.datasets.filter((dataset) => !addsUp(dataset));
  if (unconfirmed.length > 0)
    return { state: 'attention', ready: true, lead: 'Complete as of', moment, rest: notConfirmed(unconfirmed), stale };
  const wrongClock = status.datasets.map(({ proof }) => wrongClockOf(proof)).find((ahead) => ahead !== null);
  if (wrongClock !== undefined)
    return {
      state: 'attention',
      ready: true,
      lead: 'Complete as of',
      moment,
      rest: `this computer’s clock was ${sayWrongClock(wrongClock)}`,
      stale,
    };
  const all = formatCount(status.datasets.length);
  return { state: 'proven', ready: true, lead: 'Complete as of', moment, rest: `${all} of ${all} passes add up`, stale };
}

export function momentOf(asOf: AsOf): string {
  return asOf.moment === null ? '' : formatMoment(asOf.moment);
}

/** A pass adds up if the service reported the same total at its start and end. */
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

/** "labs wait for your decision", "3 datasets wait for your decision". */
export function waitForDecision(pending: readonly DatasetStatus[]): string {
  const names = pending.length > 1 ? formatCountOf(pending.length, 'dataset') : listed(pending.map(nameOf));
  return `${names} wait for your decision`;
}

/** "count of labs not confirmed": there is no total from the service that the pass could be checked against. */
function notConfirmed(unconfirmed: readonly DatasetStatus[]): string {
  return `count of ${unconfirmed.length > mostNamed ? formatCountOf(unconfirmed.length, 'dataset') : listed(unconfirmed.map(nameOf))} not confirmed`;
}

/** "not confirmed", "labs and vitals not confirmed": their pages add up, but reading them again did not confirm that all are unchanged. */
function onlyCounted(counted: readonly DatasetStatus[], { datasets }: StudyStatus): string {
  if (counted.length === datasets.length) return 'not confirmed';
  return `${counted.length > mostNamed ? formatCountOf(counted.length, 'dataset') : listed(counted.map(nameOf))} not confirmed`;
}

/** Pending decisions come first: failed updates may be fixed by the next sync. */
function whatIsOld(status: StudyStatus): string | null {
  const pending = status.datasets.filter(({ pending }) => pending !== null);
  if (pending.length > 0) return waitForDecision(pending);
  const kept = status.datasets.filter(({ error }) => error !== null);
  return kept.length > 0 ? `${notUpdated(kept, status)} since` : null;
}

function staleAge(moment: string, { now, staleAfterHours }: AgeRule): string | null {
  const hours = hoursSince(moment, now);
  return staleAfterHours !== null && hours >= staleAfterHours ? formatAge(hours) : null;
}

function nameOf(dataset: DatasetStatus): string {
  return datasetTitles[dataset.dataset].toLowerCase();
}

/** "labs", "labs and vitals", "labs, vitals and responses". */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** "Labs, vitals and responses". */
export function titlesOf(datasets: readonly DatasetStatus[]): string {
  return listed(datasets.map(({ dataset }, place) => (place === 0 ? datasetTitles[dataset] : datasetTitles[dataset].toLowerCase())));
}

const minute = 60_000;

/** `describeAsOf` with the stale age from the settings, updated every minute. */
export function useAsOf(status: StudyStatus): AsOf {
  const { sync } = usePreferences();
  const now = useNow(minute);
  return describeAsOf(status, { now, staleAfterHours: sync.staleAfterHours });
}

/** The current time, updated every `every` milliseconds. */
export function useNow(every: number): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(new Date());
    }, every);
    return () => {
      clearInterval(timer);
    };
  }, [every]);
  return now;
}
