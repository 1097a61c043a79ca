import type { TimedResult } from './subject-summary.ts';
import type { UnitConversion } from '../units/convert-unit.ts';
import { millisecondsOfDay } from '../day.ts';
import { axisUnit, type SentUnit } from './axis-unit.ts';
import { isSevere } from './grade-course.ts';
import { leftOutRecords, noRecords, type LeftOutRecords } from './left-out.ts';

/**
 * Results that are numbers or bounds, by column, each in its unit (`unitOfResult`). All lists have the same length. `subject`, `test` and
 * `unit` are indexes into the lists of names.
 */
export interface ResultPoints {
  /** The key of its record. */
  readonly key: string[];
  readonly subject: number[];
  readonly test: number[];
  /** The test code of its own record; null if it has none. Results of one name may have several. */
  readonly code: (string | null)[];
  /** The service's own code for it; null or empty if it has none. */
  readonly serviceCode: (string | null)[];
  readonly unit: (number | null)[];
  /** Milliseconds of wall-clock time as if it were UTC; null without a whole, plausible date (`isPlausibleAt`). */
  readonly at: (number | null)[];
  /** Days since 1970-01-01; null if `at` is. */
  readonly day: (number | null)[];
  /** The number as sent; for a result known only to be beyond a bound, the bound. */
  readonly value: number[];
  /** −1: the result is below `value`; 1: above; 0: equal. */
  readonly beyond: (-1 | 0 | 1)[];
  /** Relative to its own range: −1 below, 0 within, 1 above; null without a flag. */
  readonly flag: (-1 | 0 | 1 | null)[];
  /** Limits of its own range; null if there are none. */
  readonly low: (number | null)[];
  readonly high: (number | null)[];
  /** × ULN of its own range. */
  readonly times: (number | null)[];
  /** CTCAE grade (`signedGrade`); null if it has none. */
  readonly grade: (number | null)[];
  /** Whether its test is graded but this result is not. */
  readonly ungraded: boolean[];
}

/** Results of some tests; each name is listed once. */
export interface PointsAnswer {
  readonly subjects: readonly string[];
  readonly units: readonly string[];
  readonly points: ResultPoints;
  /** By test: results without a subject, texts without a number, and repetitions of an earlier measurement. */
  readonly leftOut: readonly NoPoints[];
}

/** The results of a test that are no points. */
export interface NoPoints {
  readonly nameless: LeftOutRecords;
  readonly texts: LeftOutRecords;
  readonly carriedForward: LeftOutRecords;
}

/** For a test all of whose results are points. */
export const nothingLeftOut: NoPoints = { nameless: noRecords, texts: noRecords, carriedForward: noRecords };

/** A test to make series of; `place` is its index among the requested tests. */
export interface AskedTest {
  readonly place: number;
  /** LBTESTCD or VSTESTCD; null if the reviewed lists have none. */
  readonly code: string | null;
}

/** One result of a series, in the unit of the series. */
export interface SeriesPoint {
  /** Weeks from midnight at the start of the anchor day. */
  readonly weeks: number;
  readonly at: number;
  readonly day: number;
  readonly value: number;
  /** −1: the result is below `value`; 1: above; 0: equal. */
  readonly beyond: -1 | 0 | 1;
  readonly flag: -1 | 0 | 1 | null;
  /** CTCAE grade (`signedGrade`); null if it has none. */
  readonly grade: number | null;
}

export interface SubjectSeries {
  readonly subject: string;
  /** First to last. */
  readonly points: readonly SeriesPoint[];
}

/** The most frequent reference range of the results, in the unit of the series. */
export interface UsualRange {
  readonly low: number | null;
  readonly high: number | null;
  /** Results with this range, and with any range. */
  readonly results: number;
  readonly of: number;
}

/** The results of one test on one axis. */
export interface TestSeries {
  /** UCUM if it is understood, otherwise as sent; empty if results have no unit. */
  readonly unit: string;
  readonly series: readonly SubjectSeries[];
  readonly results: number;
  /** Results that were converted to `unit`, by conversion. */
  readonly converted: readonly { readonly by: UnitConversion; readonly results: number }[];
  /** Results with a date and an anchor whose units cannot be converted: not on the axis, but with the flag of their own range. */
  readonly otherUnits: readonly { readonly unit: string; readonly results: LeftOutRecords }[];
  readonly apart: readonly SubjectSeries[];
  readonly range: UsualRange | null;
  /** Of `results`, those of CTCAE grade 3 or 4, and those that could not be graded although their test is. */
  readonly severe: LeftOutRecords;
  readonly ungraded: LeftOutRecords;
  /**
   * Results that share the axis, or a shift table, although their service code or test code is not the most frequent of their name: they
   * may be of another specimen or method.
   */
  readonly otherCodes: LeftOutRecords;
  /** Results without a whole, plausible date: a partial date does not say where on the axis, or on which side of an anchor, it is. */
  readonly undated: LeftOutRecords;
  /** Subjects without an anchor, and their results. */
  readonly unanchored: readonly string[];
  readonly ofUnanchored: LeftOutRecords;
}

/** For a test without results. */
export const noSeries: TestSeries = {
  ...{ unit: '', series: [], results: 0, converted: [], otherUnits: [], apart: [], range: null, severe: noRecords, ungraded: noRecords },
  ...{ otherCodes: noRecords, undated: noRecords, unanchored: [], ofUnanchored: noRecords },
};

/** Puts the results of a test on one axis, in the most frequent unit or converted to it. `anchors`: days since 1970-01-01 by subject. */
export function testSeries(answer: PointsAnswer, { place, code }: AskedTest, anchors: ReadonlyMap<string, number>): TestSeries {
  const { points, units, subjects } = answer;
  const own = [...points.test.keys()].filter((at) => points.test[at] === place);
  const unitAt = (at: number): string | null => units[points.unit[at] ?? -1] ?? null;
  const axis = axisUnit(sentUnits(own, unitAt, points), code);
  const [onAxis, apart] = [new Map<string, SeriesPoint[]>(), new Map<string, SeriesPoint[]>()];
  const unanchored = new Set<string>();
  const converted = new Map<UnitConversion, number>();
  const others = new Map<string, string[]>();
  const left = { undated: [] as string[], ofUnanchored: [] as string[] };
  const graded = { severe: [] as string[], ungraded: [] as string[] };
  const ranges = new Map<string, RangeCount>();
  const coded = new Map<string, string[]>();
  let results = 0;
  for (const at of own) {
    const subject = subjects[points.subject[at] ?? -1] ?? '';
    const [key, anchor, beyond] = [points.key[at] ?? '', anchors.get(subject), points.beyond[at] ?? 0];
    const [time, day] = [points.at[at] ?? null, points.day[at] ?? null];
    if (anchor === undefined) {
      unanchored.add(subject);
      left.ofUnanchored.push(key);
    } else if (time === null || day === null) left.undated.push(key);
    else {
      const unit = unitAt(at);
      const placing = axis.place(unit, beyond !== 0);
      if (placing === null) others.set(unit ?? '', withKey(others.get(unit ?? ''), key));
      else {
        results++;
        if (isSevere(points.grade[at] ?? null)) graded.severe.push(key);
        if (points.ungraded[at] === true) graded.ungraded.push(key);
        const { by, convert } = placing;
        if (by !== null && by.factor !== 1) converted.set(by, (converted.get(by) ?? 0) + 1);
        const [low, high] = [points.low[at] ?? null, points.high[at] ?? null];
        if (low !== null || high !== null) count(ranges, low === null ? null : convert(low), high === null ? null : convert(high));
      }
      const codes = `${points.code[at] ?? ''}\n${points.serviceCode[at] ?? ''}`;
      coded.set(codes, withKey(coded.get(codes), key));
      const value = points.value[at] ?? 0;
      put(placing === null ? apart : onAxis, subject, {
        ...{ weeks: (time / millisecondsOfDay - anchor) / 7, at: time, day },
        ...{ value: placing === null ? value : placing.convert(value), beyond, flag: points.flag[at] ?? null },
        grade: points.grade[at] ?? null,
      });
    }
  }
  return {
    ...{ unit: axis.unit, series: inOrder(onAxis), results, apart: inOrder(apart), range: usualRange(ranges) },
    converted: [...converted].map(([by, count]) => ({ by, results: count })),
    otherUnits: [...others].map(([unit, keys]) => ({ unit, results: leftOutRecords(keys) })),
    severe: leftOutRecords(graded.severe),
    ungraded: leftOutRecords(graded.ungraded),
    otherCodes: leftOutRecords(
      [...coded.values()]
        .toSorted((one, other) => other.length - one.length)
        .slice(1)
        .flat(),
    ),
    undated: leftOutRecords(left.undated),
    unanchored: [...unanchored].sort(),
    ofUnanchored: leftOutRecords(left.ofUnanchored),
  };
}

function sentUnits(own: readonly number[], unitAt: (at: number) => string | null, { beyond }: ResultPoints): readonly SentUnit[] {
  const numbers = new Map<string | null, number>();
  for (const at of own) numbers.set(unitAt(at), (numbers.get(unitAt(at)) ?? 0) + (beyond[at] === 0 ? 1 : 0));
  return [...numbers].map(([unit, count]) => ({ unit, numbers: count }));
}

function withKey(keys: string[] = [], key: string): string[] {
  keys.push(key);
  return keys;
}

function put(bySubject: Map<string, SeriesPoint[]>, subject: string, point: SeriesPoint): void {
  const known = bySubject.get(subject);
  if (known === undefined) bySubject.set(subject, [point]);
  else known.push(point);
}

function inOrder(bySubject: ReadonlyMap<string, SeriesPoint[]>): readonly SubjectSeries[] {
  return [...bySubject].map(([subject, points]) => ({ subject, points: points.sort((left, right) => left.at - right.at) }));
}

interface RangeCount {
  readonly low: number | null;
  readonly high: number | null;
  results: number;
}

function count(ranges: Map<string, RangeCount>, low: number | null, high: number | null): void {
  const name = `${String(low)} ${String(high)}`;
  const known = ranges.get(name);
  if (known === undefined) ranges.set(name, { low, high, results: 1 });
  else known.results++;
}

function usualRange(ranges: ReadonlyMap<string, RangeCount>): UsualRange | null {
  const all = [...ranges.values()];
  const [usual] = all.toSorted((left, right) => right.results - left.results);
  return usual === undefined ? null : { ...usual, of: all.reduce((sum, { results }) => sum + results, 0) };
}

/** The results of all subjects within one time step; each subject counts once, with its last numeric result. */
export interface SeriesBin {
  /** The start of the bin, and its middle. */
  readonly from: number;
  readonly weeks: number;
  readonly subjects: number;
  readonly median: number;
  /** The interquartile range. */
  readonly lower: number;
  readonly upper: number;
  readonly least: number;
  readonly greatest: number;
}

/** Bins of this many weeks, counted from the anchor, without censored results. */
export function binSeries(series: readonly SubjectSeries[], weeks: number): readonly SeriesBin[] {
  const bins = new Map<number, Map<string, number>>();
  for (const { subject, points } of series)
    for (const { weeks: at, value, beyond } of points) {
      if (beyond !== 0) continue;
      const bin = Math.floor(at / weeks);
      const values = bins.get(bin) ?? new Map<string, number>();
      bins.set(bin, values.set(subject, value));
    }
  return [...bins]
    .sort(([left], [right]) => left - right)
    .map(([bin, values]) => {
      const sorted = [...values.values()].sort((left, right) => left - right);
      const at = (share: number): number => quantile(sorted, share);
      return {
        ...{ from: bin * weeks, weeks: (bin + 0.5) * weeks, subjects: sorted.length },
        ...{ median: at(0.5), lower: at(0.25), upper: at(0.75), least: at(0), greatest: at(1) },
      };
    });
}

/** Linear interpolation between sorted values; NaN if there are none. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

const flagNames = ['LOW', 'NORMAL', 'HIGH'] as const;

/** Converts a point to the form used by summaries. */
export function timedResult({ at, day, value, beyond, flag }: SeriesPoint): TimedResult & Pick<SeriesPoint, 'beyond'> {
  return { at, day, value, beyond, flag: flag === null ? null : (flagNames[flag + 1] ?? null) };
}
