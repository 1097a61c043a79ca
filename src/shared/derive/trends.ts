import { lastShownDay, lateResults, shownUpTo } from './late-results.ts';
import { binSeries, quantile, type NoPoints, type SeriesBin, type SeriesPoint, type TestSeries } from './result-series.ts';

/** One test of a figure of trends. */
export interface Trend extends NoPoints {
  readonly test: string;
  readonly of: TestSeries;
  readonly bins: readonly SeriesBin[];
  /** The weeks and values of all drawn results; null without any. */
  readonly extent: Extent | null;
  /** Results outside their own range, results that have a range, and results known only to be beyond a bound. */
  readonly outside: number;
  readonly ranged: number;
  readonly beyond: number;
  /** The median of the subjects' percent changes from their first number to their last; null with too few subjects. */
  readonly moved: { readonly subjects: number; readonly percent: number } | null;
  /** The axis ends here and results beyond it are drawn at its end. Null if it shows all of them. */
  readonly clippedAt: number | null;
  readonly clipped: number;
}

export interface Extent {
  readonly weeks: readonly [number, number];
  readonly values: readonly [number, number];
}

export interface Trends {
  readonly trends: readonly Trend[];
  /** Width of a bin in weeks, the same for all tests. */
  readonly step: number;
  readonly subjects: number;
  readonly results: number;
  /** False: only each subject's greatest result is included. */
  readonly whole: boolean;
  /** Results after the last day of the axis; null if none stretches it. */
  readonly late: Late | null;
}

export interface Late {
  /** The anchor day is day 1. */
  readonly day: number;
  readonly results: number;
  /** The keys of their records; null if there are too many to name, or they were not looked up. */
  readonly keys: readonly string[] | null;
  /** Whether they are drawn anyway, because the whole time was requested. */
  readonly isDrawn: boolean;
}

/** A median of fewer subjects is not drawn: at the end of a study it would jump with the remaining subjects. */
export const leastInBin = 5;

/** The axis is clipped if the highest result exceeds nearly all others by this factor: liver tests can really rise tenfold. */
const mostTimes = 8;

const steps = [1, 2, 3, 4, 6, 12, 26, 52];
const mostBins = 18;

/** Maximum number of results that are all included: more lines cannot be distinguished or navigated. */
const mostWhole = 40_000;

/** One test on its axis, before the tests of a figure share their steps. */
export type TrendPart = Pick<Trend, 'test' | 'of' | keyof NoPoints>;

/**
 * The trends of tests, in order. Counts cover all results, even if not all are included; bins cover what the axis shows, which excludes a
 * few late results unless the whole time is requested.
 */
export function trendsOf(parts: readonly TrendPart[], wholeTime = false): Trends {
  const late = lateOf(parts, wholeTime);
  const drawn = parts.map(({ of }) => shownUpTo(of, late === null || wholeTime ? null : late.day));
  const extents = drawn.map(extentOf);
  const span =
    extents.reduce((last, one) => Math.max(last, one?.weeks[1] ?? 0), 0) -
    extents.reduce((first, one) => Math.min(first, one?.weeks[0] ?? 0), 0);
  const step = steps.find((one) => span / one <= mostBins) ?? 104;
  const results = parts.reduce((sum, { of }) => sum + of.results, 0);
  const whole = results <= mostWhole;
  return {
    trends: parts.map((part, at): Trend => {
      const shown = drawn[at] ?? part.of;
      return {
        ...part,
        of: whole ? shown : outlineOf(shown),
        bins: binSeries(shown.series, step),
        extent: extents[at] ?? null,
        ...countsOf(part.of),
        moved: movedIn(part.of),
        ...clipOf(shown),
      };
    }),
    step,
    subjects: new Set(parts.flatMap(({ of }) => of.series.map(({ subject }) => subject))).size,
    results,
    whole,
    late,
  };
}

function lateOf(parts: readonly TrendPart[], isDrawn: boolean): Late | null {
  const day = lastShownDay(parts.flatMap(({ of }) => of.series));
  return day === null ? null : { day, results: lateResults(parts, day).length, keys: null, isDrawn };
}

function countsOf({ series }: TestSeries): Pick<Trend, 'outside' | 'ranged' | 'beyond'> {
  const counts = { outside: 0, ranged: 0, beyond: 0 };
  for (const { points } of series)
    for (const { flag, beyond } of points) {
      if (flag !== null) counts.ranged++;
      if (flag !== null && flag !== 0) counts.outside++;
      if (beyond !== 0) counts.beyond++;
    }
  return counts;
}

/** With fewer subjects a median says nothing. */
const leastMoved = 3;

/** Within subjects, because the median of all remaining subjects would depend on who remains. */
function movedIn({ series }: TestSeries): Trend['moved'] {
  const changes = series.flatMap(({ points }) => changeOf(points)).sort((left, right) => left - right);
  return changes.length < leastMoved ? null : { subjects: changes.length, percent: quantile(changes, 0.5) };
}

function changeOf(points: readonly SeriesPoint[]): readonly number[] {
  const numbers = points.filter(({ beyond }) => beyond === 0);
  const [first, last] = [numbers[0]?.value, numbers.at(-1)?.value];
  return first === undefined || last === undefined || numbers.length < 2 || first === 0 ? [] : [(100 * (last - first)) / first];
}

function extentOf({ series }: TestSeries): Extent | null {
  let [first, last, least, greatest] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { points } of series) {
    first = Math.min(first, points[0]?.weeks ?? Infinity);
    last = Math.max(last, points.at(-1)?.weeks ?? -Infinity);
    for (const { value } of points) {
      if (value < least) least = value;
      if (value > greatest) greatest = value;
    }
  }
  return Number.isFinite(least) ? { weeks: [first, last], values: [least, greatest] } : null;
}

/** Keeps only each subject's greatest result, where its mark is drawn. */
function outlineOf(of: TestSeries): TestSeries {
  return {
    ...of,
    series: of.series.map(({ subject, points }) => {
      const greatest = greatestOf(points);
      return { subject, points: greatest === null ? [] : [greatest] };
    }),
  };
}

function greatestOf(points: readonly SeriesPoint[]): SeriesPoint | null {
  return points.reduce<SeriesPoint | null>((best, point) => (best === null || point.value > best.value ? point : best), null);
}

/**
 * A few results far above all others (wrong unit, misplaced decimal point) would flatten the rest, so the axis ends above nearly all of
 * them.
 */
function clipOf({ series }: TestSeries): Pick<Trend, 'clippedAt' | 'clipped'> {
  const values = series.flatMap(({ points }) => points.map(({ value }) => value)).sort((left, right) => left - right);
  const most = values.at(-1) ?? 0;
  const usual = quantile(values, 0.99);
  if (!(usual > 0) || most <= mostTimes * usual) return { clippedAt: null, clipped: 0 };
  const clippedAt = usual * 2;
  return { clippedAt, clipped: values.filter((value) => value > clippedAt).length };
}
