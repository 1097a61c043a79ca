import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CheckName } from '../../../src/shared/checks/data-checks.ts';
import { makeStudy, type FixtureRow, type StudyFixture } from '../query/study-fixture.ts';
import { keysFoundBy, morningOf, weeklyResults } from './found-by.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

/** The records of one subject that a check finds, by their places. */
async function foundBy(check: CheckName, rows: readonly FixtureRow[], dataset: 'labs' | 'vitals' = 'labs'): Promise<readonly string[]> {
  fixture.add(
    dataset,
    rows.map((row, place) => ({ record_id: String(place), subject: '0012', ...row })),
  );
  return keysFoundBy(fixture.study, check, dataset);
}

describe('an impossible value', () => {
  test.each([
    ['labs', 'K', 1, false],
    ['labs', 'K', 0.99, true],
    ['labs', 'K', 14, false],
    ['labs', 'K', 14.01, true],
    ['vitals', 'WEIGHT', 0.4, false],
    ['vitals', 'WEIGHT', 0.39, true],
    ['vitals', 'WEIGHT', 500.1, true],
    ['labs', 'BASEEXCS', -3, false],
    ['labs', 'EOS', -0.01, true],
    ['vitals', 'EOS', -0.01, true],
  ] as const)('in %s, %s of %f: %s', async (dataset, code, value, isFound) => {
    expect(await foundBy('impossible-value', weeklyResults(code, [value]), dataset)).toEqual(isFound ? ['0'] : []);
  });

  test.each([
    [86, 'x', false],
    [85.9, 'x', true],
    [113, '°C', false],
    [113.1, 'x', true],
    [86, '°F', true],
    [7.3, 'x', false],
    [7.4, 'x', true],
    [-1.2, '°F', false],
    [-1.3, 'x', true],
    [7.3, '°C', true],
  ])('is none if a temperature of %f in %s fits the other scale: %s', async (value, unit, isFound) => {
    expect(await foundBy('impossible-value', weeklyResults('TEMP', [value], { unit }), 'vitals')).toEqual(isFound ? ['0'] : []);
  });

  test('is not found where the test is not known', async () => {
    expect(await foundBy('impossible-value', weeklyResults('EOS', [-5], { test_code: null }))).toEqual([]);
  });
});

describe('a value in the other unit', () => {
  const factor = 18.016;
  const fives = [5, 5, 5, 5];
  test.each<[string, readonly number[], readonly string[]]>([
    ['above the usual one', [...fives, 5 * factor * Math.exp(0.449)], ['4']],
    ['too far above', [...fives, 5 * factor * Math.exp(0.451)], []],
    ['less far above', [...fives, 5 * factor * Math.exp(-0.449)], ['4']],
    ['not far enough above', [...fives, 5 * factor * Math.exp(-0.451)], []],
    ['below the usual one', [90, 90, 90, 90, 90 / factor], ['4']],
    ['with two other values', [5, 5, 5 * factor], ['2']],
    ['with two other values, far above', [5, 5, 141], ['2']],
    ['with a single other value', [5, 5 * factor], []],
    ['above the middle of two', [4, 9, 4, 9, 6 * factor * Math.exp(0.44)], ['4']],
    ['before the values it is compared with', [9, 6 * factor * Math.exp(0.44), 4, 9, 4], ['1']],
    ['a little less above the middle of two', [4, 9, 4, 9, 6 * factor * Math.exp(-0.44)], ['4']],
    ['above the middle of five', [30, 4, 5, 4, 30, 5 * factor * Math.exp(0.44)], ['5']],
    ['with others of 0', [0, 0, 90], []],
    ['of 0 itself', [90, 90, 0], []],
  ])('%s: %j', async (_what, values, found) => {
    expect(await foundBy('unit-mixed-up', weeklyResults('GLUC', values))).toEqual(found);
  });

  test('is looked for in tests with two usual units only', async () => {
    expect(await foundBy('unit-mixed-up', weeklyResults('K', [5, 5, 5 * factor]))).toEqual([]);
  });
});

describe('a result again', () => {
  const one = { test: 'K', visit: 'WEEK 1', collected: morningOf(0), result: '4', unit: 'x' };
  test.each<[FixtureRow, boolean]>([
    [{}, true],
    [{ result: '4.0' }, false],
    [{ test: 'CL' }, false],
    [{ visit: 'WEEK 2' }, false],
    [{ unit: 'y' }, false],
    [{ collected: morningOf(1) }, false],
    [{ subject: '0013' }, false],
  ])('with %j: %s', async (more, isFound) => {
    expect(await foundBy('repeated-record', [one, { ...one, ...more }])).toEqual(isFound ? ['1'] : []);
  });

  test.each<FixtureRow>([{ result: null }, { result: '' }, { collected: null }, { collected: '2025-01' }])(
    'is not looked for with %j',
    async (lacking) => {
      expect(
        await foundBy('repeated-record', [
          { ...one, ...lacking },
          { ...one, ...lacking },
        ]),
      ).toEqual([]);
    },
  );
});

describe('a result far from its visit', () => {
  const on = (visit: string, ...days: readonly number[]): readonly FixtureRow[] =>
    days.map((day, place) => ({ test: `T${String(place)}`, visit, collected: morningOf(day), result: String(place) }));

  test.each<[string, readonly number[], readonly string[]]>([
    ['WEEK 1', [0, 0, 300], ['2']],
    ['WEEK 1', [0, 0, 299], []],
    ['WEEK 1', [0, 0, -300], ['2']],
    ['WEEK 1', [0, 300], []],
    ['WEEK 1', [0, 0, 0, 300, 400, 500], []],
    ['WEEK 1', [0, 0, 0, 300, 400], ['3', '4']],
    ['UNSCHEDULED 1', [0, 0, 300], []],
    ['Follow-up', [0, 0, 300], []],
    ['Follow-up 2', [0, 0, 300], ['2']],
    ['', [0, 0, 300], []],
  ])('%s on the days %j: %j', async (visit, days, found) => {
    expect(await foundBy('date-off-visit', on(visit, ...days))).toEqual(found);
  });

  const nine = Array<number>(9).fill(0);
  test.each<[string, readonly number[], readonly string[]]>([
    ['by two weeks', [...nine, 14], ['9']],
    ['by less', [...nine, 13], []],
    ['by two weeks before it', [...nine, -14], ['9']],
    ['with too few others', [...nine.slice(1), 14], []],
    ['beside another one on a day of its own', [...nine, ...nine, 2, 14], []],
    ['beside another one as far', [...nine, ...nine, 14, 20], ['18', '19']],
  ])('%s is found if all others are on one day: %#', async (_what, days, found) => {
    expect(await foundBy('date-off-visit', on('WEEK 1', ...days))).toEqual(found);
  });

  test.each<[string, readonly number[], number, readonly string[]]>([
    ['five days off, on the day of another visit', [...nine, 5], 5, ['9']],
    ['four days off', [...nine, 4], 5, []],
    ['five days off, where the other visit is a small one', [...nine, 5], 4, []],
  ])('%s: %#', async (_what, days, others, found) => {
    const day = days.at(-1) ?? 0;
    const other = on('WEEK 2', ...Array<number>(others).fill(day)).map((row, n) => ({ ...row, record_id: `o${String(n)}` }));
    expect(await foundBy('date-off-visit', [...on('WEEK 1', ...days), ...other])).toEqual(found);
  });
});

describe('the order of visits', () => {
  const visits = (...all: readonly (readonly [visit: string, day: number])[]): readonly FixtureRow[] =>
    all.map(([visit, day]) => ({ test: 'K', visit, collected: morningOf(day), result: '4' }));

  test.each<[readonly (readonly [string, number])[], readonly string[]]>([
    [
      [
        ['WEEK 1', 0],
        ['WEEK 2', 7],
        ['WEEK 3', 7],
      ],
      [],
    ],
    [
      [
        ['WEEK 1', 0],
        ['WEEK 2', 70],
        ['WEEK 3', 14],
        ['WEEK 4', 21],
      ],
      ['1'],
    ],
    [
      [
        ['WEEK 1', 0],
        ['WEEK 2', 7],
        ['WEEK 3', 14],
        ['WEEK 4', 3],
      ],
      ['3'],
    ],
    [
      [
        ['WEEK 8', 0],
        ['WEEK 9', 7],
        ['WEEK 10', 14],
      ],
      [],
    ],
    [
      [
        ['Week 1', 7],
        ['Visit 2', 0],
      ],
      [],
    ],
    [
      [
        ['C1D1', 0],
        ['C1D8', 70],
        ['C2D1', 21],
        ['C2D8', 28],
      ],
      ['1'],
    ],
    [
      [
        ['C2D1', 7],
        ['C1D8', 0],
      ],
      [],
    ],
    [
      [
        ['Day 1 Cycle 2', 7],
        ['Day 8 Cycle 1', 0],
      ],
      [],
    ],
    [
      [
        ['Day 1 Cycle 1', 0],
        ['Day 8 Cycle 1', 70],
        ['Day 1 Cycle 2', 21],
        ['Day 8 Cycle 2', 28],
      ],
      ['1'],
    ],
    [
      [
        ['UNSCHEDULED 1', 7],
        ['UNSCHEDULED 2', 0],
      ],
      [],
    ],
    [
      [
        ['Day-7', 7],
        ['Day 1', 0],
      ],
      [],
    ],
    [
      [
        ['SCREENING', 7],
        ['BASELINE', 0],
      ],
      [],
    ],
  ])('%j: %j', async (all, found) => {
    expect((await foundBy('visit-out-of-order', visits(...all))).toSorted()).toEqual(found);
  });
});
