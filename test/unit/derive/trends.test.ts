import { describe, expect, test } from 'vitest';
import { noSeries, nothingLeftOut, type SeriesPoint, type SubjectSeries } from '../../../src/shared/derive/result-series.ts';
import { trendsOf, type Trend } from '../../../src/shared/derive/trends.ts';

/** Results of a subject, one week after the other. */
function subject(name: string, ...values: readonly (number | Partial<SeriesPoint>)[]): SubjectSeries {
  const points = values.map((one, week): SeriesPoint => {
    const usual = { weeks: week, at: week * 604_800_000, day: 7 * week, value: 0, beyond: 0 as const, flag: null, grade: null };
    return { ...usual, ...(typeof one === 'number' ? { value: one } : one) };
  });
  return { subject: name, points };
}

const partOf = (series: readonly SubjectSeries[], results = 1) => ({
  ...{ test: 'ALT', of: { ...noSeries, series, results }, ...nothingLeftOut },
});

function trendOf(...series: readonly SubjectSeries[]): Trend {
  const [trend] = trendsOf([partOf(series)]).trends;
  if (trend === undefined) throw new Error('No trend.');
  return trend;
}

describe('the change within subjects', () => {
  const [rising, falling, level] = [subject('1', 10, 5, 15), subject('2', 20, 10), subject('3', 8, 8)];

  test('is the median of three subjects or more, in percent of the first number', () => {
    expect(trendOf(rising, falling, level).moved).toEqual({ subjects: 3, percent: 0 });
    expect(trendOf(rising, falling).moved).toBeNull();
  });

  test('does not count subjects with one number, whose first is 0, or with bounds', () => {
    const bounded = subject('6', { value: 90, beyond: 1 }, 10, 12, { value: 1, beyond: -1 });
    expect(trendOf(rising, falling, level, subject('4', 7), subject('5', 0, 7)).moved?.subjects).toBe(3);
    expect(trendOf(rising, falling, bounded).moved).toEqual({ subjects: 3, percent: 20 });
    expect(trendOf(rising, falling, subject('7', { value: 90, beyond: 1 }, 10)).moved).toBeNull();
  });
});

test('results outside their range, with a range and beyond a bound are counted', () => {
  const counted = trendOf(subject('1', { flag: 1 }, { flag: 0 }, { flag: -1, beyond: -1 }, { flag: null, beyond: 1 }));
  expect(counted).toMatchObject({ outside: 2, ranged: 3, beyond: 2 });
});

describe('the axis', () => {
  test('covers the weeks and values of all subjects', () => {
    expect(trendOf(subject('1', 4, 9), subject('2', 5, 2, 3)).extent).toEqual({ weeks: [0, 2], values: [2, 9] });
    expect(trendOf().extent).toBeNull();
  });

  const usual = Array.from({ length: 20 }, (_, at) => subject(String(at), ...Array.from({ length: 10 }, () => 1)));

  test.each([
    [8, null, 0],
    [8.1, 2, 1],
  ])('with a result %d times as high as nearly all others ends at %s, with %i beyond', (value, clippedAt, clipped) => {
    expect(trendOf(subject('high', value), ...usual)).toMatchObject({ clippedAt, clipped });
  });

  test('is divided by all the weeks that it covers, also before the anchor', () => {
    const from = (week: number): SubjectSeries => subject('1', { weeks: week }, { weeks: 10 });
    expect([trendsOf([partOf([from(-8)])], true).step, trendsOf([partOf([from(-9)])], true).step]).toEqual([1, 2]);
  });

  test('is not clipped without positive results', () => {
    expect(trendOf(subject('1', 0, 0))).toMatchObject({ clippedAt: null, clipped: 0 });
    expect(trendOf()).toMatchObject({ clippedAt: null, clipped: 0 });
  });
});

test.each([
  [40_000, true, 3],
  [40_001, false, 1],
])('of %i results all are included: %s', (results, whole, points) => {
  const trends = trendsOf([partOf([subject('1', 4, 9, 5), subject('2')], results)]);
  expect(trends).toMatchObject({ results, whole, subjects: 2 });
  expect(trends.trends[0]?.of.series.map((one) => one.points.length)).toEqual([points, 0]);
  if (!whole) expect(trends.trends[0]?.of.series[0]?.points).toMatchObject([{ value: 9, weeks: 1 }]);
});

test('subjects with results of several tests count once', () => {
  expect(trendsOf([partOf([subject('1', 1)]), partOf([subject('1', 1), subject('2', 1)])])).toMatchObject({ subjects: 2, results: 2 });
});
