import { describe, expect, test } from 'vitest';
import { extentOf, isMixed, seriesOf, type ResultSeries } from '../../../../src/renderer/places/subject/result-series.ts';
import { visitsOf } from '../../../../src/renderer/places/subject/visits.ts';
import type { TestResult } from '../../../../src/shared/calls/views.ts';
import { day, result } from './sample-results.ts';

function drawn(results: readonly TestResult[], unit: string | null = null): ResultSeries {
  const series = seriesOf('ALT', results, visitsOf(results), unit);
  if (isMixed(series)) throw new TypeError('The results were taken for ones in several units.');
  return series;
}

/** ALT results at visits seven days apart, starting on 2025-09-01. A visit with null has AST but no ALT. */
function atVisits(values: readonly (number | null)[]): readonly TestResult[] {
  return values.flatMap((value, index) => {
    const more = { date: `2025-09-${String(1 + 7 * index).padStart(2, '0')}`, visit: `V${String(index + 1)}` };
    const other = result({ ...more, test: 'AST', code: 'AST' });
    return value === null ? [other] : [result({ ...more, value }), other];
  });
}

describe('the results of a test over time', () => {
  test('are ordered by date and joined by a line', () => {
    const { points, runs, unit } = drawn([result({ date: '2025-10-01', value: 31 }), result({ date: '2025-09-12', value: 24 })]);
    expect(points.map(({ value }) => value)).toEqual([24, 31]);
    expect(runs.map((run) => run.length)).toEqual([2]);
    expect(unit).toBe('U/L');
  });

  test('show a bound as a point that no line reaches', () => {
    const { points, runs } = drawn([
      result({ date: '2025-09-01', value: 7 }),
      result({ date: '2025-09-08', value: null, comparator: '<', bound: 5, result: '<5' }),
      result({ date: '2025-09-15', value: 9 }),
    ]);
    expect(points.map(({ value, comparator }) => [value, comparator])).toEqual([
      [7, null],
      [5, '<'],
      [9, null],
    ]);
    expect(runs.map((run) => run.map(({ value }) => value))).toEqual([[7], [9]]);
  });

  test('keep texts and undated results apart from the plotted points', () => {
    const { points, texts, undated } = drawn([
      result({ value: null, result: 'Negative' }),
      result({ value: 3, at: null, collected: '2025' }),
      result({ date: '2025-09-20', value: 4 }),
    ]);
    expect(points).toHaveLength(1);
    expect(texts.map(({ text }) => text)).toEqual(['Negative']);
    expect(undated).toBe(1);
  });

  test('leave out carried-forward values', () => {
    expect(drawn([result({ value: 1, carriedForward: true }), result({ date: '2025-09-20', value: 4 })]).points).toHaveLength(1);
  });
});

describe('a gap', () => {
  test('is a visit between two results at which a usual test has none, and breaks the line', () => {
    const { gaps, runs } = drawn(atVisits([24, 25, null, 27]));
    expect(gaps).toEqual([{ from: day('2025-09-08'), to: day('2025-09-22'), visits: ['V3'] }]);
    expect(runs.map((run) => run.map(({ value }) => value))).toEqual([[24, 25], [27]]);
  });

  test('is not reported before the first result, after the last, or for a test measured at few visits', () => {
    expect(drawn(atVisits([null, 24, 25, null])).gaps).toEqual([]);
    expect(drawn(atVisits([24, null, null, null, 25])).gaps).toEqual([]);
  });

  test('is also a record that was sent without a result, however rare the test', () => {
    const rare = atVisits([24, null, null, null, 25]);
    const sent = result({ date: '2025-09-08', visit: 'V2', value: null, result: null });
    expect(drawn([...rare, sent]).gaps.map(({ visits }) => visits)).toEqual([['V2']]);
  });

  test('is not reported where the result is a word', () => {
    const word = result({ date: '2025-09-15', visit: 'V3', value: null, result: 'hemolyzed' });
    expect(drawn([...atVisits([24, 25, null, 27]), word]).gaps).toEqual([]);
  });
});

describe('reference ranges', () => {
  test('apply per result, from halfway to the previous one to halfway to the next', () => {
    const { bands } = drawn([
      result({ date: '2025-09-01', low: 7, high: 56 }),
      result({ date: '2025-09-11', low: 7, high: 56 }),
      result({ date: '2025-09-21', low: 10, high: 40 }),
    ]);
    expect(bands).toEqual([
      { from: Number.NEGATIVE_INFINITY, to: day('2025-09-16'), low: 7, high: 56 },
      { from: day('2025-09-16'), to: Number.POSITIVE_INFINITY, low: 10, high: 40 },
    ]);
  });

  test('are absent for a result without one, and open-ended where a limit is missing', () => {
    const { bands } = drawn([result({ date: '2025-09-01' }), result({ date: '2025-09-11', low: 60 })]);
    expect(bands).toEqual([{ from: day('2025-09-06'), to: Number.POSITIVE_INFINITY, low: 60, high: null }]);
  });

  test('are included in the extent of the value axis', () => {
    expect(extentOf(drawn([result({ value: 60, low: 7, high: 56 })]))).toEqual([7, 60]);
    expect(extentOf(drawn([result({ value: 60 })]))).toEqual([59, 61]);
    expect(extentOf(drawn([result({ value: null, result: 'Negative' })]))).toBeNull();
  });
});

describe('results in several units', () => {
  const mixed = [
    result({ date: '2025-09-01', value: 1, unit: 'mg/dL' }),
    result({ date: '2025-09-02', value: 1.1, unit: 'mg/dl' }),
    result({ date: '2025-09-03', value: 88, unit: 'umol/L' }),
  ];

  test('are not drawn until a unit is chosen, with spellings of one unit counted together', () => {
    expect(seriesOf('ALT', mixed, [], null)).toEqual({
      test: 'ALT',
      units: [
        { unit: 'mg/dL', records: 2 },
        { unit: 'umol/L', records: 1 },
      ],
    });
  });

  test('are drawn in the chosen unit, and the others counted', () => {
    const series = drawn(mixed, 'mg/dL');
    expect(series.points.map(({ value }) => value)).toEqual([1, 1.1]);
    expect(series.otherUnits).toBe(1);
  });

  test('ignore a chosen unit that none of them has', () => {
    expect(isMixed(seriesOf('ALT', mixed, [], 'g/L'))).toBe(true);
  });
});
