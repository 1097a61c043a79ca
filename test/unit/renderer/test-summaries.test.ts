import { expect, test } from 'vitest';
import { summariesOf as summarised } from '../../../src/renderer/places/subject/profile/test-summaries.ts';
import type { TestResult } from '../../../src/shared/calls/views.ts';
import { calendarDay } from '../../../src/shared/derive/study-day.ts';

function result(test: string, unit: string | null, collected: string, value: number | null, rest: Partial<TestResult> = {}): TestResult {
  return {
    ...{ key: `${test} ${collected}`, subject: '0012', test, code: null, visit: null, collected, at: Date.parse(`${collected}T08:00:00Z`) },
    ...{ value, comparator: null, bound: null, result: value === null ? 'Negative' : String(value), unit, flag: null, low: null },
    ...{ high: null, carriedForward: false, gradeLow: null, gradeHigh: null, notGraded: null },
    ...rest,
  };
}

const summariesOf = (results: readonly TestResult[], day: number | null) => summarised(results, day, '2025-06-30T12:00:00Z');

const anchor = calendarDay('2025-02-01') ?? Number.NaN;

test('a test has a baseline, lowest, highest and last number, each with its own day', () => {
  const [alt] = summariesOf(
    [
      result('ALT', 'U/L', '2025-01-20', 31),
      result('ALT', 'U/L', '2025-02-01', 30),
      result('ALT', 'U/L', '2025-02-08', 90),
      result('ALT', 'U/L', '2025-03-01', 25),
      result('ALT', 'U/L', '2025-03-08', 40),
    ],
    anchor,
  );
  const values = [alt?.baseline, alt?.lowest, alt?.highest, alt?.last].map((one) => one?.result.value);
  expect([alt?.results, ...values]).toEqual([5, 30, 25, 90, 40]);
  expect(alt?.highest?.day).toBe(anchor + 7);
});

test('units are never mixed in one line, and carried-forward values are left out', () => {
  const lines = summariesOf(
    [
      result('Weight', 'kg', '2025-02-01', 70),
      result('Weight', '[lb_av]', '2025-02-02', 154),
      result('Weight', 'kg', '2025-02-03', 71, { carriedForward: true }),
    ],
    anchor,
  );
  expect(lines.map(({ unit, results }) => [unit, results])).toEqual([
    ['[lb_av]', 1],
    ['kg', 1],
  ]);
});

test('a baseline is the last result of any kind up to and including the day; a record without a result does not count', () => {
  const [urine] = summariesOf([result('Urine Protein', null, '2025-02-01', null)], anchor);
  expect([urine?.baseline?.result.result, urine?.lowest, urine?.last?.result.result]).toEqual(['Negative', null, 'Negative']);
  const [ferritin] = summariesOf(
    [
      result('Ferritin', 'ug/L', '2025-01-20', 31),
      result('Ferritin', 'ug/L', '2025-01-31', null, { result: '<5', comparator: '<', bound: 5 }),
      result('Ferritin', 'ug/L', '2025-02-01', null, { result: null }),
      result('Ferritin', 'ug/L', '2025-02-02', 40),
    ],
    anchor,
  );
  expect(ferritin?.baseline?.result.result).toBe('<5');
});

test('there is no baseline without a day, or if all results are after it', () => {
  expect(summariesOf([result('ALT', 'U/L', '2025-01-20', 31)], null)[0]?.baseline).toBeNull();
  expect(summariesOf([result('ALT', 'U/L', '2025-02-02', 31)], anchor)[0]?.baseline).toBeNull();
});

test('a baseline applies to all units of a test; a result with an implausible date is neither baseline nor last', () => {
  const lines = summariesOf(
    [
      result('Creatinine', 'mg/dL', '2025-01-31', 1),
      result('Creatinine', 'umol/L', '2025-01-20', 80),
      result('Creatinine', 'umol/L', '2025-03-01', 99),
      result('Iron', 'ug/dL', '1913-01-20', 50),
      result('Iron', 'ug/dL', '2025-03-01', 60),
      result('Iron', 'ug/dL', '2091-03-01', 70),
    ],
    anchor,
  );
  expect(lines.map(({ test, unit, baseline, last }) => [test, unit, baseline?.result.value ?? null, last?.result.value])).toEqual([
    ['Creatinine', 'mg/dL', 1, 1],
    ['Creatinine', 'umol/L', 1, 99],
    ['Iron', 'ug/dL', null, 60],
  ]);
});
