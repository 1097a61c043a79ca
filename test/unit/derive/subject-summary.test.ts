import { describe, expect, test } from 'vitest';
import type { RangeFlag } from '../../../src/shared/derive/range-flag.ts';
import { afterBaseline, baselineOf, shiftOf, worstOf, type TimedResult } from '../../../src/shared/derive/subject-summary.ts';

function on(day: number | null, value: number | null, flag: RangeFlag | null = null, hour = 8): TimedResult {
  return { day, at: day === null ? null : (day * 24 + hour) * 3_600_000, value, flag };
}

const results = [
  on(12, 5, 'HIGH'),
  on(3, 2, 'NORMAL'),
  on(10, 3, 'NORMAL'),
  on(10, 4, 'HIGH', 14),
  on(11, null),
  on(null, 99, 'HIGH'),
  on(14, 1, 'LOW'),
];

describe('of the results of a subject', () => {
  test('the baseline is the last number on or before the day of the anchor', () => {
    expect(baselineOf(results, 10)?.value).toBe(4);
    expect(baselineOf(results, 9)?.value).toBe(2);
    expect(baselineOf(results, 11)?.value).toBe(4);
    expect(baselineOf(results, 2)).toBeNull();
  });

  test('the later ones are after that day, with a number and a date', () => {
    expect(afterBaseline(results, 10).map(({ value }) => value)).toEqual([5, 1]);
  });

  test('the worst is the first of the lowest or highest', () => {
    expect(worstOf(results, 'high')?.value).toBe(5);
    expect(worstOf(results, 'low')?.value).toBe(1);
    expect(worstOf([on(1, 7, 'LOW'), on(2, 7, 'HIGH')], 'high')?.flag).toBe('LOW');
    expect(worstOf([on(1, null)], 'low')).toBeNull();
  });
});

test.each([
  [3, 'high', 'NORMAL', 'HIGH'],
  [3, 'low', 'NORMAL', 'LOW'],
  [2, 'high', 'MISSING', 'HIGH'],
  [20, 'low', 'LOW', 'MISSING'],
] as const)('a shift from day %i, %s being worse, is from %s at the baseline to %s after it', (day, direction, baseline, worst) => {
  expect(shiftOf(results, day, direction)).toEqual({ baseline, worst });
});
