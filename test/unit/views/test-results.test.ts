import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listTests, readTestResults } from '../../../src/core/views/test-results.ts';
import { tallyResults } from '../../../src/core/views/tally-results.ts';
import { makeStudy, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  fixture.add('labs', [
    {
      record_id: 'b',
      subject: '0012',
      test: 'ALT',
      test_code: 'ALT',
      collected: '2025-02-01T08:00:00',
      visit: 'C1D1',
      result: '60',
      result_number: 60,
      unit: 'U/L',
      range_flag: 'HIGH',
      range_low: 7,
      range_high: 56,
      ctcae_grade_high: 1,
      ctcae_not_graded: null,
    },
    {
      record_id: 'a',
      subject: '0012',
      test: 'ALT',
      test_code: 'ALT',
      collected: '2025-01-01T08:00:00',
      result: '21',
      result_number: 21,
      unit: 'IU/L',
    },
    {
      record_id: 'c',
      subject: '003',
      test: 'CRP',
      collected: '2025-01-01T08:00:00',
      result: '<5',
      result_text: '<5',
      result_comparator: '<',
      result_bound: 5,
      unit: 'mg/L',
    },
    { record_id: 'd', subject: null, test: null, collected: null, result: 'lost' },
  ]);
  fixture.add('vitals', [
    {
      record_id: 'v',
      subject: '0012',
      test: 'Last recorded Height',
      test_code: 'HEIGHT',
      carried_forward: 'Y',
      result: '180',
      result_number: 180,
      unit: 'cm',
    },
  ]);
});
afterEach(() => {
  fixture.remove();
});

describe('results of tests', () => {
  test('are ordered by subject and date, each with the limits and the flag of its own range', () => {
    const { results, of, ctcae } = readTestResults(fixture.study, { dataset: 'labs', tests: ['ALT'], subjects: null, limit: 10 });
    expect([of, ctcae]).toEqual([2, '5.0']);
    expect(results.map(({ key }) => key)).toEqual(['a', 'b']);
    expect(results[1]).toEqual({
      ...{ key: 'b', subject: '0012', test: 'ALT', code: 'ALT', visit: 'C1D1', collected: '2025-02-01T08:00:00' },
      ...{ at: Date.UTC(2025, 1, 1, 8), value: 60, comparator: null, bound: null, result: '60', unit: 'U/L' },
      ...{ flag: 'HIGH', low: 7, high: 56, carriedForward: false, gradeLow: null, gradeHigh: 1, notGraded: null },
    });
  });

  test('distinguish bounds from numbers, and mark carried-forward values', () => {
    const [bound] = readTestResults(fixture.study, { dataset: 'labs', tests: ['CRP'], subjects: null, limit: 10 }).results;
    expect(bound).toMatchObject({ value: null, comparator: '<', bound: 5 });
    const [height] = readTestResults(fixture.study, { dataset: 'vitals', tests: null, subjects: ['0012'], limit: 10 }).results;
    expect(height).toMatchObject({ carriedForward: true, flag: null, low: null, gradeLow: null, gradeHigh: null, notGraded: null });
  });

  test('are those of the requested subjects, up to the limit', () => {
    const { results, of } = readTestResults(fixture.study, { dataset: 'labs', tests: null, subjects: ['0012'], limit: 1 });
    expect([of, results.length]).toEqual([2, 1]);
    expect(readTestResults(fixture.study, { dataset: 'labs', tests: [], subjects: null, limit: 9 }).results).toEqual([]);
  });

  test('include a record without subject and test, with empty names', () => {
    const { results } = readTestResults(fixture.study, { dataset: 'labs', tests: null, subjects: null, limit: 10 });
    expect(results.find(({ key }) => key === 'd')).toMatchObject({ subject: '', test: '', at: null });
  });
});

test('tests are listed with their units, most frequent first', async () => {
  const tally = await tallyResults(fixture.study);
  const { tests } = listTests(fixture.study, 'labs', tally, null);
  expect(tests[0]).toEqual({
    ...{ test: 'ALT', code: 'ALT', records: 2, numbers: 2, subjects: 1 },
    units: expect.arrayContaining([
      { unit: 'U/L', records: 1 },
      { unit: 'IU/L', records: 1 },
    ]) as unknown,
  });
  expect(tests.map(({ test: name, numbers }) => [name, numbers])).toEqual(
    expect.arrayContaining([
      ['CRP', 0],
      ['', 0],
    ]),
  );
  expect(listTests(fixture.study, 'labs', tally, ['003']).tests.map(({ test: name }) => name)).toEqual(['CRP']);
});

test('lists a test with a unit for each result without comparing all of them with each other', async () => {
  const odd = Array.from({ length: 5000 }, (_, n) => ({
    record_id: `u${String(n)}`,
    subject: '0001',
    test: 'Odd',
    unit: `odd${String(n)}`,
  }));
  fixture.add('labs', odd);
  const tally = await tallyResults(fixture.study);
  const since = performance.now();
  const { tests } = listTests(fixture.study, 'labs', tally, null);
  expect(performance.now() - since).toBeLessThan(2000);
  expect(tests.find(({ test: name }) => name === 'Odd')?.units).toHaveLength(5000);
});

test('the code of a name with several is the most frequent one, whichever subject comes first', async () => {
  const bilirubin = (record_id: string, subject: string, test_code: string | null) => ({
    record_id,
    subject,
    test: 'Bilirubin',
    test_code,
  });
  fixture.add('labs', [
    bilirubin('dir', '0001', 'BILDIR'),
    ...['tot1', 'tot2'].map((key) => bilirubin(key, '0002', 'BILI')),
    ...['none1', 'none2', 'none3'].map((key) => bilirubin(key, '0002', null)),
  ]);
  const { tests } = listTests(fixture.study, 'labs', await tallyResults(fixture.study), null);
  expect(tests.find(({ test: name }) => name === 'Bilirubin')).toMatchObject({ code: 'BILI', records: 6 });
});
