import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CheckName } from '../../../src/shared/checks/data-checks.ts';
import type { DatasetName } from '../../../src/shared/datasets/datasets.ts';
import { makeStudy, type FixtureRow, type StudyFixture } from '../query/study-fixture.ts';
import { keysFoundBy } from './found-by.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

/** Keys of the records that a check finds. */
function foundBy(check: CheckName): Promise<readonly string[]> {
  return keysFoundBy(fixture.study, check);
}

function add(dataset: DatasetName, rows: readonly FixtureRow[]): void {
  fixture.add(
    dataset,
    rows.map((row, n) => ({
      subject: '0012',
      collected: `2025-01-${String(n + 1).padStart(2, '0')}T08:00:00`,
      record_id: String(n),
      ...row,
    })),
  );
}

describe('several units for one test', () => {
  test('finds the results in the rarer units, counting spellings of one unit as one', async () => {
    const glucose = (unit: string): FixtureRow => ({ test: 'Glucose', result_number: 5, unit });
    add('labs', [
      glucose('mg/dL'),
      glucose('mg/dl'),
      glucose('mmol/L'),
      { test: 'CRP', result_number: 1, unit: 'mg/L' },
      { ...glucose('%'), result_number: null },
    ]);
    expect(await foundBy('several-units')).toEqual(['2']);
  });

  test('reads a unit whose meaning depends on the test by its code: G/L of platelets is 10^9/L', async () => {
    const platelets = (unit: string, value = 200): FixtureRow => ({ test: 'Platelets', test_code: 'PLAT', result_number: value, unit });
    add('labs', [platelets('10^9/L'), platelets('10^9/L'), platelets('G/L'), platelets('g/L')]);
    expect(await foundBy('several-units')).toEqual(['3']);
    add('labs', [
      { ...platelets('10^9/L', 200), record_id: 'a', subject: '0013' },
      { ...platelets('G/L', 200_000), record_id: 'b', subject: '0013' },
      { ...platelets('10^9/L', 210), record_id: 'c', subject: '0013' },
    ]);
    expect(await foundBy('factor-jump')).toEqual(['b']);
  });

  test('takes the alphabetically first of equally frequent units as the usual one', async () => {
    add('labs', [
      { subject: '0001', test: 'Glucose', result_number: 5, unit: 'mmol/L' },
      { subject: '0002', test: 'Glucose', result_number: 90, unit: 'mg/dL' },
    ]);
    expect(await foundBy('several-units')).toEqual(['0']);
  });

  test('ignores results without a test, but treats an empty name as a test', async () => {
    const result = (name: string | null, unit: string): FixtureRow => ({ test: name, result_number: 5, unit });
    add('labs', [result(null, '%'), result(null, '%'), result('', 'g/L'), result('', 'g/L'), result('', 'U/L'), result(null, 'U/L')]);
    expect(await foundBy('several-units')).toEqual(['4']);
  });
});

test('finds a number sent with a text that states another result, in labs and vitals', async () => {
  const sent = (result_number: number | null, result_text: string | null): FixtureRow => ({ test: 'ALT', result_number, result_text });
  add('labs', [sent(30, '>1000'), sent(30, '60'), sent(30, '30.0'), sent(30, 'normal'), sent(null, '60'), sent(30, null)]);
  expect(await foundBy('number-against-text')).toEqual(['0', '1']);
  add('vitals', [{ test: 'Heart Rate', result_number: 72, result_text: '27', record_id: 'v' }]);
  expect(await foundBy('number-against-text')).toEqual(['0', '1', 'v']);
});

describe('a temperature on the other scale', () => {
  test.each([
    ['Temperature Temp C', 98.6, true],
    ['Temperature Temp C', 37, false],
    ['Temperature F', 37, true],
    ['Temperature F', 98.6, false],
    ['Weight (kilograms)', 98.6, false],
  ])('%s %d is found: %j', async (item, value, isFound) => {
    add('vitals', [{ test: item, result_number: value }]);
    expect(await foundBy('other-scale')).toEqual(isFound ? ['0'] : []);
  });
});

test.each([
  ['Celsius', 98.6, true],
  ['deg C', 98.6, true],
  ['degrees Celsius', 98.6, true],
  ['°C', 37, false],
  ['Fahrenheit', 37, true],
  ['deg F', 37, true],
  ['°F', 98.6, false],
  ['x', 98.6, false],
])('a temperature in %s of %d is on the other scale: %j', async (unit, result_number, isFound) => {
  add('vitals', [{ test: 'Temperature', test_code: 'TEMP', unit, result_number }]);
  expect(await foundBy('other-scale')).toEqual(isFound ? ['0'] : []);
});

describe('a jump by a factor of 10 or 1000', () => {
  test.each<[string, readonly number[], readonly string[]]>([
    ['up and back', [24, 25, 240, 24], ['2']],
    ['down and back', [24, 25, 2.4, 24], ['2']],
    ['by a factor of a thousand', [7.1, 7100, 7.2], ['1']],
    ['at the end, after two that agree', [24, 25, 250], ['2']],
    ['at the end, after a single value', [24, 240], []],
    ['at the beginning, before two that agree', [250, 24, 25], ['0']],
    ['at the beginning, before two that do not agree', [250, 24, 3], []],
    ['between a tenth and ten times itself is a change', [1, 10, 100], []],
    ['between ten times and a thousandth of itself is a change', [240, 24, 0.024], []],
    ['a jump that persists is a change', [24, 25, 240, 250], []],
    ['a jump by another factor is a change', [24, 96, 25], []],
    ['a jump from 0 is not found', [0, 24, 25], []],
  ])('%s', async (_, values, keys) => {
    add(
      'labs',
      values.map((result_number) => ({ test: 'ALT', result_number })),
    );
    expect(await foundBy('factor-jump')).toEqual(keys);
  });

  test('is no finding if the reference range begins below 0', async () => {
    const excess = (result_number: number, range_low: number): FixtureRow => ({ test: 'Base Excess', result_number, range_low });
    add('labs', [excess(1, -2), excess(0.1, -2), excess(1, -2)]);
    expect(await foundBy('factor-jump')).toEqual([]);
    add('labs', [
      { ...excess(1, 0.5), record_id: 'a', subject: '0013' },
      { ...excess(0.1, 0.5), record_id: 'b', subject: '0013' },
      { ...excess(1, 0.5), record_id: 'c', subject: '0013' },
    ]);
    expect(await foundBy('factor-jump')).toEqual(['b']);
  });

  test.each<[readonly (readonly [number, string | null])[], readonly string[]]>([
    [
      [
        [135, 'g/L'],
        [13.6, 'g/dL'],
        [134, 'g/L'],
      ],
      [],
    ],
    [
      [
        [135, 'g/L'],
        [13.6, 'gm/L'],
        [134, 'g/l'],
      ],
      ['1'],
    ],
    [
      [
        [135, 'g/L'],
        [13.6, 'g/dL'],
        [1340, 'g/L'],
        [136, 'g/L'],
      ],
      ['2'],
    ],
    [
      [
        [135, 'g/L'],
        [13.6, null],
        [134, 'g/L'],
      ],
      [],
    ],
    [
      [
        [135, 'foo'],
        [13.6, 'foo'],
        [134, 'foo'],
      ],
      ['1'],
    ],
  ])('is looked for within one unit, in any spelling: %j, %j', async (results, keys) => {
    add(
      'labs',
      results.map(([result_number, unit]) => ({ test: 'HGB', result_number, unit })),
    );
    expect(await foundBy('factor-jump')).toEqual(keys);
  });

  test('is looked for within one subject and one test', async () => {
    add('labs', [
      { test: 'ALT', result_number: 24 },
      { test: 'AST', result_number: 240 },
      { test: 'ALT', subject: '0013', result_number: 240 },
      { test: 'ALT', result_number: 25 },
    ]);
    expect(await foundBy('factor-jump')).toEqual([]);
  });
});

test('compares a systolic pressure with the diastolic one of the same subject and time', async () => {
  const at = { collected: '2025-01-01T08:00:00' };
  add('vitals', [
    { ...at, test_code: 'SYSBP', result_number: 80 },
    { ...at, test_code: 'DIABP', result_number: 120 },
    { ...at, subject: '0013', test_code: 'SYSBP', result_number: 80 },
    { test_code: 'SYSBP', result_number: 70 },
    { ...at, subject: '', test_code: 'SYSBP', result_number: 80 },
    { ...at, subject: '', test_code: 'DIABP', result_number: 120 },
    { ...at, subject: '0014', test_code: 'SYSBP', result_number: 16, unit: 'kPa', standard_result: 120.01 },
    { ...at, subject: '0014', test_code: 'DIABP', result_number: 80, unit: 'mmHg', standard_result: 80 },
  ]);
  expect(await foundBy('systolic-below-diastolic')).toEqual(['0']);
});

test.each(['2025-01', '2025', '', 'unknown'])('two pressures dated "%s" were not taken at one time', async (collected) => {
  add('vitals', [
    { collected, test_code: 'SYSBP', result_number: 80 },
    { collected, test_code: 'DIABP', result_number: 90 },
  ]);
  expect(await foundBy('systolic-below-diastolic')).toEqual([]);
});

test('pressures of one day without a time are compared', async () => {
  add('vitals', [
    { collected: '2025-01-01', test_code: 'SYSBP', result_number: 80 },
    { collected: '2025-01-01', test_code: 'DIABP', result_number: 90 },
  ]);
  expect(await foundBy('systolic-below-diastolic')).toEqual(['0']);
});

test('reports a reference range only if it contains numbers that were not read', async () => {
  add('labs', [
    { reference_range: '1,000 - 4,000', range_text: '1,000 - 4,000' },
    { reference_range: 'Negative', range_text: 'Negative' },
    { reference_range: '7 - 56', range_low: 7, range_high: 56 },
    { reference_range: null },
  ]);
  expect(await foundBy('range-not-read')).toEqual(['0']);
});

describe('response assessments', () => {
  const recist = { criteria: 'RECIST 1.1', measurement: 'targetsum', unit: 'mm', case_id: '7' };
  function assess(rows: readonly FixtureRow[]): void {
    add(
      'responses',
      rows.map((row, n) => ({ ...recist, timepoint: n, assessed: `2025-0${String(n + 1)}-01`, ...row })),
    );
  }

  test('are found if their number and date disagree', async () => {
    assess([{}, { assessed: '2025-05-01' }, { assessed: '2025-03-01' }]);
    expect(await foundBy('timepoint-order')).toEqual(['2']);
  });

  test('are found with SD after a complete response, but not with PD', async () => {
    assess([{}, { response_code: 'PR' }, { response_code: 'CR' }, { response_code: 'SD' }, { response_code: 'PD' }]);
    expect(await foundBy('after-complete-response')).toEqual(['3']);
  });

  test('are found if their conclusion is no response, except Undefined at a baseline', async () => {
    assess([
      { conclusion: 'Undefined' },
      { conclusion: 'Undefined' },
      { conclusion: 'Stable Disease', response_code: 'SD' },
      { conclusion: null },
      { conclusion: 'Yes', timepoint: 0 },
    ]);
    expect(await foundBy('unknown-conclusion')).toEqual(['1', '4']);
  });
});

describe('the Group and the records', () => {
  test('a subject missing from the Group is found in each dataset', async () => {
    fixture.add('subjects', [{ subject: '0012' }]);
    add('labs', [{}, { subject: '0099' }]);
    add('vitals', [{ subject: '0099' }]);
    expect(await foundBy('not-in-group')).toEqual(['1', '0']);
  });

  test('a Group with other ids throughout is one finding, never one per subject', async () => {
    fixture.add('subjects', [{ subject: 'A-1' }, { subject: 'A-2' }]);
    add('labs', [{}, { subject: '0099' }]);
    expect(await foundBy('group-uses-other-ids')).toEqual(['A-1']);
    expect(await foundBy('not-in-group')).toEqual([]);
  });

  test('a Group without any record yet has no other ids', async () => {
    fixture.add('subjects', [{ subject: 'A-1' }, { subject: 'A-2' }]);
    expect(await foundBy('group-uses-other-ids')).toEqual([]);
  });

  test('two subjects with one unique id are found in the Group or, if it does not list them, at their records', async () => {
    fixture.add('subjects', [{ subject: '0012' }, { subject: '22-001-0012' }, { subject: '22-0010' }]);
    add('labs', [{ subject: '0012' }, { subject: '22-001-0012' }, { subject: '0013' }, { subject: '22-001-0013' }]);
    expect((await foundBy('same-unique-subject')).toSorted()).toEqual(['0012', '2', '22-001-0012', '3']);
  });

  test('nothing is compared without a Group', async () => {
    add('labs', [{}]);
    expect(await foundBy('not-in-group')).toEqual([]);
  });
});

describe('a date before 1990 or after the pass', () => {
  test.each([
    ['labs', 'collected', '1989-12-31T23:00:00', true],
    ['labs', 'collected', '1990-01-01', false],
    ['vitals', 'collected', '2026-11-20T23:00:00', false],
    ['vitals', 'collected', '2091-01-26', true],
    ['medications', 'started', '2999-01-01', true],
    ['medications', 'ended', '2999-01-01', true],
    ['medications', 'ended', '2035-01-01', false],
    ['responses', 'assessed', '1900-01-01', true],
  ] as const)('%s, %s %s is found: %s', async (dataset, column, date, isFound) => {
    fixture.change("UPDATE state SET as_of = '2026-11-20T14:05:00Z'");
    fixture.add(dataset, [{ record_id: 'one', subject: '0012', [column]: date }]);
    expect(await foundBy('implausible-date')).toEqual(isFound ? ['one'] : []);
  });
});

describe('a record that its status takes back', () => {
  test.each([
    ['labs', 'entered-in-error', true],
    ['vitals', ' Entered in error', true],
    ['responses', 'CANCELLED', true],
    ['medications', 'not-taken', true],
    ['medications', 'unknown', false],
    ['labs', 'final', false],
    ['labs', 'amended', false],
    ['labs', null, false],
  ] as const)('%s, %s: %s', async (dataset, status, isFound) => {
    fixture.add(dataset, [
      { record_id: 'one', subject: '0012', status },
      { record_id: 'nobody', subject: null, status },
    ]);
    expect([...(await foundBy('withdrawn'))].sort()).toEqual(isFound ? ['nobody', 'one'] : []);
  });
});
