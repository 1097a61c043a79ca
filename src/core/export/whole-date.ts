import { parsePartialDate, type DatePrecision } from '../../shared/partial-date.ts';
import { millisecondsOfDay } from '../../shared/day.ts';

/** A complete date in local time as sent: days from 1970-01-01, and milliseconds of the day, null without minutes. */
export interface WholeDate {
  readonly day: number;
  readonly time: number | null;
}

const withoutDay: readonly DatePrecision[] = ['year', 'month'];
const withoutTime: readonly DatePrecision[] = ['day', 'hour'];

/** Returns null for a date that is partial or has an offset, and for anything else. Digits beyond milliseconds are cut. */
export function readWholeDate(sent: string): WholeDate | null {
  const date = parsePartialDate(sent);
  if (date === null || date.instant || withoutDay.includes(date.precision)) return null;
  const day = Math.floor(date.from / millisecondsOfDay);
  return { day, time: withoutTime.includes(date.precision) ? null : date.from - day * millisecondsOfDay };
}
