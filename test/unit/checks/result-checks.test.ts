import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CheckName } from '../../../src/shared/checks/data-checks.ts';
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

const morning = '2025-01-06T08:00:00';

function result(test_code: string, value: number, more: FixtureRow = {}): FixtureRow {
  return {
    ...{ test: test_code, test_code, unit: 'x', result: String(value), result_number: value, standard_result: value },
    ...{ visit: 'WEEK 1', collected: morning, subject: '0012' },
    ...more,
  };
}

/** One sample, in which the key of each record is its test code. */
function sample(values: Readonly<Record<string, number>>, more: FixtureRow = {}): readonly FixtureRow[] {
  return Object.entries(values).map(([code, value]) => result(code, value, { record_id: code, ...more }));
}

describe('contradictory values of one sample, in SI units', () => {
  test.each<[string, Readonly<Record<string, number>>, readonly string[]]>([
    ['direct above total bilirubin', { BILI: 10, BILDIR: 30 }, ['BILI']],
    ['direct above total bilirubin by rounding only', { BILI: 3.4, BILDIR: 5.1 }, []],
    ['albumin above protein', { ALB: 70, PROT: 60 }, ['ALB']],
    ['albumin below protein', { ALB: 40, PROT: 70 }, []],
    ['HDL above cholesterol', { CHOL: 4, HDL: 6 }, ['CHOL']],
    ['HDL and LDL above cholesterol', { CHOL: 5, HDL: 2, LDL: 4.5 }, ['CHOL']],
    ['consistent parts of cholesterol', { CHOL: 5, HDL: 1.2, LDL: 3.2 }, []],
    ['neutrophils above white cells', { WBC: 4, NEUT: 8 }, ['WBC']],
    ['a count that does not match its percentage', { WBC: 6, NEUT: 1, NEUTLE: 0.6 }, ['WBC']],
    ['a count that matches its percentage', { WBC: 6, NEUT: 3.3, NEUTLE: 0.6 }, []],
    ['a differential of 130 %', { NEUTLE: 0.8, LYMLE: 0.35, MONOLE: 0.08, EOSLE: 0.05, BASOLE: 0.02 }, ['NEUTLE']],
    ['a differential of 60 %', { NEUTLE: 0.3, LYMLE: 0.2, MONOLE: 0.05, EOSLE: 0.04, BASOLE: 0.01 }, ['NEUTLE']],
    ['a differential of 99 %', { NEUTLE: 0.6, LYMLE: 0.3, MONOLE: 0.05, EOSLE: 0.03, BASOLE: 0.01 }, []],
    ['white cells far above the sum of their types', { WBC: 60, NEUT: 4, LYM: 1.5, MONO: 0.4, EOS: 0.1, BASO: 0 }, ['WBC']],
    ['a hematocrit that does not match hemoglobin', { HGB: 8.7, HCT: 0.28 }, ['HGB']],
    ['a hematocrit that matches hemoglobin', { HGB: 8.7, HCT: 0.42 }, []],
    ['a hematocrit that contradicts all other indices', { HGB: 8.7, HCT: 0.3, RBC: 4.7, MCV: 89, MCH: 1.85, MCHC: 20.7 }, ['HCT']],
    ['a cell volume that contradicts count and hematocrit', { HGB: 8.7, HCT: 0.42, RBC: 4.7, MCV: 110 }, ['MCV']],
    ['consistent indices of one sample', { HGB: 8.7, HCT: 0.42, RBC: 4.7, MCV: 89, MCH: 1.85, MCHC: 20.7 }, []],
  ])('%s', async (_, values, keys) => {
    // A week earlier all values were ordinary.
    const ordinary: Readonly<Record<string, number>> = {
      ...{ BILI: 10, BILDIR: 3, ALB: 40, PROT: 70, CHOL: 5, HDL: 1.2, LDL: 3.2, WBC: 6, NEUT: 3.6, LYM: 1.8, MONO: 0.4, EOS: 0.1, BASO: 0 },
      ...{
        NEUTLE: 0.6,
        LYMLE: 0.3,
        MONOLE: 0.06,
        EOSLE: 0.03,
        BASOLE: 0.01,
        HGB: 8.7,
        HCT: 0.42,
        RBC: 4.7,
        MCV: 89,
        MCH: 1.85,
        MCHC: 20.7,
      },
    };
    const before = sample(ordinary).map((row) => ({
      ...row,
      record_id: `before ${String(row['record_id'])}`,
      collected: '2024-12-30T08:00:00',
    }));
    fixture.add('labs', [...before, ...sample(values)]);
    const found = await foundBy('values-disagree');
    // Of two values that explain the contradiction equally well, the one farther from the earlier sample is listed.
    expect(found.length).toBe(keys.length);
    expect(found.every((key) => key in values)).toBe(true);
    if (keys[0] === 'HCT' || keys[0] === 'MCV') expect(found).toEqual(keys);
  });

  test('reports no contradiction that most samples of the study have', async () => {
    fixture.add(
      'labs',
      ['a', 'b', 'c', 'd'].flatMap((subject) =>
        sample({ WBC: 4, NEUT: 8 }, { subject }).map((row) => ({ ...row, record_id: `${subject}${String(row['test'])}` })),
      ),
    );
    expect(await foundBy('values-disagree')).toEqual([]);
  });

  test.each<[Readonly<Record<string, number>>, readonly string[]]>([
    [{ SYSBP: 120, DIABP: 115 }, ['DIABP']],
    [{ SYSBP: 120, DIABP: 80 }, []],
    [{ BSA: 2.4, HEIGHT: 170, WEIGHT: 70 }, ['BSA']],
    [{ BSA: 1.82, HEIGHT: 170, WEIGHT: 70 }, []],
    [{ BSA: 0.5, HEIGHT: 90, WEIGHT: 12 }, []],
  ])('vital signs %j: %j', async (values, keys) => {
    const before = sample({ SYSBP: 120, DIABP: 80, BSA: 1.82, HEIGHT: 170, WEIGHT: 70 });
    fixture.add(
      'vitals',
      before.map((row) => ({ ...row, record_id: `before ${String(row['record_id'])}`, collected: '2024-12-30T08:00:00' })),
    );
    fixture.add('vitals', sample(values));
    expect(await foundBy('values-disagree')).toEqual(keys);
  });
});

describe('values measured at one time', () => {
  const panel = { ALT: 30, AST: 28, ALP: 80, GGT: 22, CREAT: 76, SODIUM: 139, K: 4.2, CL: 102 };

  function panels(times: readonly (readonly [subject: string, collected: string, shift: number])[]): void {
    fixture.add(
      'labs',
      times.flatMap(([subject, collected, shift], n) =>
        Object.entries(panel).map(([code, value]) => result(code, value + shift, { subject, collected, record_id: `${String(n)}${code}` })),
      ),
    );
  }

  test('finds the first record of a panel equal to the previous one', async () => {
    panels([
      ['0012', '2025-01-06T08:00:00', 0],
      ['0012', '2025-01-13T08:00:00', 0],
      ['0012', '2025-01-20T08:00:00', 0.1],
    ]);
    expect(await foundBy('copied-panel')).toEqual(['1ALT']);
  });

  test('finds the first record of each if two subjects have equal panels', async () => {
    panels([
      ['0012', '2025-01-06T08:00:00', 0],
      ['0013', '2025-02-13T08:00:00', 0],
      ['0014', '2025-01-20T08:00:00', 0.1],
    ]);
    expect((await foundBy('copied-panel')).toSorted()).toEqual(['0ALT', '1ALT']);
  });

  test.each([
    [{ SYSBP: 121, DIABP: 79, PULSE: 71, TEMP: 36.7, RESP: 16 }, ['later SYSBP']],
    [{ SYSBP: 121, DIABP: 79, PULSE: 71, TEMP: 36.7 }, []],
  ])('finds equal vital signs from five numbers on: %j', async (values, keys) => {
    fixture.add('vitals', [
      ...sample(values),
      ...sample(values, { collected: '2025-01-13T08:00:00' }).map((row) => ({ ...row, record_id: `later ${String(row['test'])}` })),
    ]);
    expect(await foundBy('copied-panel')).toEqual(keys);
  });

  test('ignores a few equal numbers, which occur by chance', async () => {
    fixture.add('labs', [
      ...sample({ ALT: 30, AST: 28 }),
      ...sample({ ALT: 30, AST: 28 }).map((row) => ({
        ...row,
        collected: '2025-01-13T08:00:00',
        record_id: `later ${String(row['test'])}`,
      })),
    ]);
    expect(await foundBy('copied-panel')).toEqual([]);
  });

  test('finds two different results of a test at one time in one unit', async () => {
    const k = (value: number, record_id: string, more: FixtureRow = {}): FixtureRow => result('K', value, { record_id, ...more });
    fixture.add('labs', [
      k(4, 'a'),
      k(4.9, 'b'),
      k(4, 'c', { unit: 'y' }),
      k(4.9, 'd', { collected: '2025-01-06T09:00:00' }),
      k(5, 'e', { subject: '0013' }),
    ]);
    expect(await foundBy('two-at-once')).toEqual(['a', 'b']);
  });

  test('compares temperatures on two scales, allowing for rounding', async () => {
    const temperature = (record_id: string, test: string, celsius: number, subject: string): FixtureRow =>
      result('TEMP', celsius, { record_id, test, subject });
    fixture.add('vitals', [
      temperature('a', 'Temperature F', 36.7, '0012'),
      temperature('b', 'Temperature Temp C', 39.4, '0012'),
      temperature('c', 'Temperature F', 36.7, '0013'),
      temperature('d', 'Temperature Temp C', 36.9, '0013'),
    ]);
    expect(await foundBy('two-at-once')).toEqual(['a', 'b']);
  });
});

describe('single results', () => {
  const weeks = (code: string, values: readonly number[], more: FixtureRow = {}): readonly FixtureRow[] =>
    values.map((value, n) =>
      result(code, value, {
        record_id: String(n),
        visit: `WEEK ${String(n)}`,
        collected: new Date(Date.UTC(2025, 0, 6 + 21 * n, 8)).toISOString().slice(0, 19),
        ...more,
      }),
    );

  test.each<[string, readonly number[], readonly string[]]>([
    ['ALT', [30, 999, 28], ['1']],
    ['ALT', [30, -99, 28], ['1']],
    ['ALT', [300, 999, 1200], []],
    ['ALT', [30, 99, 28], []],
    ['ALT', [999, 999], []],
  ])('nines instead of a value: %s %j', async (code, values, keys) => {
    fixture.add('labs', weeks(code, values));
    expect(await foundBy('placeholder')).toEqual(keys);
  });

  test.each<[string, number, FixtureRow, boolean]>([
    ['EOS', -0.1, {}, true],
    ['EOS', 0, {}, false],
    ['EOS', -0.1, { range_low: -1 }, false],
  ])('%s of %d, %j, is impossible: %j', async (code, value, more, isFound) => {
    fixture.add('labs', weeks(code, [value], more));
    expect(await foundBy('impossible-value')).toEqual(isFound ? ['0'] : []);
  });

  test.each<[string, readonly number[], readonly string[]]>([
    ['RESP', [16, 78, 17], ['1']],
    ['TEMP', [36.7, 26.7, 36.9], ['1']],
    ['OXYSAT', [97, 47, 98], ['1']],
    ['PULSE', [72, 130, 70], []],
    ['OXYSAT', [58, 57, 97], []],
  ])('very unusual vital sign: %s %j', async (code, values, keys) => {
    fixture.add('vitals', weeks(code, values));
    expect(await foundBy('unlikely-value')).toEqual(keys);
  });

  test.each<[string, readonly number[], readonly string[]]>([
    ['up and back', [70, 85, 71], ['1']],
    ['down and back', [72.4, 42.7, 72], ['1']],
    ['slowly', [70, 66, 62, 58], []],
    ['by fluid that is lost again', [80, 74, 80], []],
    ['at the end', [70, 71, 90], ['2']],
    ['at the end by a smaller amount', [70, 71, 62], []],
    ['with only two weights', [70, 90], []],
  ])('a weight that jumps %s', async (_, values, keys) => {
    fixture.add('vitals', weeks('WEIGHT', values));
    expect(await foundBy('weight-jump')).toEqual(keys);
  });

  test.each<[readonly number[], readonly string[]]>([
    [[172, 172, 184, 172], ['2']],
    [[172, 184], ['1']],
    [[172, 174, 171], []],
    [[120, 130, 140], []],
  ])('heights %j: %j', async (values, keys) => {
    fixture.add('vitals', weeks('HEIGHT', values));
    expect(await foundBy('other-height')).toEqual(keys);
  });

  test('finds a systolic pressure without a diastolic one', async () => {
    const pressures = weeks(
      'SYSBP',
      Array.from({ length: 40 }, () => 120),
    ).flatMap((row) => [
      { ...row, record_id: `s${String(row['record_id'])}` },
      { ...row, test: 'DIABP', test_code: 'DIABP', standard_result: 80, result_number: 80, record_id: `d${String(row['record_id'])}` },
    ]);
    // An empty date is none: whether the others were measured with this one is not known.
    fixture.add('vitals', [...pressures.slice(0, -1), { ...pressures[0], record_id: 'undated', collected: '' }]);
    expect(await foundBy('half-pressure')).toEqual(['s39']);
  });

  test('results with an empty date are no sample of one time', async () => {
    const undated = (subject: string): readonly FixtureRow[] =>
      Array.from({ length: 9 }, (_, n) => result(`T${String(n)}`, n + 3, { subject, collected: '', record_id: `${subject}-${String(n)}` }));
    fixture.add('labs', [...undated('0012'), ...undated('0013')]);
    expect(await foundBy('copied-panel')).toEqual([]);
  });

  /** Enough results of one test to know what is usual. */
  const many = (more: (n: number) => FixtureRow): readonly FixtureRow[] =>
    Array.from({ length: 300 }, (_, n) =>
      result('K', 4 + (n % 7) / 10, {
        ...{
          record_id: String(n).padStart(3, '0'),
          subject: `S${String(n % 30)}`,
          collected: new Date(Date.UTC(2025, 0, 6 + n, 8)).toISOString().slice(0, 19),
        },
        ...more(n),
      }),
    );

  test('finds a record without a result only if such records are rare', async () => {
    const without: FixtureRow = { result: null, result_number: null, standard_result: null };
    fixture.add(
      'labs',
      many((n) => (n === 7 ? without : {})),
    );
    expect(await foundBy('no-result')).toEqual(['007']);
    fixture.add(
      'labs',
      many((n) => (n % 20 === 0 ? { ...without, record_id: `more ${String(n)}` } : { record_id: `more ${String(n)}` })),
    );
    expect(await foundBy('no-result')).toEqual([]);
  });

  test('finds records without a visit if they are rare', async () => {
    fixture.add(
      'labs',
      many((n) => (n === 7 ? { visit: null } : n === 8 ? { visit: '' } : {})),
    );
    expect(await foundBy('no-visit')).toEqual(['007', '008']);
  });

  test('reports a weight in pounds as another unit, not also as a jump', async () => {
    fixture.add('vitals', weeks('WEIGHT', [70, 71, 156, 70]));
    expect(await foundBy('unit-mixed-up')).toEqual(['2']);
    expect(await foundBy('weight-jump')).toEqual([]);
  });

  test('finds a reference range that differs once', async () => {
    fixture.add(
      'labs',
      many((n) => ({ reference_range: n === 95 ? '2.5 - 4.1' : '3.5 - 5.1' })),
    );
    expect(await foundBy('range-once')).toEqual(['095']);
  });

  test('finds a repeated result on a date without a time if that is rare', async () => {
    fixture.add(
      'labs',
      many((n) => ({ collected: `2025-01-${String((n % 28) + 1).padStart(2, '0')}`, result: String(n) })),
    );
    fixture.add('labs', [result('K', 4, { record_id: 'again', subject: 'S0', collected: '2025-01-01', result: '0' })]);
    expect(await foundBy('repeated-record')).toEqual(['again']);
  });

  test('finds a text instead of a number, but not a bound', async () => {
    const text = (result_text: string): FixtureRow => ({ result_text, result: result_text, result_number: null, standard_result: null });
    fixture.add(
      'labs',
      many((n) => (n === 7 ? text('4.O') : n === 8 ? text('<2') : {})),
    );
    expect(await foundBy('text-for-number')).toEqual(['007']);
  });

  test.each<[string, FixtureRow]>([
    ['test', { test: 'Potasium' }],
    ['visit', { visit: 'WEKE 1' }],
    ['visit', { visit: 'Week1' }],
  ])('finds a spelling variant of a %s: %j', async (_, odd) => {
    fixture.add(
      'labs',
      many((n) => ({ test: 'Potassium', ...(n === 7 ? odd : {}) })),
    );
    expect(await foundBy('spelled-otherwise')).toEqual(['007']);
  });

  test.each<FixtureRow>([{ test: 'Potassium %' }, { visit: 'WEEK 2' }, { visit: 'EOS' }])(
    'does not take another name for a spelling variant: %j',
    async (odd) => {
      fixture.add(
        'labs',
        many((n) => ({ test: 'Potassium', visit: n < 150 ? 'EOT' : 'WEEK 1', ...(n === 7 ? odd : {}) })),
      );
      expect(await foundBy('spelled-otherwise')).toEqual([]);
    },
  );

  test('finds a service code of another test', async () => {
    fixture.add(
      'labs',
      many((n) => ({ service_code: '2166', ...(n === 7 ? { test: 'SODIUM', test_code: 'SODIUM' } : {}) })),
    );
    expect(await foundBy('code-of-another')).toEqual(['007']);
  });

  test('accepts a service code of several tests', async () => {
    fixture.add(
      'labs',
      many((n) => ({ service_code: '2166', ...(n % 8 === 7 ? { test: 'SODIUM', test_code: 'SODIUM' } : {}) })),
    );
    expect(await foundBy('code-of-another')).toEqual([]);
  });

  test('finds a specimen of another day and a vital sign entered before it was measured', async () => {
    const at =
      (column: string, day: string) =>
      (n: number): FixtureRow => ({ collected: morning, [column]: `${n === 7 ? day : '2025-01-06'}T08:00:00-05:00` });
    fixture.add('labs', many(at('specimen_time', '2025-02-06')));
    expect(await foundBy('other-time')).toEqual(['007']);
    fixture.add('vitals', many(at('entered_time', '2025-01-02')));
    expect(await foundBy('other-time')).toEqual(['007', '007']);
    fixture.add('vitals', [result('K', 4, { record_id: 'later', entered_time: '2025-01-09T08:00:00-05:00' })]);
    expect(await foundBy('other-time')).toEqual(['007', '007']);
  });

  test.each([
    ['2025-01-06T22:00:00', '2025-01-07T03:00:00Z', false],
    ['2025-01-06T08:00:00', '2025-01-05T23:00:00+00:00', false],
    ['2025-01-06', '2025-01-07T03:00:00Z', false],
    ['2025-01-06T22:00:00', '2025-01-07T12:00:00Z', true],
    ['2025-01-06T08:00:00', '2025-01-05T09:00:00Z', true],
    ['2025-01-06T22:00:00', '2025-01-07T03:00:00+01:00', true],
  ])('a specimen collected at %s and dated %s is found: %j', async (collected, specimen_time, isFound) => {
    fixture.add(
      'labs',
      many((n) => (n === 7 ? { collected, specimen_time } : {})),
    );
    expect(await foundBy('other-time')).toEqual(isFound ? ['007'] : []);
  });

  test('a vital sign entered in UTC on the day before, which is its day east of there, is not found', async () => {
    fixture.add(
      'vitals',
      many((n) => (n === 7 ? { collected: morning, entered_time: '2025-01-05T23:30:00Z' } : {})),
    );
    expect(await foundBy('other-time')).toEqual([]);
  });

  test.each([
    ['2025-01-27', true],
    ['2025-02-06', true],
    ['2025-01-09', false],
  ])('a result of %s in a visit of 6 January is found: %j', async (day, isFound) => {
    const tests = ['ALT', 'AST', 'ALP', 'GGT', 'CREAT', 'SODIUM', 'K', 'CL', 'CA', 'MG', 'PHOS'];
    const visit = (name: string, on: string): readonly FixtureRow[] =>
      tests.map((code) => result(code, 4, { visit: name, collected: `${on}T08:00:00`, record_id: `${name} ${code}` }));
    const all = [...visit('C1D1', '2025-01-06'), ...visit('C2D1', '2025-01-27')];
    fixture.add(
      'labs',
      all.map((row) => (row['record_id'] === 'C1D1 K' ? { ...row, collected: `${day}T08:00:00` } : row)),
    );
    expect(await foundBy('date-off-visit')).toEqual(isFound ? ['C1D1 K'] : []);
  });

  test('finds four results off the day of their visit if the study is large enough for these to be rare', async () => {
    const visits = Array.from({ length: 110 }, (_, subject) =>
      Array.from({ length: 11 }, (_, n) =>
        result(`T${String(n)}`, 4, {
          ...{ subject: `S${String(subject)}`, record_id: `${String(subject)} ${String(n)}` },
          collected: n === 0 && subject < 4 ? '2025-02-06T08:00:00' : morning,
        }),
      ),
    );
    fixture.add('labs', visits.flat());
    expect(await foundBy('date-off-visit')).toEqual(['0 0', '1 0', '2 0', '3 0']);
  });
});

test.each([
  ['1-103', true],
  ['01-10O', true],
  ['01-105', false],
])('member %s of a Group numbered from 01-110 on is found: %j', async (subject, isFound) => {
  fixture.add('subjects', [...Array.from({ length: 12 }, (_, n) => ({ subject: `01-1${String(10 + n)}` })), { subject }]);
  expect(await foundBy('other-id-format')).toEqual(isFound ? [subject] : []);
});

test.each([
  [10, ['1-1']],
  [9, []],
])('of %d members whose numbers begin with 01 but for one, %j have another format', async (members, found) => {
  fixture.add('subjects', [...Array.from({ length: members - 1 }, (_, n) => ({ subject: `01-${String(n)}` })), { subject: '1-1' }]);
  expect(await foundBy('other-id-format')).toEqual(found);
});

test('accepts a Group with two ways of numbering', async () => {
  fixture.add('subjects', [
    ...Array.from({ length: 12 }, (_, n) => ({ subject: `01-${String(10 + n)}` })),
    ...['A1', 'A2', 'A3'].map((subject) => ({ subject })),
  ]);
  expect(await foundBy('other-id-format')).toEqual([]);
});
