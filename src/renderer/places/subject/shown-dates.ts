import { millisecondsOfDay } from '../../../shared/day.ts';
import { datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { dateWords, dayOf, type Clock } from './days.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

/** Whole days from 1970-01-01, both of them within. */
export interface DaySpan {
  readonly first: number;
  readonly last: number;
}

/** Which dates the time axis shows: those of most records where a few lie far from them, all, or those that somebody marked. */
export type DateChoice = 'most' | 'all' | DaySpan;

/** A record with the days that it takes: a result one day, a medication those from its start to its end; endless where that is not known. */
export interface DatedRecord extends DaySpan {
  readonly dataset: DatasetName;
  readonly key: string;
}

/** The dated records of a subject. */
export interface DatedRecords {
  /** Results and assessments; where there are none, the medications. What lies within the dates shown and what apart is said of these. */
  readonly counted: readonly DatedRecord[];
  readonly medications: readonly DatedRecord[];
}

/** What the time axis shows of a subject's dates. */
export interface ShownDates {
  /** Null: all of them. */
  readonly span: DaySpan | null;
  /** The dates of most records; null where none lies far from the others. */
  readonly most: DaySpan | null;
  /** Counted records that miss `span`; where all is shown, those that miss `most`. */
  readonly apart: readonly DatedRecord[];
  /** Whether medications are counted, for want of anything else. */
  readonly ofMedications: boolean;
}

/** Days without a record from which on what lies beyond is far away: two years. */
const farAway = 730;
/** A few: one day with records in so many, at least one. */
const oneIn = 5;
/** The others are left no less of the width than this; else the few are left out. */
const leastShare = 1 / 3;

/**
 * The days of most records where a few days lie far from them and would leave them less than a third of the axis: as a mistyped year does.
 * A day counts once, however many records it has. Null where all is shown well together, or where it cannot be told which are the few.
 */
export function mostDays(days: readonly number[]): DaySpan | null {
  const own = [...new Set(days)].sort((left, right) => left - right);
  const kept = own.length - Math.max(1, Math.floor(own.length / oneIn));
  const [least, greatest] = [own[0], own.at(-1)];
  if (kept < 2 || least === undefined || greatest === undefined) return null;
  let [start, end] = narrowest(own, kept);
  while (start > 0 && gap(own, start) < farAway) start -= 1;
  while (end < own.length - 1 && gap(own, end + 1) < farAway) end += 1;
  const [first = least, last = greatest] = [own[start], own[end]];
  return last - first + 1 < leastShare * (greatest - least + 1) ? { first, last } : null;
}

/** The places of the first and the last of so many neighbouring days that take the least time. */
function narrowest(days: readonly number[], count: number): [number, number] {
  let best = 0;
  const length = (start: number): number => (days[start + count - 1] ?? 0) - (days[start] ?? 0);
  for (let start = 1; start + count <= days.length; start++) if (length(start) < length(best)) best = start;
  return [best, best + count - 1];
}

/** Days from the day before to this one. */
function gap(days: readonly number[], place: number): number {
  return (days[place] ?? 0) - (days[place - 1] ?? 0);
}

/** Marked dates in which nothing lies say nothing: those of most records are shown. */
export function shownDates(dated: DatedRecords, choice: DateChoice): ShownDates {
  const { counted, medications } = dated;
  const most = mostDays(daysOf(counted));
  const marked = typeof choice !== 'string' && holdsAny(dated, choice) ? choice : null;
  const span = choice === 'all' ? null : (marked ?? most);
  const measured = span ?? most;
  const apart = measured === null ? [] : counted.filter((record) => !meets(measured, record));
  return { span, most, apart, ofMedications: counted.length > 0 && counted === medications };
}

/** Whether there is anything to see in these dates: a result, an assessment or a part of a medication's bar. */
export function holdsAny({ counted, medications }: DatedRecords, span: DaySpan): boolean {
  return counted.some((record) => meets(span, record)) || medications.some((record) => meets(span, record));
}

function meets(span: DaySpan, { first, last }: DaySpan): boolean {
  return first <= span.last && last >= span.first;
}

/** The first and the last days that are known. */
export function daysOf(records: readonly DaySpan[]): readonly number[] {
  return records.flatMap(({ first, last }) => [first, last]).filter(Number.isFinite);
}

/** Without a span everything is within. */
export function isWithin(span: DaySpan | null, at: number): boolean {
  return span === null || (dayOf(at) >= span.first && dayOf(at) <= span.last);
}

/** "3 Sep 2025 to 7 Apr 2026"; one day alone. */
export function spanWords({ first, last }: DaySpan): string {
  const [from, to] = [dateWords(first * millisecondsOfDay), dateWords(last * millisecondsOfDay)];
  return from === to ? from : `${from} to ${to}`;
}

/** What a reader must know of the dates that are not shown, or that stretch the axis; null where all is shown and nothing lies far away. */
export function datesWords(dates: ShownDates, { anchor }: Clock): string | null {
  const { span, most, apart, ofMedications } = dates;
  const [measured, lies] = span === null ? [most, 'far from the other dates'] : [span, 'outside the dates shown'];
  if (measured === null) return null;
  const where = spanWords(measured);
  const counted = apartWords(apart, `${lies}, ${where}.`) ?? noneApartWords(span === null, ofMedications, where);
  const dayOne =
    span === null || anchor === null || isWithin(span, anchor * millisecondsOfDay) ? null : dateWords(anchor * millisecondsOfDay);
  return dayOne === null ? counted : `${counted} Day 1 (${dayOne}) is outside the dates shown.`;
}

/** "2 lab results (26 Jan 2091) lie …"; null where there is none. */
function apartWords(apart: readonly DatedRecord[], where: string): string | null {
  if (apart.length === 0) return null;
  const days = daysOf(apart);
  const when = spanWords({ first: days.reduce((a, b) => Math.min(a, b)), last: days.reduce((a, b) => Math.max(a, b)) });
  return `${countWords(apart.map(({ dataset }) => dataset))} (${when}) ${apart.length === 1 ? 'lies' : 'lie'} ${where}`;
}

/** A medication is apart only where no day of it is within, though its start or its end may lie far away. */
function noneApartWords(allShown: boolean, ofMedications: boolean, where: string): string {
  if (allShown) return `The start or the end of a medication record lies far from the other dates, ${where}.`;
  return ofMedications
    ? `All dated medication records extend into the dates shown, ${where}.`
    : `All dated results and assessments are within the dates shown, ${where}.`;
}

/** "2 lab results and 1 vital sign". */
function countWords(found: readonly DatasetName[]): string {
  const names = [...new Set(found)];
  const said = names.map((name) => formatCountOf(found.filter((one) => one === name).length, datasets[name].singular));
  return said.length < 2 ? said.join('') : `${said.slice(0, -1).join(', ')} and ${said.at(-1) ?? ''}`;
}
