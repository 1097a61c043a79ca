import { millisecondsOfDay } from '../day.ts';
import { localSpan, type LocalSpan } from './plausible-date.ts';

/** When a medication was taken, as sent. */
export interface DatedMedication {
  readonly started: string | null;
  readonly ended: string | null;
}

/** Calendar days relative to another day; a partial date can be any from `first` to `last`. */
export interface DaysFrom {
  readonly first: number;
  readonly last: number;
}

/** `surely`: certain by its dates; `maybe`: a date is partial or unreadable; `open`: no end was recorded. */
export type Certainty = 'surely' | 'maybe' | 'open';

export interface RunningMedication<M extends DatedMedication> {
  readonly medication: M;
  /** Its start relative to the day; null if it cannot be read. */
  readonly start: DaysFrom | null;
  /** Its end relative to the day; null if none was recorded or it cannot be read. */
  readonly end: DaysFrom | null;
  readonly certainty: Certainty;
}

export interface RunningMedications<M extends DatedMedication> {
  /** Started on or before the day and not certainly ended before it; latest start first. */
  readonly running: readonly RunningMedication<M>[];
  /** Certainly ended before the day, within `recentDays`; latest end first. `maybe`: a partial end may be earlier. */
  readonly stopped: readonly RunningMedication<M>[];
  /** Without a readable start and not certainly ended before the day: unknown whether they were running. */
  readonly withoutStart: readonly M[];
}

/** Number of days before a day within which a medication counts as recently stopped. */
export const recentDays = 30;

/**
 * The medications that were running on a day (days since 1970-01-01), and those that had recently stopped. Uses the local parts of dates
 * and whole days.
 */
export function runningOn<M extends DatedMedication>(day: number, medications: readonly M[]): RunningMedications<M> {
  const [running, stopped, withoutStart]: [RunningMedication<M>[], RunningMedication<M>[], M[]] = [[], [], []];
  for (const medication of medications) {
    const start = daysFrom(day, medication.started);
    const end = daysFrom(day, medication.ended);
    if (end !== null && end.last < 0) {
      if (end.last >= -recentDays) stopped.push({ medication, start, end, certainty: end.first >= -recentDays ? 'surely' : 'maybe' });
    } else if (start === null) withoutStart.push(medication);
    else if (start.first <= 0) running.push({ medication, start, end, certainty: certaintyOf(start, end, medication) });
  }
  return {
    running: running.sort((one, other) => (other.start?.last ?? 0) - (one.start?.last ?? 0)),
    stopped: stopped.sort((one, other) => (other.end?.last ?? 0) - (one.end?.last ?? 0)),
    withoutStart,
  };
}

function certaintyOf(start: DaysFrom, end: DaysFrom | null, { ended }: DatedMedication): Certainty {
  if (start.last > 0) return 'maybe';
  if (end === null) return isSent(ended) ? 'maybe' : 'open';
  return end.first < 0 ? 'maybe' : 'surely';
}

function isSent(date: string | null): boolean {
  return date !== null && date !== '';
}

function daysFrom(day: number, sent: string | null): DaysFrom | null {
  const span: LocalSpan | null = sent === null ? null : localSpan(sent);
  const dayOf = (at: number): number => Math.floor(at / millisecondsOfDay);
  return span === null ? null : { first: dayOf(span.from) - day, last: dayOf(span.to - 1) - day };
}
