import { calendarDay } from '../../../shared/derive/study-day.ts';

export interface NamedDate {
  readonly subject: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

/** The content of a list of subjects and dates. */
export interface ReadDates {
  readonly dates: readonly NamedDate[];
  /** Subjects that are not in the study, each once. */
  readonly unknown: readonly string[];
  /** Numbers of lines, from 1, without a subject or an unambiguous date. */
  readonly unread: readonly number[];
  /** Subjects with several different dates, none of which is used. */
  readonly several: readonly string[];
}

/**
 * Reads one subject and one date per line, separated by a comma, semicolon or tab. Dates are written as 2025-09-12, optionally followed by
 * a time. A header line is skipped. A date such as 03/04/2025 is ambiguous and is not read.
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
