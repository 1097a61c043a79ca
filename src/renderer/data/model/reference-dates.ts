import { calendarDay } from '../../../shared/derive/study-day.ts';

export interface NamedDate {
  readonly subject: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

/** What a list of subjects with their dates holds. */
export interface ReadDates {
  readonly dates: readonly NamedDate[];
  /** Subjects that are not in the study, each once. */
  readonly unknown: readonly string[];
  /** Numbers of lines, from 1, that have no subject, or no date that can be read in one way only. */
  readonly unread: readonly number[];
  /** Subjects that have several dates: none of them is taken. */
  readonly several: readonly string[];
}

/**
 * Reads one subject and one date a line, divided by a comma, semicolon or tab; dates as 2025-09-12, also with a time behind. A first line of
 * headings is left out. A date such as 03/04/2025 may be two days, and is not read.
 */
export function referenceDatesIn(text: string, known: readonly string[]): ReadDates {
  const subjects = new Set(known);
  const dates = new Map<string, Set<string>>();
  const unknown = new Set<string>();
  const unread: number[] = [];
  text.split(/\r\n|\r|\n/).forEach((line, at) => {
    if (line.trim() === '') return;
    const [subject = '', sent = ''] = line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    const isDate = calendarDay(sent) !== null;
    if (!isDate && at === 0 && !subjects.has(subject)) return;
    if (subject === '' || !isDate) unread.push(at + 1);
    else if (!subjects.has(subject)) unknown.add(subject);
    else dates.set(subject, (dates.get(subject) ?? new Set()).add(sent.slice(0, 10)));
  });
  const all = [...dates].sort(([left], [right]) => (left < right ? -1 : 1));
  return {
    dates: all.flatMap(([subject, [date = '', ...others]]) => (others.length === 0 ? [{ subject, date }] : [])),
    unknown: [...unknown],
    unread,
    several: all.flatMap(([subject, own]) => (own.size > 1 ? [subject] : [])),
  };
}
