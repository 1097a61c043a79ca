import { isoDay, millisecondsOfDay } from '../../../shared/day.ts';
import { studyDay } from '../../../shared/derive/study-day.ts';
import { formatCalendarDay } from '../../ui/format/dates.ts';

/** The calendar day of a wall-clock time, in days since 1970-01-01. */
export function dayOf(at: number): number {
  return Math.floor(at / millisecondsOfDay);
}

/** For example "5 Dec 2025". */
export function dateWords(at: number): string {
  return formatCalendarDay(isoDay(dayOf(at)));
}

/** Whether times are written as study days or as dates. */
export interface Clock {
  /** Day 1 in days since 1970-01-01; null means that dates are written. */
  readonly anchor: number | null;
}

/** For example "85" or "−9"; the date if there is no anchor. */
export function dayNumber(clock: Clock, at: number): string {
  if (clock.anchor === null) return dateWords(at);
  const day = studyDay(clock.anchor, dayOf(at));
  return day < 0 ? `−${String(-day)}` : String(day);
}

/** For example "day 85"; the date if there is no anchor. */
export function whenWords(clock: Clock, at: number): string {
  return clock.anchor === null ? dateWords(at) : `day ${dayNumber(clock, at)}`;
}
