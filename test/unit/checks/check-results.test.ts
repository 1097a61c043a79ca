import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CheckName } from '../../../src/shared/checks/data-checks.ts';
import { makeStudy, type FixtureRow, type StudyFixture } from '../query/study-fixture.ts';
import { keysFoundBy, morningOf } from './found-by.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

function foundBy(check: CheckName): Promise<readonly string[]> {
  return keysFoundBy(fixture.study, check);
}

/** So many results of different subjects, all alike. */
function add(count: number, more: FixtureRow, prefix = 'r', dataset: 'labs' | 'vitals' = 'labs'): void {
  fixture.add(
    dataset,
    Array.from({ length: count }, (_, n) => ({
      ...{ record_id: `${prefix}${String(n)}`, subject: `${prefix}${String(n)}`, test: 'Potassium', test_code: 'K', unit: 'x' },
      ...{ collected: morningOf(n), result: '4', result_number: 4, ...more },
    })),
  );
}

describe('a missing unit', () => {
  test.each([
    [9, 1, true],
    [8, 1, false],
    [18, 2, true],
    [17, 2, false],
    [10, 0, false],
  ])('is found beside %i numbers with one, %i lacking it: %s', async (having, lacking, isFound) => {
    add(having, {});
    add(lacking, { unit: null }, 'x');
    expect(await foundBy('missing-unit')).toEqual(isFound ? Array.from({ length: lacking }, (_, n) => `x${String(n)}`) : []);
  });

  test('of a result that is no number is none', async () => {
    add(20, {});
    add(1, { unit: null, result_number: null }, 'x');
    add(1, { unit: '' }, 'y');
    expect(await foundBy('missing-unit')).toEqual(['y0']);
  });
});

describe('an upper limit far from the usual one', () => {
  const range = (range_high: number): FixtureRow => ({ range_low: 0.1, range_high, reference_range: `to ${String(range_high)}` });
  test.each([
    [20, true],
    [19.9, false],
    [1.25, true],
    [1.26, false],
  ])('of 5 is %f: %s', async (high, isFound) => {
    add(5, range(5));
    add(1, range(high), 'x');
    expect(await foundBy('other-range')).toEqual(isFound ? ['x0'] : []);
  });

  test('is compared with the middle one of all results', async () => {
    add(3, range(5));
    add(3, range(20), 'x');
    expect(await foundBy('other-range')).toEqual(['x0', 'x1', 'x2']);
    add(1, range(20), 'y');
    expect(await foundBy('other-range')).toEqual(['r0', 'r1', 'r2']);
  });

  test('is compared within one unit, and of known tests', async () => {
    add(5, range(5));
    add(1, { ...range(20), unit: 'y' }, 'x');
    add(5, { ...range(5), test_code: 'ODD' }, 'o');
    add(1, { ...range(20), test_code: 'ODD' }, 'p');
    expect(await foundBy('other-range')).toEqual([]);
  });
});

describe('a systolic pressure', () => {
  const pressure = (record_id: string, test_code: string, value: number, collected: string): FixtureRow => ({
    ...{ record_id, subject: '0012', test: test_code, test_code, unit: 'mmHg', result: String(value), result_number: value },
    ...{ standard_result: value, collected },
  });
  test.each([
    [90, '08:05:00', true],
    [90, '08:05:01', false],
    [90, '07:55:00', true],
    [90, '07:54:59', false],
    [80, '08:00:00', true],
    [80, '08:01:00', true],
    [79.9, '08:01:00', false],
    [79.9, '08:00:00', false],
  ])('of 80 at 08:00 is below a diastolic one of %f at %s: %s', async (diastolic, time, isFound) => {
    fixture.add('vitals', [
      pressure('s', 'SYSBP', 80, '2025-01-06T08:00:00'),
      pressure('d', 'DIABP', diastolic, `2025-01-06T${time}`),
      pressure('far', 'DIABP', 200, '2025-02-06T08:00:00'),
    ]);
    expect(await foundBy('systolic-below-diastolic')).toEqual(isFound ? ['s'] : []);
  });

  test('is compared with the highest of several', async () => {
    fixture.add('vitals', [
      pressure('s', 'SYSBP', 80, '2025-01-06T08:00:00'),
      pressure('a', 'DIABP', 70, '2025-01-06T07:58:00'),
      pressure('b', 'DIABP', 90, '2025-01-06T07:59:00'),
      pressure('c', 'DIABP', 60, '2025-01-06T08:02:00'),
    ]);
    expect(await foundBy('systolic-below-diastolic')).toEqual(['s']);
  });

  test('is compared with those of the very time, whichever comes first', async () => {
    fixture.add('vitals', [
      pressure('a', 'DIABP', 90, '2025-01-06'),
      pressure('b', 'DIABP', 70, '2025-01-06'),
      pressure('s', 'SYSBP', 80, '2025-01-06'),
    ]);
    expect(await foundBy('systolic-below-diastolic')).toEqual(['s']);
  });
});

describe('a service code of another test', () => {
  test.each([
    [19, 1, true],
    [18, 1, false],
    [38, 2, true],
    [37, 2, false],
  ])('is found beside %i results of the usual one: %i of them %s', async (usual, odd, isFound) => {
    add(usual, { service_code: '7' });
    add(odd, { service_code: '7', test: 'Sodium', test_code: 'SODIUM' }, 'x');
    expect(await foundBy('code-of-another')).toHaveLength(isFound ? odd : 0);
  });

  test('is not looked for without a code', async () => {
    add(30, { service_code: '' });
    add(1, { service_code: '', test: 'Sodium', test_code: 'SODIUM' }, 'x');
    expect(await foundBy('code-of-another')).toEqual([]);
  });
});

describe('a text instead of a number', () => {
  test.each([
    [20, 1, true],
    [19, 1, false],
    [27, 3, true],
    [26, 3, false],
    [60, 4, false],
  ])('beside %i numbers, %i times, is found: %s', async (numbers, texts, isFound) => {
    add(numbers, {});
    add(texts, { result: 'high', result_text: 'high', result_number: null }, 'x');
    expect(await foundBy('text-for-number')).toHaveLength(isFound ? texts : 0);
  });
});

describe('a specimen of another day in UTC', () => {
  test.each([
    ['2025-01-07T12:00:00Z', true],
    ['2025-01-07T11:59:59Z', false],
    ['2025-01-05T10:00:00Z', false],
    ['2025-01-05T09:59:59Z', true],
  ])('than 6 January, at %s: %s', async (specimen_time, isFound) => {
    add(1, { specimen_time }, 'x');
    expect(await foundBy('other-time')).toEqual(isFound ? ['x0'] : []);
  });

  test('is the practice of a study that has more than three', async () => {
    add(3, { specimen_time: '2024-12-01T12:00:00' });
    expect(await foundBy('other-time')).toHaveLength(3);
    add(1, { specimen_time: '2024-12-01T12:00:00' }, 'x');
    expect(await foundBy('other-time')).toEqual([]);
  });
});

test.each([
  [100, ['x0']],
  [99, []],
])('an end after the pass is found among %i ends: %j', async (ends, found) => {
  fixture.change("UPDATE state SET as_of = '2026-11-20T14:05:00Z'");
  const course = (record_id: string, ended: string): FixtureRow => ({
    record_id,
    subject: record_id,
    medication: 'Drug',
    started: '2025-03-01',
    ended,
  });
  fixture.add('medications', [
    ...Array.from({ length: ends - 1 }, (_, n) => course(`m${String(n)}`, '2025-03-04')),
    course('x0', '2027-03-04'),
    course('none', ''),
  ]);
  expect(await foundBy('implausible-date')).toEqual(found);
});
