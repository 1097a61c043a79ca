import { describe, expect, test } from 'vitest';
import {
  binSeries,
  quantile,
  testSeries,
  timedResult,
  type PointsAnswer,
  type SeriesPoint,
} from '../../../src/shared/derive/result-series.ts';

const day = 86_400_000;

interface Result {
  readonly subject: string;
  readonly day: number;
  readonly value: number;
  readonly unit?: string;
  readonly range?: readonly [number | null, number | null];
  readonly beyond?: -1 | 0 | 1;
  readonly grade?: number;
  readonly ungraded?: boolean;
  readonly code?: string | null;
  readonly serviceCode?: string | null;
}

function answerOf(results: readonly Result[]): PointsAnswer {
  const subjects = [...new Set(results.map(({ subject }) => subject))];
  const units = [...new Set(results.flatMap(({ unit }) => unit ?? []))];
  return {
    subjects,
    units,
    leftOut: [],
    points: {
      key: results.map((_, at) => `r${String(at)}`),
      subject: results.map(({ subject }) => subjects.indexOf(subject)),
      test: results.map(() => 0),
      code: results.map(({ code }) => code ?? null),
      serviceCode: results.map(({ serviceCode }) => serviceCode ?? null),
      unit: results.map(({ unit }) => (unit === undefined ? null : units.indexOf(unit))),
      at: results.map((one) => (Number.isNaN(one.day) ? null : one.day * day)),
      day: results.map((one) => (Number.isNaN(one.day) ? null : one.day)),
      value: results.map(({ value }) => value),
      beyond: results.map(({ beyond }) => beyond ?? 0),
      flag: results.map(() => null),
      low: results.map(({ range }) => range?.[0] ?? null),
      high: results.map(({ range }) => range?.[1] ?? null),
      times: results.map(() => null),
      grade: results.map(({ grade }) => grade ?? null),
      ungraded: results.map(({ ungraded }) => ungraded ?? false),
    },
  };
}

const anchors = new Map([
  ['0012', 100],
  ['0013', 107],
]);

describe('results of one name with several codes', () => {
  const result = { subject: '0012', day: 107, value: 1 };
  const otherCodes = (results: readonly Result[]) => testSeries(answerOf(results), { place: 0, code: null }, anchors).otherCodes;

  test('are counted if their service code is not that of most, as for serum and urine', () => {
    const serum = { ...result, serviceCode: '2160-0' };
    expect(otherCodes([{ ...result, serviceCode: '2161-8' }, serum, serum, { ...serum, day: Number.NaN }])).toEqual({
      count: 1,
      keys: ['r0'],
    });
  });

  test('are counted if their test code is not, also in another unit and without a code', () => {
    const total = { ...result, code: 'BILI', unit: 'mg/dL' };
    expect(otherCodes([total, total, { ...total, code: 'BILDIR', unit: '%' }, { ...total, code: null }]).keys).toEqual(['r2', 'r3']);
  });

  test('are not if the source has no codes: an empty code is none', () => {
    expect(otherCodes([result, { ...result, serviceCode: '' }]).count).toBe(0);
  });
});

describe('the results of a test on one axis', () => {
  test('are placed in weeks from the anchor of their subject, in order of time', () => {
    const { series } = testSeries(
      answerOf([
        { subject: '0012', day: 114, value: 3 },
        { subject: '0012', day: 93, value: 1 },
        { subject: '0013', day: 107, value: 2 },
      ]),
      { place: 0, code: null },
      anchors,
    );
    expect(series.map(({ subject, points }) => [subject, points.map(({ weeks, value }) => [weeks, value])])).toEqual([
      [
        '0012',
        [
          [-1, 1],
          [2, 3],
        ],
      ],
      ['0013', [[0, 2]]],
    ]);
  });

  test('are converted into the usual unit of the test if there is one', () => {
    const creatinine = testSeries(
      answerOf([
        { subject: '0012', day: 100, value: 1, unit: 'mg/dl', range: [0.6, 1.2] },
        { subject: '0012', day: 101, value: 88.4, unit: 'umol/L', range: [50, 100] },
      ]),
      { place: 0, code: 'CREAT' },
      anchors,
    );
    expect([creatinine.unit, creatinine.results, creatinine.otherUnits]).toEqual(['mg/dL', 2, []]);
    // 88.4 umol/L of 113.12 g/mol: 88.4 × 0.011312 mg/dL.
    expect(creatinine.series[0]?.points[1]?.value).toBeCloseTo(0.99998, 5);
    expect(creatinine.converted.map(({ by, results }) => [by.from, results])).toEqual([['umol/L', 1]]);
  });

  test('leave out and count results in units that cannot be converted', () => {
    const other = testSeries(
      answerOf([
        { subject: '0012', day: 100, value: 1, unit: 'mg/dL' },
        { subject: '0012', day: 101, value: 2, unit: 'mg/dL' },
        { subject: '0013', day: 107, value: 3, unit: '%' },
      ]),
      { place: 0, code: null },
      anchors,
    );
    expect([other.unit, other.results, other.otherUnits]).toEqual(['mg/dL', 2, [{ unit: '%', results: { count: 1, keys: ['r2'] } }]]);
  });

  test('are kept apart if they cannot be converted; a bound without a unit has that of the axis', () => {
    const platelets = testSeries(
      answerOf([
        { subject: '0012', day: 100, value: 250, unit: 'THOU/uL' },
        { subject: '0012', day: 101, value: 40, unit: 'x10^9/L' },
        { subject: '0012', day: 102, value: 1000, beyond: 1 },
        { subject: '0013', day: 107, value: 30, unit: 'foo' },
        { subject: '0013', day: 108, value: 30 },
      ]),
      { place: 0, code: 'PLAT' },
      anchors,
    );
    expect(platelets.series.map(({ points }) => points.map(({ value }) => value))).toEqual([[250, 40, 1000]]);
    expect(platelets.apart.map(({ subject, points }) => [subject, points.length])).toEqual([['0013', 2]]);
    expect(platelets.otherUnits).toEqual([
      { unit: 'foo', results: { count: 1, keys: ['r3'] } },
      { unit: '', results: { count: 1, keys: ['r4'] } },
    ]);
    expect(platelets.converted).toEqual([]);
  });

  test('report subjects without an anchor and results without a complete date', () => {
    const { results, undated, unanchored, ofUnanchored } = testSeries(
      answerOf([
        { subject: '0099', day: 100, value: 1 },
        { subject: '0012', day: Number.NaN, value: 1 },
      ]),
      { place: 0, code: null },
      anchors,
    );
    expect([results, undated.keys]).toEqual([0, ['r1']]);
    expect([unanchored, ofUnanchored]).toEqual([['0099'], { count: 1, keys: ['r0'] }]);
  });

  test('give the reference range that most of them have', () => {
    const one = (range: readonly [number | null, number | null] | undefined): Result => ({
      ...{ subject: '0012', day: 100, value: 1 },
      ...(range === undefined ? {} : { range }),
    });
    const { range } = testSeries(
      answerOf([one([7, 56]), one([7, 56]), one([null, 40]), one(undefined)]),
      { place: 0, code: null },
      anchors,
    );
    expect(range).toEqual({ low: 7, high: 56, results: 2, of: 3 });
  });
});

test('counts drawn results of grade 3 and 4 in either direction, and those that could not be graded', () => {
  const { severe, ungraded, series } = testSeries(
    answerOf([
      { subject: '0012', day: 100, value: 1, grade: 2 },
      { subject: '0012', day: 101, value: 2, grade: -3 },
      { subject: '0012', day: 102, value: 3, grade: 4 },
      { subject: '0012', day: 103, value: 4, ungraded: true },
      { subject: '0014', day: 103, value: 5, grade: 4 },
      { subject: '0012', day: Number.NaN, value: 6, grade: 4 },
    ]),
    { place: 0, code: null },
    anchors,
  );
  expect([severe, ungraded]).toEqual([
    { count: 2, keys: ['r1', 'r2'] },
    { count: 1, keys: ['r3'] },
  ]);
  expect(series[0]?.points.map(({ grade }) => grade)).toEqual([2, -3, 4, null]);
});

function point(weeks: number, value: number, beyond: -1 | 0 | 1 = 0): SeriesPoint {
  return { weeks, value, beyond, at: weeks * 7 * day, day: weeks * 7, flag: 1, grade: null };
}

test('a bin has the quartiles of its subjects in any order', () => {
  const point = (value: number): SeriesPoint => ({ weeks: 1, at: 7 * day, day: 7, value, beyond: 0, flag: null, grade: null });
  const series = [9, 1, 7, 3, 5].map((value) => ({ subject: String(value), points: [point(value)] }));
  expect(binSeries(series, 2)).toEqual([{ from: 0, weeks: 1, subjects: 5, median: 5, lower: 3, upper: 7, least: 1, greatest: 9 }]);
});

test('counts each subject once per bin, with its last number, and no bounds', () => {
  const bins = binSeries(
    [
      { subject: '0012', points: [point(0, 1), point(1, 2), point(2, 10)] },
      { subject: '0013', points: [point(-1, 5), point(0, 4, -1), point(1.5, 4)] },
    ],
    2,
  );
  expect(bins.map(({ from, subjects, median }) => [from, subjects, median])).toEqual([
    [-2, 1, 5],
    [0, 2, 3],
    [2, 1, 10],
  ]);
});

test.each([
  [[1, 2, 3, 4], 0.5, 2.5],
  [[1, 2, 3, 4, 5], 0.25, 2],
  [[7], 0.75, 7],
])('the quantile of %j at %d is %d', (sorted, share, expected) => {
  expect(quantile(sorted, share)).toBe(expected);
});

test('a bound keeps its value, its flag and its direction', () => {
  expect([timedResult(point(0, 5)), timedResult(point(0, 5, -1))].map(({ value, flag, beyond }) => [value, flag, beyond])).toEqual([
    [5, 'HIGH', 0],
    [5, 'HIGH', -1],
  ]);
});
