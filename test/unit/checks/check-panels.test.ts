import { describe, expect, test } from 'vitest';
import { copiedPanels, twoAtOnce, type KnownPanels } from '../../../src/core/checks/check-panels.ts';
import type { Result } from '../../../src/core/checks/read-courses.ts';
import { allCandidates, plainResult } from './plain-results.ts';

/** The numbers of one time as results; a null is a result without a number. */
function panel(
  time: number,
  numbers: readonly (number | null)[],
  more: (place: number) => Partial<Result> = () => ({}),
): readonly Result[] {
  return numbers.map((number, place) =>
    plainResult(100 * time + place, { test: `T${String(place)}`, collected: `2025-01-0${String(time)}T08:00`, number, ...more(place) }),
  );
}

function copied(results: readonly Result[], subject = '0012', known: KnownPanels = new Map(), dataset: 'labs' | 'vitals' = 'labs') {
  return copiedPanels(dataset, results, subject, known).map((one) => [one.subject, one.first.rowid]);
}

const eight = [1, 2, 3, 4, 5, 6, 7, 8];
const other = [8, 7, 6, 5, 4, 3, 2, 1];

describe('a panel equal to the previous one', () => {
  test('is found from eight labs and five vital signs on', () => {
    expect(copied([...panel(1, eight), ...panel(2, eight)])).toEqual([['0012', 200]]);
    expect(copied([...panel(1, eight.slice(1)), ...panel(2, eight.slice(1))])).toEqual([]);
    const [five, four] = [eight.slice(3), eight.slice(4)];
    expect(copied([...panel(1, five), ...panel(2, five)], '0012', new Map(), 'vitals')).toEqual([['0012', 200]]);
    expect(copied([...panel(1, four), ...panel(2, four)], '0012', new Map(), 'vitals')).toEqual([]);
  });

  test('may have other tests as well, if eight of them are equal', () => {
    expect(copied([...panel(1, eight), ...panel(2, [...eight, 9])])).toEqual([['0012', 200]]);
    expect(copied([...panel(1, [...eight, 9]), ...panel(2, eight)])).toEqual([['0012', 200]]);
    const renamed = panel(2, eight, (place) => (place === 0 ? { test: 'other' } : {}));
    expect(copied([...panel(1, eight), ...renamed])).toEqual([]);
  });

  test('is none if one number differs, or one with few numbers lies between', () => {
    expect(copied([...panel(1, eight), ...panel(2, [...eight.slice(0, 7), 9])])).toEqual([]);
    expect(copied([...panel(1, eight), ...panel(2, [1]), ...panel(3, eight)])).toEqual([['0012', 300]]);
    expect(copied([...panel(1, eight), ...panel(2, other), ...panel(3, eight)])).toEqual([]);
  });

  test.each<[string, Partial<Result>]>([
    ['without a number', { number: null }],
    ['without a date', { collected: null }],
    ['without a test', { test: null }],
    ['of a height', { code: 'HEIGHT' }],
    ['of a body surface', { code: 'BSA' }],
    ['of a body mass index', { code: 'BMI' }],
  ])('does not count a result %s', (_what, odd) => {
    const withOdd = (time: number): readonly Result[] => panel(time, eight, (place) => (place === 0 ? odd : {}));
    expect(copied([...withOdd(1), ...withOdd(2)])).toEqual([]);
  });
});

describe('equal panels of two subjects', () => {
  test('are both found, whatever the order of their tests', () => {
    const known: KnownPanels = new Map();
    expect(copied(panel(1, eight), '0012', known)).toEqual([]);
    expect(copied(panel(2, eight).toReversed(), '0013', known)).toEqual([
      ['0012', 100],
      ['0013', 207],
    ]);
    expect(copied(panel(3, other), '0014', known)).toEqual([]);
  });

  test('of one subject are not, unless they follow each other', () => {
    const known: KnownPanels = new Map();
    expect(copied([...panel(1, eight), ...panel(2, other)], '0012', known)).toEqual([]);
    expect(copied(panel(3, eight), '0012', known)).toEqual([]);
  });

  test.each<[string, readonly number[]]>([
    ['a fraction', [...eight.slice(0, 7), 8.0000001]],
    ['their sign', [...eight.slice(0, 7), -8]],
    ['one number more', [...eight, 0]],
  ])('are not equal if they differ by %s', (_what, numbers) => {
    const known: KnownPanels = new Map();
    copied(panel(1, eight), '0012', known);
    expect(copied(panel(2, numbers), '0013', known)).toEqual([]);
  });

  test('are not equal if two tests have exchanged their numbers', () => {
    const known: KnownPanels = new Map();
    copied(panel(1, eight), '0012', known);
    expect(copied(panel(2, [2, 1, ...eight.slice(2)]), '0013', known)).toEqual([]);
  });
});

describe('two results at one time', () => {
  function found(...results: readonly Partial<Result>[]) {
    const { candidates, added, judged } = allCandidates();
    twoAtOnce(
      results.map((more, place) => plainResult(place, { collected: '2025-01-06T08:00', ...more })),
      candidates,
    );
    return { found: added.map(([, at]) => at), judged: judged.get('two-at-once') ?? 0 };
  }

  test('are found if their numbers differ', () => {
    expect(found({ number: 1 }, { number: 2 }, { number: 1 })).toEqual({ found: [0, 1], judged: 3 });
    expect(found({ number: 1 }, { number: 1 })).toEqual({ found: [], judged: 2 });
  });

  test.each<[string, Partial<Result>, number]>([
    ['at another time', { collected: '2025-01-06T09:00' }, 2],
    ['of another test', { test: 'U' }, 2],
    ['in another unit', { means: 'y' }, 2],
    ['without a unit', { means: null }, 2],
    ['without a number', { number: null }, 1],
    ['without a test', { test: null }, 1],
    ['without a date', { collected: null }, 1],
    ['of that day without a time', { collected: '2025-01-06' }, 1],
  ])('are not compared if one is %s', (_what, odd, judged) => {
    expect(found({ number: 1 }, { number: 2, ...odd })).toEqual({ found: [], judged });
  });

  test.each([
    [36, 36.59, []],
    [0, 0.6, []],
    [36, 36.6, []],
    [36, 36.61, [0, 1]],
    [36.61, 36, [0, 1]],
  ])('are one temperature within 0.6 degrees: %f and %f', (one, second, expected) => {
    const of = (standard: number, test: string, means: string): Partial<Result> => ({
      code: 'TEMP',
      standard,
      number: standard * 2,
      test,
      means,
    });
    expect(found(of(one, 'Temp C', 'Cel'), of(second, 'Temp F', '[degF]')).found).toEqual(expected);
  });

  test('are temperatures of two tests if they have no standard result', () => {
    const of = (number: number, test: string): Partial<Result> => ({ code: 'TEMP', standard: null, number, test });
    expect(found(of(36, 'Temp'), of(37, 'Temp')).found).toEqual([0, 1]);
    expect(found(of(36, 'Temp C'), of(97, 'Temp F')).found).toEqual([]);
  });
});
