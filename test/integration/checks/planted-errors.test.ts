import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CheckName } from '../../../src/shared/checks/data-checks.ts';
import type { DatasetName } from '../../../src/shared/datasets/datasets.ts';
import { localSpan } from '../../../src/shared/derive/plausible-date.ts';
import { plausibleLabs, plausibleVitals } from '../../../src/shared/plausible-limits.ts';
import { standardUnitOf } from '../../../src/shared/units/standard-units.ts';
import { makeStudy, type FixtureRow, type StudyFixture } from '../../unit/query/study-fixture.ts';
import { keysFoundBy, weeklyResults } from '../../unit/checks/found-by.ts';

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
    rows.map((row, n) => ({ subject: '0012', record_id: String(n), ...row })),
  );
}

describe('impossible values', () => {
  test.each<[DatasetName, string, readonly number[], readonly string[]]>([
    ['labs', 'K', [4.1, 41, 4.3], ['1']],
    ['labs', 'SODIUM', [140, 14, 139], ['1']],
    ['labs', 'HGB', [8.1, 81, 7.9], ['1']],
    ['labs', 'ALT', [30, 9000, 40], []],
    ['labs', 'PLAT', [250, 8, 900], []],
    ['vitals', 'PULSE', [72, 720, 70], ['1']],
    ['vitals', 'OXYSAT', [98, 198, 97], ['1']],
    ['vitals', 'SYSBP', [120, 12, 125], ['1']],
    ['vitals', 'TEMP', [36.8, 368, 37], ['1']],
    ['vitals', 'TEMP', [36.8, 98.6, 37], []],
  ])('%s %s %j: %j', async (dataset, code, values, keys) => {
    add(dataset, weeklyResults(code, values));
    expect(await foundBy('impossible-value')).toEqual(keys);
  });

  test.each([
    ['deg C', 90, []],
    ['deg C', 5, ['1']],
    ['Fahrenheit', 2.8, []],
    ['Fahrenheit', 90, ['1']],
  ])('a temperature in %s equal to %d °C: %j', async (unit, celsius, keys) => {
    add('vitals', weeklyResults('TEMP', [36.8, celsius, 37], { unit }));
    expect(await foundBy('impossible-value')).toEqual(keys);
  });

  test('limits exist only for tests with a standard unit, and the lower one is below the upper one', () => {
    for (const [code, [least, most]] of Object.entries({ ...plausibleLabs, ...plausibleVitals })) {
      expect(standardUnitOf(code, 'SI'), code).not.toBeNull();
      expect(least, code).toBeLessThan(most);
    }
  });
});

describe('values likely in another unit', () => {
  test.each<[DatasetName, string, readonly number[], readonly string[]]>([
    ['labs', 'GLUC', [5.2, 5.6, 98, 5.1], ['2']],
    ['labs', 'GLUC', [5.2, 5.6, 19, 5.1], []],
    ['labs', 'CREAT', [80, 0.9, 84, 78], ['1']],
    ['labs', 'CREAT', [80, 400, 84, 78], []],
    ['labs', 'CA', [2.3, 9.3, 2.2], ['1']],
    ['labs', 'ALB', [41, 4.0, 39], ['1']],
    ['labs', 'BILI', [10, 171, 12], []],
    ['labs', 'HGB', [7.95, 7.82, 4.9, 7.51], []],
    ['labs', 'HGB', [7.95, 0.79, 7.51], ['1']],
    ['labs', 'MG', [0.82, 0.8, 0.34, 0.78], []],
    ['vitals', 'WEIGHT', [70.5, 155.6, 71], ['1']],
    ['vitals', 'WEIGHT', [70.5, 62, 55], []],
    ['vitals', 'HEIGHT', [172, 67.7, 172], ['1']],
  ])('%s %s %j: %j', async (dataset, code, values, keys) => {
    add(dataset, weeklyResults(code, values));
    expect(await foundBy('unit-mixed-up')).toEqual(keys);
  });
});

describe('a tenfold jump is an error only for tests that cannot change that fast', () => {
  test.each<[DatasetName, string, readonly number[], readonly string[]]>([
    ['labs', 'ALT', [30, 300, 31], []],
    ['labs', 'PLAT', [200, 20, 210], []],
    ['labs', 'ALT', [30, 30_000, 31], ['1']],
    ['labs', 'ALB', [40, 4, 41], ['1']],
    ['vitals', 'RESP', [16, 160, 15], ['1']],
  ])('%s %s %j: %j', async (dataset, code, values, keys) => {
    add(dataset, weeklyResults(code, values));
    expect(await foundBy('factor-jump')).toEqual(keys);
  });
});

describe('ranges and units', () => {
  const result = (more: FixtureRow): FixtureRow => ({ test: 'CREAT', test_code: 'CREAT', unit: 'mg/dL', result_number: 1, ...more });

  test('finds a reference range in another unit than most results of the test have', async () => {
    const usual = Array.from({ length: 10 }, () => result({ range_low: 0.6, range_high: 1.2 }));
    add('labs', [...usual, result({ range_low: 53, range_high: 106 }), result({ range_low: 0.7, range_high: 1.4 })]);
    expect(await foundBy('other-range')).toEqual(['10']);
  });

  test('takes the lower of two reference ranges that are equally frequent for the usual one', async () => {
    add('labs', [result({ range_low: 53, range_high: 106 }), result({ range_low: 0.6, range_high: 1.2 })]);
    expect(await foundBy('other-range')).toEqual(['0']);
  });

  test('finds a number without a unit if nearly all numbers of the test have one', async () => {
    const usual = Array.from({ length: 11 }, () => result({}));
    add('labs', [...usual, result({ unit: null }), result({ unit: null, result_number: null }), result({ test: 'pH', unit: null })]);
    expect(await foundBy('missing-unit')).toEqual(['11']);
  });
});

describe('duplicate records', () => {
  const at = { test: 'ALT', result: '30', unit: 'U/L', visit: 'C1D1', collected: '2025-01-06T08:00:00' };

  test('finds the same result at the same time, but not another result, another time or a date without a time', async () => {
    add('labs', [at, at, { ...at, result: '31' }, { ...at, collected: '2025-01-06T09:00:00' }]);
    fixture.add('labs', [
      { ...at, subject: '0013', record_id: 'a', collected: '2025-01-06' },
      { ...at, subject: '0013', record_id: 'b', collected: '2025-01-06' },
    ]);
    expect(await foundBy('repeated-record')).toEqual(['1']);
  });

  test('finds the same drug with the same times and dose', async () => {
    const drug = { medication: 'Ondansetron', started: '2025-01-06T08:00:00', ended: null, dose: 8, dose_unit: 'mg' };
    add('medications', [drug, drug, { ...drug, dose: 4 }]);
    expect(await foundBy('repeated-record')).toEqual(['1']);
  });
});

describe('visits and dates', () => {
  test('finds the fewest visits that explain dates out of order', async () => {
    const visits = ['C1D1', 'C2D1', 'C3D1', 'C4D1', 'UNSCHEDULED 1.1'];
    const days = ['01', '22', '08', '15', '02'];
    add(
      'labs',
      visits.map((visit, n) => ({ test: 'ALT', visit, collected: `2025-03-${days[n] ?? ''}T08:00:00` })),
    );
    expect(await foundBy('visit-out-of-order')).toEqual(['1']);
  });

  test('does not order visits of different kinds, and allows a visit to take several days', async () => {
    const dated: readonly (readonly [string, string])[] = [
      ['SCREENING 1', '2025-03-01'],
      ['WEEK 2', '2025-03-20'],
      ['DAY 1', '2025-03-06'],
      ['WEEK 2', '2025-03-21'],
      ['WEEK 4', '2025-04-03'],
    ];
    add(
      'labs',
      dated.map(([visit, day]) => ({ test: 'ALT', visit, collected: `${day}T08:00:00` })),
    );
    expect(await foundBy('visit-out-of-order')).toEqual([]);
  });

  test.each<[string, readonly string[], readonly string[]]>([
    ['the cycle before the day, in either order', ['Day 1 Cycle 1', 'Day 15 Cycle 1', 'Day 1 Cycle 2'], []],
    ['one of which is early', ['Day 1 Cycle 1', 'Day 1 Cycle 2', 'Day 15 Cycle 1', 'Day 15 Cycle 2'], ['1']],
    ['the numbers of other words as written', ['Part 1 Day 1', 'Part 1 Day 8', 'Part 2 Day 1'], []],
    ['none that may be negative', ['D-7', 'D-1', 'D1'], []],
  ])('orders visits by their numbers: %s', async (_, visits, keys) => {
    add(
      'labs',
      visits.map((visit, n) => ({ test: 'ALT', visit, collected: `2025-03-0${String(n + 1)}T08:00:00` })),
    );
    expect(await foundBy('visit-out-of-order')).toEqual(keys);
  });

  test.each([
    ['C2D1', true],
    ['Follow-up 1', true],
    ['Follow-up', false],
    ['LTFU', false],
    ['Unscheduled', false],
    ['UNSCHEDULED 1', false],
  ])('a result of visit %s a year before its others is found: %s', async (visit, isFound) => {
    const days = ['2024-03-06', '2025-03-06', '2025-03-07', '2025-03-08'];
    add(
      'labs',
      days.map((day) => ({ test: 'ALT', visit, collected: `${day}T08:00:00` })),
    );
    expect(await foundBy('date-off-visit')).toEqual(isFound ? ['0'] : []);
  });

  test('finds a date a year off the others of its visit', async () => {
    const at = (collected: string, test = 'ALT'): FixtureRow => ({ test, visit: 'C2D1', collected });
    add('labs', [
      at('2025-03-06T08:00:00'),
      at('2025-03-06T08:00:00', 'AST'),
      at('2024-03-06T08:00:00', 'ALP'),
      at('2025-04-06T08:00:00', 'CK'),
    ]);
    expect(await foundBy('date-off-visit')).toEqual(['2']);
  });

  test.each([
    [120, 120, 0, ['s']],
    [80, 120, 3, ['s']],
    [80, 120, 6, []],
    [120, 80, 0, []],
  ])('systolic %i, diastolic %i, %i minutes apart: %j', async (systolic, diastolic, minutes, keys) => {
    const pressure = (record_id: string, test_code: string, value: number, minute: number): FixtureRow => ({
      ...{ record_id, test: test_code, test_code, result_number: value, standard_result: value, unit: 'mmHg' },
      collected: `2025-01-06T08:0${String(minute)}:00`,
    });
    add('vitals', [pressure('s', 'SYSBP', systolic, 0), pressure('d', 'DIABP', diastolic, minutes)]);
    expect(await foundBy('systolic-below-diastolic')).toEqual(keys);
  });
});

describe('medications', () => {
  test.each([
    ['2025-03-06', '2025-03-01', true],
    ['2025-03', '2025-02', true],
    ['2025-03-20', '2025-03', false],
    ['2025-03-06', '2025-03-06', false],
    ['2025-03-06', null, false],
  ])('a course from %s to %s ends before it starts: %s', async (started, ended, isFound) => {
    add('medications', [{ medication: 'A', started, ended }]);
    expect(await foundBy('end-before-start')).toEqual(isFound ? ['0'] : []);
  });

  test('finds doses of 0 or less and doses far from the usual one of the drug in that unit', async () => {
    const dose = (of: number, unit = 'mg'): FixtureRow => ({ medication: 'Metformin', dose: of, dose_unit: unit });
    add('medications', [
      dose(500),
      dose(500),
      dose(850),
      dose(1000),
      dose(500),
      dose(50_000),
      dose(-500),
      dose(0),
      dose(1, 'TABLET'),
      dose(5),
    ]);
    expect((await foundBy('unusual-dose')).toSorted()).toEqual(['5', '6', '7', '9']);
  });

  test('a course sent again at each visit is one dose, and one finding', async () => {
    const dose = (started: string, of: number, medication = 'Metformin', dose_unit = 'mg'): FixtureRow => ({
      ...{ medication, dose: of, dose_unit, started },
    });
    const usual = [1, 2, 3, 4, 5].map((day) => dose(`2025-01-0${String(day)}`, 500, day % 2 === 0 ? 'METFORMIN ' : 'Metformin'));
    // More records of the mistyped course than of all others.
    add('medications', [...usual, ...Array.from({ length: 8 }, () => dose('2025-02-01', 50_000, 'Metformin', 'MG '))]);
    // The first by its key.
    expect(await foundBy('unusual-dose')).toEqual(['10']);
  });

  test('finds only a dose of 0 if the drug has no name or the dose no unit', async () => {
    const doses = [500, 501, 502, 503, 504, 1, 0];
    for (const [name, dose_unit] of [
      [null, 'mg'],
      [' ', 'mg'],
      ['Metformin', null],
      ['Metformin', ''],
    ] as const)
      fixture.add(
        'medications',
        doses.map((dose) => {
          const key = JSON.stringify([name, dose_unit, dose]);
          return { medication: name, dose, dose_unit, subject: key, record_id: key };
        }),
      );
    expect((await foundBy('unusual-dose')).map((key) => (JSON.parse(key) as unknown[])[2])).toEqual([0, 0, 0, 0]);
  });

  test.each([
    ['1985-05-01', false],
    ['1989', false],
    ['1989-12', false],
    ['1989-12-31', false],
    ['1920-01-01', false],
    ['1919-12-31', true],
    ['1919', true],
    ['1899-05-01', true],
  ])('accepts a start before 1990 but not before 1920: %s is found: %s', async (started, isFound) => {
    fixture.remove();
    fixture = makeStudy(() => localSpan(started)?.from ?? null);
    add('medications', [{ medication: 'A', started }]);
    expect(await foundBy('implausible-date')).toEqual(isFound ? ['0'] : []);
  });

  test('reports an implausible start and end of one record as one finding', async () => {
    fixture.change("UPDATE state SET as_of = '2026-11-20T14:05:00Z'");
    add('medications', [{ medication: 'A', started: '2205-01-01', ended: '2205-02-01' }]);
    expect(await foundBy('implausible-date')).toEqual(['0']);
  });
});
