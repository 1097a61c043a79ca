import { lastShownDay, lateResults, shownUpTo } from './late-results.ts';
import { binSeries, quantile, type NoPoints, type SeriesBin, type SeriesPoint, type TestSeries } from './result-series.ts';

/** One test of a figure of trends. */
export interface Trend extends NoPoints {
  readonly test: string;
  readonly of: TestSeries;
  readonly bins: readonly SeriesBin[];
  /** From the first week to the last, and from the least value to the greatest, of all results that are drawn; null without any. */
  readonly extent: Extent | null;
  /** Results outside of their own ranges, of those that have one; and those that are only known to lie beyond a bound. */
  readonly outside: number;
  readonly ranged: number;
  readonly beyond: number;
  /** The median of the subjects' changes in percent, each from its own first number to its last; null of too few. */
  readonly moved: { readonly subjects: number; readonly percent: number } | null;
  /** The axis ends here; results beyond it are drawn at its end. Null: it has all of them. */
  readonly clippedAt: number | null;
  readonly clipped: number;
}

export interface Extent {
  readonly weeks: readonly [number, number];
  readonly values: readonly [number, number];
}

export interface Trends {
  readonly trends: readonly Trend[];
  /** Width of a bin, in weeks; the same for all. */
  readonly step: number;
  readonly subjects: number;
  readonly results: number;
  /** False: not every result is kept, only each subject's greatest. */
  readonly whole: boolean;
  /** Results after the last day that the axis shows; null where none stretches it. */
  readonly late: Late | null;
}

export interface Late {
  /** Day 1 is that of the anchor. */
  readonly day: number;
  readonly results: number;
  /** The keys of their records; null where they are too many to be named, or were not looked for. */
  readonly keys: readonly string[] | null;
  /** Whether they are drawn all the same, because the whole time was asked for. */
  readonly isDrawn: boolean;
}

/** A median of fewer subjects than this is not drawn: at the end of a study it would jump with whoever is left. */
export const leastInBin = 5;

/** How many times as high as nearly all results the highest may be before the axis is clipped: liver tests rise tenfold in earnest. */
const mostTimes = 8;

const steps = [1, 2, 3, 4, 6, 12, 26, 52];
const mostBins = 18;

/** Results up to which every one is kept: more lines can neither be told apart nor walked through. */
const mostWhole = 40_000;

/** One test on its axis, before the tests of a figure share their steps. */
export type TrendPart = Pick<Trend, 'test' | 'of' | keyof NoPoints>;

/**
 * The trends of tests, in their order. Counts are of all results, also where not all of them are kept; bins of all that the axis shows: a few
 * late results are not on it, unless the whole time is asked for.
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

/** Of fewer subjects a median says nothing. */
const leastMoved = 3;

/** Within subjects: the median of all who are left at a time would move with who is left. */
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

/** Of each subject its greatest result alone, which is what a mark is at. */
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

/** A few results far above all others (a wrong unit, a slipped point) would press the rest flat: the axis ends above nearly all of them. */
function clipOf({ series }: TestSeries): Pick<Trend, 'clippedAt' | 'clipped'> {
  const values = series.flatMap(({ points }) => points.map(({ value }) => value)).sort((left, right) => left - right);
  const most = values.at(-1) ?? 0;
  const usual = quantile(values, 0.99);
  if (!(usual > 0) || most <= mostTimes * usual) return { clippedAt: null, clipped: 0 };
  const clippedAt = usual * 2;
  return { clippedAt, clipped: values.filter((value) => value > clippedAt).length };
}
