import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareTwoVisits, type ComparedResult } from '../../../src/shared/derive/compare-visits.ts';

function result(subject: string, visit: string, value: number | null, more: Partial<ComparedResult> = {}): ComparedResult {
  const at = Date.UTC(2025, 0, 1);
  return {
    ...{
      subject,
      visit,
      value,
      test: 'ALT',
      code: 'ALT',
      collected: '2025-01-01',
      at,
      result: value === null ? '<5' : String(value),
      unit: 'U/L',
    },
    ...{ flag: null, standard: null, standardUnit: null, ...more },
  };
}

const visits = { a: 'Baseline', b: 'WEEK 8' };
const compare = (results: readonly ComparedResult[]) => compareTwoVisits(results, visits);

test('gives change, percent change and shift of both results, in any spelling of the visits', () => {
  const { rows, both } = compare([
    result('1', 'BASELINE', 6.9, { flag: 'NORMAL' }),
    result('1', 'Wk 8', 7.1, { flag: 'HIGH' }),
    result('1', 'WEEK 12', 99),
  ]);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ change: 0.2, unit: 'U/L', shift: 'NORMAL to HIGH', resultsA: 1, resultsB: 1 });
  expect(rows[0]?.percent).toBeCloseTo(2.8986, 4);
  expect(both).toBe(1);
});

test('uses the last by date of several results and counts them', () => {
  const later = { at: Date.UTC(2025, 0, 2) };
  const { rows, several } = compare([
    result('1', 'Baseline', 2, later),
    result('1', 'Baseline', 1),
    result('1', 'Baseline', 3, { at: null }),
    result('1', 'WEEK 8', 4),
  ]);
  expect(rows[0]).toMatchObject({ a: { value: 2 }, resultsA: 3, change: 2, percent: 100 });
  expect(several).toBe(1);
});

test.each([
  [1, 1, 0],
  [2, 1, 1],
  [1, 2, 1],
])('%i results at the first visit and %i at the second: %i row with several', (first, second, several) => {
  const all = [
    ...Array.from({ length: first }, () => result('1', 'Baseline', 1)),
    ...Array.from({ length: second }, () => result('1', 'WEEK 8', 1)),
  ];
  expect(compare(all)).toMatchObject({ several, rows: [{ resultsA: first, resultsB: second }] });
});

test('converts nothing without results at both visits', () => {
  const nothing = { change: null, percent: null, unit: null, isConverted: false, shift: null };
  const { rows, converted, noNumber } = compare([result('1', 'Baseline', 1, { flag: 'HIGH' }), result('2', 'WEEK 8', 1, { flag: 'HIGH' })]);
  expect(rows).toMatchObject([nothing, nothing]);
  expect([converted, noNumber]).toEqual([0, 0]);
});

test('includes and counts subjects with only one of the two visits', () => {
  const compared = compare([result('1', 'Baseline', 1), result('2', 'WEEK 8', 1), result('3', 'Baseline', 1), result('3', 'WEEK 8', 1)]);
  expect(compared).toMatchObject({ both: 1, onlyA: 1, onlyB: 1 });
  expect(compared.rows.map(({ subject, a, b }) => [subject, a === null, b === null])).toEqual([
    ['1', false, true],
    ['2', true, false],
    ['3', false, false],
  ]);
});

test('gives no change without a number or a common unit, and counts these results', () => {
  const compared = compare([
    ...[result('1', 'Baseline', null), result('1', 'WEEK 8', 5)],
    ...[result('2', 'Baseline', 1, { unit: 'g/L' }), result('2', 'WEEK 8', 5)],
    ...[result('3', 'Baseline', 0), result('3', 'WEEK 8', 5)],
    ...[result('4', 'Baseline', 1, { unit: 'u/l' }), result('4', 'WEEK 8', 5)],
  ]);
  expect(compared).toMatchObject({ noNumber: 1, otherUnits: 1 });
  expect(compared.rows.map(({ change, percent }) => [change, percent])).toEqual([
    [null, null],
    [null, null],
    [5, null],
    [4, 400],
  ]);
});

test.each([
  ['creatinine by its molar mass', 'CREAT', [1, 'mg/dL'], [100, 'umol/L'], 11.6, 'umol/L'],
  ['the other way', 'CREAT', [88.4, 'µmol/L'], [2, 'mg/dl'], 1, 'mg/dl'],
  ['hemoglobin by its units alone', 'HGB', [12, 'g/dL'], [130, 'g/L'], 10, 'g/L'],
  ['an unknown test', null, [2, 'mg/dL'], [30, 'mg/L'], 10, 'mg/L'],
  ['a temperature', 'TEMP', [98.6, 'F'], [38, 'C'], 1, 'C'],
] as const)('converts the first result into the unit of the second: %s', (_what, code, [a, from], [b, to], change, unit) => {
  const compared = compare([result('1', 'Baseline', a, { code, unit: from }), result('1', 'WEEK 8', b, { code, unit: to })]);
  const percent = expect.closeTo((100 * change) / (b - change), 1) as number;
  expect(compared.rows[0]).toMatchObject({ change: expect.closeTo(change, 2) as number, percent, unit });
  expect(compared).toMatchObject({ converted: 1, otherUnits: 0, noNumber: 0 });
});

test('compares in the standard unit if that is the only common one, and counts results that cannot be converted', () => {
  const standard = [
    result('1', 'Baseline', 1, { code: null, unit: 'spoons', standard: 88.4, standardUnit: 'umol/L' }),
    result('1', 'WEEK 8', 100, { code: null, unit: 'umol/L', standard: 100, standardUnit: 'umol/L' }),
  ];
  expect(compare(standard)).toMatchObject({ rows: [{ change: 11.6, unit: 'umol/L' }], converted: 1 });
  const unknown = [result('1', 'Baseline', 1, { unit: 'spoons' }), result('1', 'WEEK 8', 100, { unit: null })];
  expect(compare(unknown)).toMatchObject({ rows: [{ change: null, percent: null, unit: null }], converted: 0, otherUnits: 1 });
});

test('counts every result at either visit in exactly one row', () => {
  const any = fc.record({
    subject: fc.constantFrom('1', '2'),
    visit: fc.constantFrom('Baseline', 'BL', 'WEEK 8', 'W8', 'WEEK 4', ''),
    test: fc.constantFrom('ALT', 'AST'),
    value: fc.option(fc.integer({ min: 0, max: 5 }), { nil: null }),
  });
  fc.assert(
    fc.property(fc.array(any), (given) => {
      const { rows, both, onlyA, onlyB } = compare(
        given.map(({ subject, visit, value, test: name }) => result(subject, visit, value, { test: name })),
      );
      const counted = rows.reduce((sum, { resultsA, resultsB }) => sum + resultsA + resultsB, 0);
      const there = given.filter(({ visit }) => visit !== '' && visit !== 'WEEK 4');
      expect(counted).toBe(there.length);
      expect(both + onlyA + onlyB).toBe(new Set(there.map(({ subject }) => subject)).size);
    }),
  );
});
