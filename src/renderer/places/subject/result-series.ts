import type { TestResult } from '../../../shared/calls/views.ts';
import type { RangeFlag } from '../../../shared/derive/range-flag.ts';
import { signedGrade } from '../../../shared/derive/grade-course.ts';
import { axisUnit, type AxisUnit } from '../../../shared/derive/axis-unit.ts';
import { unitMeaning } from '../../../shared/units/read-unit.ts';
import type { Visit } from './visits.ts';
import { highestOf, lowestOf } from '../../../shared/derive/extremes.ts';

/** One result with a date, placed at its number or, if only a bound such as "<5" is known, at that bound. */
export interface SeriesPoint {
  readonly key: string;
  readonly at: number;
  readonly value: number;
  /** Null for a number; otherwise the comparator of a bound, which is drawn hollow and never joined by a line. */
  readonly comparator: TestResult['comparator'];
  readonly flag: RangeFlag | null;
  readonly visit: string | null;
  /** The result as received. */
  readonly result: string;
  readonly unit: string | null;
  readonly low: number | null;
  readonly high: number | null;
  /** As returned by `signedGrade`. */
  readonly grade: number | null;
}

/** A time span with visits at which the test has no result. Lines never cross it. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly visits: readonly string[];
}

/** A time span over which one reference range is drawn. A missing limit is open. */
export interface RangeBand {
  /** Infinite at the first and the last result. */
  readonly from: number;
  readonly to: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface ResultSeries {
  readonly test: string;
  readonly code: string | null;
  /** Unit of the axis; null if the results have none. */
  readonly unit: string | null;
  readonly points: readonly SeriesPoint[];
  /** Numbers joined by a line. */
  readonly runs: readonly (readonly SeriesPoint[])[];
  readonly gaps: readonly Gap[];
  readonly bands: readonly RangeBand[];
  /** Text results, which have no position on the value axis. */
  readonly texts: readonly { readonly key: string; readonly at: number; readonly text: string }[];
  /** Number of numbers and bounds without a readable date, which only the table shows. */
  readonly undated: number;
  /** Number of results on dates that the axis does not show. */
  readonly notShown: number;
  /** Number of results in units that cannot be placed on the axis. */
  readonly otherUnits: number;
}

/** A test with results in units that must not share an axis. */
export interface MixedUnits {
  readonly test: string;
  /** Most frequent first; "" if no unit was sent. */
  readonly units: readonly { readonly unit: string; readonly records: number }[];
}

/**
 * The series of a test, or its units if they cannot be converted into each other and none was chosen yet. `visits`: all visits named by
 * the subject's results in the dataset.
 */
export function seriesOf(
  test: string,
  results: readonly TestResult[],
  visits: readonly Visit[],
  chosenUnit: string | null,
): ResultSeries | MixedUnits {
  const own = results.filter((result) => result.test === test && !result.carriedForward);
  const code = own.find((result) => result.code !== null)?.code ?? null;
  const axes = axesOf(own, code);
  const chosen = axes.find(({ unit }) => unit === chosenUnit) ?? null;
  if (axes.length > 1 && chosen === null) return { test, units: axes.map(({ unit, results: of }) => ({ unit, records: of.length })) };
  const axis = chosen ?? axes[0] ?? null;
  const kept = own.filter((result) => !isPlaced(result) || axis?.results.includes(result) === true);
  const points = kept.flatMap((result) => pointOf(result, axis)).sort((left, right) => left.at - right.at);
  const gaps = gapsOf(points, kept, visits);
  return {
    test,
    code,
    unit: shownUnit(axis, points),
    points,
    runs: runsOf(points, gaps),
    gaps,
    bands: bandsOf(points),
    texts: kept.flatMap(textOf),
    undated: kept.filter((result) => result.at === null && isPlaced(result)).length,
    notShown: 0,
    otherUnits: own.length - kept.length,
  };
}

export function isMixed(series: ResultSeries | MixedUnits): series is MixedUnits {
  return 'units' in series;
}

function isPlaced({ value, bound }: TestResult): boolean {
  return value !== null || bound !== null;
}

/** Results that can share an axis. */
interface Axis extends AxisUnit {
  readonly results: readonly TestResult[];
}

/** The axes needed to show all results, the one with most results first. */
function axesOf(results: readonly TestResult[], code: string | null): readonly Axis[] {
  const axes: Axis[] = [];
  let rest = results.filter(isPlaced);
  while (rest.length > 0) {
    const axis = axisUnit(
      rest.map((result) => ({ unit: result.unit, numbers: result.value === null ? 0 : 1 })),
      code,
    );
    const placed = rest.filter((result) => axis.place(result.unit, result.value === null) !== null);
    if (placed.length === 0) break;
    axes.push({ ...axis, results: placed });
    rest = rest.filter((result) => !placed.includes(result));
  }
  return axes.sort((left, right) => right.results.length - left.results.length);
}

/** The unit as written with the last result, if it means the same as the unit of the axis. */
function shownUnit(axis: Axis | null, points: readonly SeriesPoint[]): string | null {
  const last = points.findLast(({ unit }) => unit !== null)?.unit ?? null;
  if (axis === null || axis.unit === '') return last;
  return last !== null && unitMeaning(last) === unitMeaning(axis.unit) ? last : axis.unit;
}

function pointOf(result: TestResult, axis: Axis | null): readonly SeriesPoint[] {
  const { key, at, comparator, flag, visit, unit } = result;
  const value = result.value ?? result.bound;
  const placing = axis?.place(result.unit, result.value === null) ?? null;
  if (at === null || value === null || placing === null) return [];
  const [low, high] = [result.low, result.high].map((limit) => (limit === null ? null : placing.convert(limit)));
  return [
    {
      ...{ key, at, value: placing.convert(value), comparator: result.value === null ? comparator : null, flag, visit },
      ...{ result: result.result ?? String(value), unit, low: low ?? null, high: high ?? null },
      grade: signedGrade(result.gradeLow, result.gradeHigh),
    },
  ];
}

function textOf(result: TestResult): ResultSeries['texts'] {
  return result.at === null || isPlaced(result) || result.result === null || result.result === ''
    ? []
    : [{ key: result.key, at: result.at, text: result.result }];
}

/**
 * Gaps between consecutive results. A visit counts as missing if the test has an empty record there, or if the test has results at half or
 * more of the visits from its first to its last result.
 */
function gapsOf(points: readonly SeriesPoint[], results: readonly TestResult[], visits: readonly Visit[]): readonly Gap[] {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return [];
  const has = new Set(points.map(({ visit }) => visit));
  const empty = new Set(results.filter((result) => !isPlaced(result) && (result.result ?? '') === '').map(({ visit }) => visit));
  const answered = new Set(results.filter((result) => !isPlaced(result) && (result.result ?? '') !== '').map(({ visit }) => visit));
  const within = visits.filter(({ at }) => at >= first.at && at <= last.at);
  const isUsual = 2 * within.filter(({ visit }) => has.has(visit)).length >= within.length;
  const without = within.filter(({ visit }) => !has.has(visit) && !answered.has(visit) && (isUsual || empty.has(visit)));
  return points.slice(1).flatMap((to, place) => {
    const from = points[place] ?? to;
    const between = without.filter(({ at }) => at > from.at && at < to.at);
    return between.length === 0 ? [] : [{ from: from.at, to: to.at, visits: between.map(({ visit }) => visit) }];
  });
}

function runsOf(points: readonly SeriesPoint[], gaps: readonly Gap[]): readonly (readonly SeriesPoint[])[] {
  const ends = new Set(gaps.map(({ from }) => from));
  const runs: SeriesPoint[][] = [[]];
  for (const point of points) {
    if (point.comparator === null) runs.at(-1)?.push(point);
    // The value beyond a bound is unknown, so the line ends before it.
    else if (runs.at(-1)?.length !== 0) runs.push([]);
    if (ends.has(point.at)) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/** The range of each result, from halfway to the previous result to halfway to the next. Equal neighbouring ranges are merged. */
export function bandsOf(points: readonly SeriesPoint[]): readonly RangeBand[] {
  const bands: RangeBand[] = [];
  points.forEach(({ at, low, high }, place) => {
    const before = points[place - 1]?.at;
    const after = points[place + 1]?.at;
    const from = before === undefined ? Number.NEGATIVE_INFINITY : (before + at) / 2;
    const to = after === undefined ? Number.POSITIVE_INFINITY : (at + after) / 2;
    if (low === null && high === null) return;
    const last = bands.at(-1);
    if (last?.to === from && last.low === low && last.high === high) bands[bands.length - 1] = { ...last, to };
    else bands.push({ from, to, low, high });
  });
  return bands;
}

/** The smallest and largest value of results, bounds and range limits; null if there is none. */
export function extentOf({ points, bands }: Pick<ResultSeries, 'points' | 'bands'>): readonly [number, number] | null {
  const numbers = [...points.map(({ value }) => value), ...bands.flatMap(({ low, high }) => [low, high].filter((limit) => limit !== null))];
  if (numbers.length === 0) return null;
  const [least, most] = [lowestOf(numbers), highestOf(numbers)];
  return least === most ? [least - 1, most + 1] : [least, most];
}
