import { millisecondsOfDay } from '../../../shared/day.ts';
import { datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { dateWords, dayOf, type Clock } from './days.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

/** Days since 1970-01-01, both inclusive. */
export interface DaySpan {
  readonly first: number;
  readonly last: number;
}

/** Which dates the time axis shows: those of most records (without a few far from them), all, or a marked span. */
export type DateChoice = 'most' | 'all' | DaySpan;

/** A record with its days: one day for a result, start to end for a medication; an unknown end is infinite. */
export interface DatedRecord extends DaySpan {
  readonly dataset: DatasetName;
  readonly key: string;
}

/** The dated records of a subject. */
export interface DatedRecords {
  /** The records that decide about and are counted against the dates shown: results and assessments, or medications if there are none. */
  readonly counted: readonly DatedRecord[];
  readonly medications: readonly DatedRecord[];
}

/** What the time axis shows of a subject's dates. */
export interface ShownDates {
  /** Null if all dates are shown. */
  readonly span: DaySpan | null;
  /** The dates of most records; null if none is far from the others. */
  readonly most: DaySpan | null;
  /** Counted records outside `span` or, if all dates are shown, outside `most`. */
  readonly apart: readonly DatedRecord[];
  /** Whether medications are counted because there are no results or assessments. */
  readonly ofMedications: boolean;
}

/** Dates are far away if this many days without a record (two years) separate them from the others. */
const farAway = 730;
/** At most one in this many days with records, but at least one, can be left out as far away. */
const oneIn = 5;
/** Far dates are left out only if they would leave the other dates less than this share of the axis. */
const leastShare = 1 / 3;

/**
 * The days of most records if a few days, for example with a mistyped year, are far from them and would leave them less than a third of
 * the axis. A day counts once, however many records it has. Null if all days fit well, or if there are too few days to tell.
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

/** First and last index of the `count` consecutive days that span the least time. */
function narrowest(days: readonly number[], count: number): [number, number] {
  let best = 0;
  const length = (start: number): number => (days[start + count - 1] ?? 0) - (days[start] ?? 0);
  for (let start = 1; start + count <= days.length; start++) if (length(start) < length(best)) best = start;
  return [best, best + count - 1];
}

/** Days between the previous entry and this one. */
function gap(days: readonly number[], place: number): number {
  return (days[place] ?? 0) - (days[place - 1] ?? 0);
}

/** A marked span without any record is ignored; the dates of most records are shown instead. */
export function shownDates(dated: DatedRecords, choice: DateChoice): ShownDates {
  const { counted, medications } = dated;
  const most = mostDays(daysOf(counted));
  const marked = typeof choice !== 'string' && holdsAny(dated, choice) ? choice : null;
  const span = choice === 'all' ? null : (marked ?? most);
  const measured = span ?? most;
  const apart = measured === null ? [] : counted.filter((record) => !meets(measured, record));
  return { span, most, apart, ofMedications: counted.length > 0 && counted === medications };
}

/** Whether a result, an assessment or part of a medication is within these dates. */
export function holdsAny({ counted, medications }: DatedRecords, span: DaySpan): boolean {
  return counted.some((record) => meets(span, record)) || medications.some((record) => meets(span, record));
}

function meets(span: DaySpan, { first, last }: DaySpan): boolean {
  return first <= span.last && last >= span.first;
}

/** All known first and last days of the records. */
export function daysOf(records: readonly DaySpan[]): readonly number[] {
  return records.flatMap(({ first, last }) => [first, last]).filter(Number.isFinite);
}

/** Always true without a span. */
export function isWithin(span: DaySpan | null, at: number): boolean {
  return span === null || (dayOf(at) >= span.first && dayOf(at) <= span.last);
}

/** For example "3 Sep 2025 to 7 Apr 2026", or one date for a single day. */
export function spanWords({ first, last }: DaySpan): string {
  const [from, to] = [dateWords(first * millisecondsOfDay), dateWords(last * millisecondsOfDay)];
  return from === to ? from : `${from} to ${to}`;
}

/** Explains which dates are not shown or stretch the axis; null if all are shown and none is far away. */
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

/** For example "2 lab results (26 Jan 2091) lie …"; null if there are none. */
function apartWords(apart: readonly DatedRecord[], where: string): string | null {
  if (apart.length === 0) return null;
  const days = daysOf(apart);
  const when = spanWords({ first: days.reduce((a, b) => Math.min(a, b)), last: days.reduce((a, b) => Math.max(a, b)) });
  return `${countWords(apart.map(({ dataset }) => dataset))} (${when}) ${apart.length === 1 ? 'lies' : 'lie'} ${where}`;
}

/** For when no record is apart: a medication whose start or end is far away is not apart if any of its days is within. */
function noneApartWords(allShown: boolean, ofMedications: boolean, where: string): string {
  if (allShown) return `The start or the end of a medication record lies far from the other dates, ${where}.`;
  return ofMedications
    ? `All dated medication records extend into the dates shown, ${where}.`
    : `All dated results and assessments are within the dates shown, ${where}.`;
}

/** For example "2 lab results and 1 vital sign". */
function countWords(found: readonly DatasetName[]): string {
  const names = [...new Set(found)];
  const said = names.map((name) => formatCountOf(found.filter((one) => one === name).length, datasets[name].singular));
  return said.length < 2 ? said.join('') : `${said.slice(0, -1).join(', ')} and ${said.at(-1) ?? ''}`;
}
