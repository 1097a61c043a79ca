import { describe, expect, test } from 'vitest';
import { noRecords } from '../../../src/shared/derive/left-out.ts';
import { noSeries, type SeriesPoint, type SubjectSeries, type TestSeries } from '../../../src/shared/derive/result-series.ts';
import { isWorse, shifted, shiftsOf, subjectsIn } from '../../../src/shared/derive/shifts.ts';

/** Results on these days; `H`, `L`, `N` and `-` are flags. */
function subject(name: string, ...results: readonly (readonly [day: number, value: number, flag: string, beyond?: 1])[]): SubjectSeries {
  const flags = new Map([
    ['L', -1],
    ['N', 0],
    ['H', 1],
  ]);
  const points = results.map(([day, value, flag, beyond = 0]) => {
    const point = { weeks: day / 7, at: day * 86_400_000, day, value, beyond, flag: flags.get(flag) ?? null, grade: null };
    return point as SeriesPoint;
  });
  return { subject: name, points };
}

const anchors = new Map([
  ['0012', 1],
  ['0013', 1],
]);
const shifts = (series: readonly SubjectSeries[], more: Partial<TestSeries> = {}) =>
  shiftsOf('ALT', { ...noSeries, unit: 'U/L', series, ...more }, anchors);
const other = (unit: string) => ({ unit, results: noRecords });

describe('the shifts of a subject', () => {
  test('are from its baseline to the worst result after it, in both directions, with their values', () => {
    const { subjects } = shifts([subject('0013', [1, 30, 'N'], [2, 50, 'H'], [3, 90, 'H'], [4, 5, 'L']), subject('0012', [1, 30, 'N'])]);
    const value = (of: number) => ({ value: of, unit: 'U/L', beyond: 0 });
    expect(subjects).toEqual([
      {
        ...{ subject: '0012', baseline: 'NORMAL', worst: { low: 'MISSING', high: 'MISSING' } },
        values: { baseline: value(30), low: null, high: null },
      },
      {
        ...{ subject: '0013', baseline: 'NORMAL', worst: { low: 'LOW', high: 'HIGH' } },
        values: { baseline: value(30), low: value(5), high: value(90) },
      },
    ]);
  });

  test('are left out without an anchor', () => {
    expect(shifts([subject('0099', [1, 30, 'N'])]).subjects).toEqual([]);
  });

  test.each([
    [[other('mg/dL')], 'mg/dL'],
    [[other('mg/dL'), other('g/L')], 'another unit'],
    [[], 'another unit'],
  ])('may be in another unit: of %j in %s', (otherUnits, unit) => {
    const { subjects } = shifts([], { otherUnits, apart: [subject('0012', [2, 7, 'H'])] });
    expect(subjects).toMatchObject([{ worst: { high: 'HIGH' }, values: { high: { value: 7, unit } } }]);
  });

  test('show a value in the unit of the table if there is one with the worst flag', () => {
    const apart = [subject('0012', [2, 700, 'H'], [2, 1, 'L'])];
    const { subjects } = shifts([subject('0012', [3, 50, 'H'], [4, 30, 'N'])], { otherUnits: [other('mg/dL')], apart });
    expect(subjects).toMatchObject([{ values: { high: { value: 50, unit: 'U/L' }, low: { value: 1, unit: 'mg/dL' } } }]);
  });

  test('show the most extreme result if none has a flag', () => {
    const { subjects } = shifts([subject('0012', [2, 50, '-'], [3, 70, '-'])]);
    expect(subjects).toMatchObject([{ worst: { high: 'MISSING' }, values: { low: { value: 50 }, high: { value: 70 } } }]);
  });
});

test('bounds are counted', () => {
  expect(shifts([subject('0012', [1, 30, 'N', 1], [2, 30, 'N']), subject('0099', [1, 30, 'N', 1])]).bounds).toBe(2);
});

test.each([
  ['high', 'NORMAL', 'HIGH', true],
  ['high', 'LOW', 'NORMAL', true],
  ['high', 'HIGH', 'HIGH', false],
  ['high', 'HIGH', 'LOW', false],
  ['low', 'HIGH', 'NORMAL', true],
  ['low', 'NORMAL', 'LOW', true],
  ['low', 'LOW', 'NORMAL', false],
  ['high', 'MISSING', 'HIGH', false],
  ['high', 'NORMAL', 'MISSING', false],
] as const)('in the direction %s, from %s to %s is worse: %s', (direction, baseline, worst, is) => {
  expect(isWorse(direction, baseline, worst)).toBe(is);
});

test('a shift is counted among subjects with both categories', () => {
  const all = shifts([subject('0012', [1, 30, 'N'], [2, 50, 'H']), subject('0013', [1, 30, 'N'])]);
  expect([shifted(all, 'high'), shifted(all, 'low')]).toEqual([
    { worse: 1, of: 1 },
    { worse: 0, of: 1 },
  ]);
  expect(subjectsIn(all, 'high', 'NORMAL', 'HIGH').map((one) => one.subject)).toEqual(['0012']);
  expect(subjectsIn(all, 'high', 'NORMAL', 'MISSING').map((one) => one.subject)).toEqual(['0013']);
  expect(subjectsIn(all, 'low', 'NORMAL', 'NORMAL')).toEqual([]);
});
