import { quantile, type SeriesPoint, type SubjectSeries, type TestSeries } from './result-series.ts';

/** A result of a test after the day at which the axis ends. */
export interface LateResult {
  readonly test: string;
  readonly subject: string;
  /** Milliseconds of wall-clock time. */
  readonly at: number;
}

/** With fewer results, none is left out. */
const leastResults = 100;
/** The share of results within the axis, and the minimum number of subjects followed to its end. */
const nearlyAll = 0.99;
const leastSubjects = 5;
/** Results beyond that by more than this share of the time before stretch the axis. */
const mostBeyond = 1 / 3;

/**
 * The last day shown by a time axis that a few late results would stretch; the anchor day is day 1. It is the 99th percentile of all
 * results or the last result of the subject with the fifth longest follow-up, whichever is later. Null if everything is shown.
 */
export function lastShownDay(series: readonly SubjectSeries[]): number | null {
  const weeks = Float64Array.from(series.flatMap(({ points }) => points.map((point) => point.weeks))).sort();
  const ends = new Map<string, number>();
  for (const { subject, points } of series) {
    const end = points.at(-1)?.weeks;
    if (end !== undefined) ends.set(subject, Math.max(end, ends.get(subject) ?? end));
  }
  const fifth = [...ends.values()].sort((left, right) => right - left)[leastSubjects - 1];
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (weeks.length < leastResults || fifth === undefined || first === undefined || last === undefined) return null;
  const end = Math.max(fifth, quantile(weeks, nearlyAll));
  const day = dayOf(end);
  return last - end > mostBeyond * (end - first) && day >= 1 ? day : null;
}

/** Far more than the rounding error of a seventh in a double, and less than one second of a week. */
const noise = 1e-6;

function dayOf(weeks: number): number {
  return Math.floor(weeks * 7 + noise) + 1;
}

function isLate({ weeks }: SeriesPoint, day: number): boolean {
  return dayOf(weeks) > day;
}

/** The part of a test's series within the axis; subjects without results there are omitted. */
export function shownUpTo(of: TestSeries, day: number | null): TestSeries {
  if (day === null) return of;
  const series = of.series.map(({ subject, points }) => ({ subject, points: points.filter((point) => !isLate(point, day)) }));
  return { ...of, series: series.filter(({ points }) => points.length > 0) };
}

/** The results outside the axis. */
export function lateResults(parts: readonly { readonly test: string; readonly of: TestSeries }[], day: number): readonly LateResult[] {
  return parts.flatMap(({ test, of }) =>
    of.series.flatMap(({ subject, points }) =>
      points.filter((point) => isLate(point, day)).map(({ at }): LateResult => ({ test, subject, at })),
    ),
  );
}
