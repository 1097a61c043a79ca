import { memoize } from './memoize.ts';
import { millisecondsOfDay } from '../day.ts';

const wholeDate = /^(\d{4})-(\d\d)-(\d\d)(?![\d-])/;

/** Characters that tell the day, and that no more of it follows. */
const dayLength = 11;

/** The day of a whole date, as it stands on the wall and whatever its time, counted from 1970-01-01; null for what is partial or no date. */
export function calendarDay(sent: string): number | null {
  return readDay(sent.slice(0, dayLength));
}

const readDay = memoize((sent) => {
  const [, year, month, date] = wholeDate.exec(sent) ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  const at = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(date));
  return new Date(at).toISOString().slice(0, 10) === `${year}-${month}-${date}` ? at / millisecondsOfDay : null;
});

/** Days from an anchor as studies count them (SDTM's rule): the anchor's own day is 1, the one before it −1; there is no day 0. */
export function studyDay(anchor: number, at: number): number {
  return at >= anchor ? at - anchor + 1 : at - anchor;
}
