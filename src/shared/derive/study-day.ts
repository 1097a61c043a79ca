import { memoize } from './memoize.ts';
import { millisecondsOfDay } from '../day.ts';

const wholeDate = /^(\d{4})-(\d\d)-(\d\d)(?![\d-])/;

/** Characters needed to read the day and to see that nothing more of it follows. */
const dayLength = 11;

/** The day of a whole date by the wall clock, regardless of its time, as days since 1970-01-01; null if it is partial or not a date. */
export function calendarDay(sent: string): number | null {
  return readDay(sent.slice(0, dayLength));
}

const readDay = memoize((sent) => {
  const [, year, month, date] = wholeDate.exec(sent) ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  const at = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(date));
  return new Date(at).toISOString().slice(0, 10) === `${year}-${month}-${date}` ? at / millisecondsOfDay : null;
});

/** Study day relative to an anchor (SDTM's rule): the anchor day is 1, the day before it −1; there is no day 0. */
export function studyDay(anchor: number, at: number): number {
  return at >= anchor ? at - anchor + 1 : at - anchor;
}
