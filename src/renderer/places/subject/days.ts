import { millisecondsOfDay } from '../../../shared/day.ts';
import { studyDay } from '../../../shared/derive/study-day.ts';
import { formatCalendarDay } from '../../ui/format/dates.ts';

/** The calendar day of a moment of the wall clock, counted from 1970-01-01. */
export function dayOf(at: number): number {
  return Math.floor(at / millisecondsOfDay);
}

/** `YYYY-MM-DD`. */
export function isoDay(day: number): string {
  return new Date(day * millisecondsOfDay).toISOString().slice(0, 10);
}

/** "5 Dec 2025". */
export function dateWords(at: number): string {
  return formatCalendarDay(isoDay(dayOf(at)));
}

/** How moments are said: by the days from an anchor, or by dates. */
export interface Clock {
  /** Days from 1970-01-01; null: dates are said. */
  readonly anchor: number | null;
}

/** "85", "−9"; without an anchor the date. */
export function dayNumber(clock: Clock, at: number): string {
  if (clock.anchor === null) return dateWords(at);
  const day = studyDay(clock.anchor, dayOf(at));
  return day < 0 ? `−${String(-day)}` : String(day);
}

/** "day 85"; without an anchor the date. */
export function whenWords(clock: Clock, at: number): string {
  return clock.anchor === null ? dateWords(at) : `day ${dayNumber(clock, at)}`;
}
