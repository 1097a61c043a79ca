import { describe, expect, test } from 'vitest';
import type { Row } from '../../../src/shared/datasets/declaration.ts';
import { difference, sameNumber } from '../../../src/shared/derive/decimal.ts';
import * as derive from '../../../src/shared/derive/response.ts';

const recist: Row = {
  criteria: 'RECIST 1.1',
  measurement: 'targetsum',
  unit: 'mm',
  assessment: 'Follow-up 2',
  conclusion: 'Stable Disease',
  current_value: 66,
  change_from_baseline_text: '-18 mm',
  change_from_nadir_text: '-6 mm',
};

describe('response code', () => {
  test.each([
    ['Complete Response', 'CR'],
    ['Partial Response', 'PR'],
    ['Stable Disease', 'SD'],
    ['Progressive Disease', 'PD'],
    ['Not Evaluable', 'NE'],
    ['Non-CR/Non-PD', 'NON-CR/NON-PD'],
    ['Partial response', 'PR'],
    [' STABLE  DISEASE', 'SD'],
    ['Undefined', null],
    ['Yes', null],
    ['No', null],
    ['toString', null],
    [null, null],
  ])('%j is %j', (conclusion, code) => {
    expect(derive.responseCode({ ...recist, conclusion })).toBe(code);
  });

  test.each(['iRECIST', 'RECIST 1.0', null])('criteria %j give no code', (criteria) => {
    expect(derive.responseCode({ ...recist, criteria })).toBeNull();
  });
});

describe('baseline and percent change from it', () => {
  test.each([
    [66, '-18 mm', 84, (100 * -18) / 84],
    [11.9, '-5.1 mm', 17, -30],
    [0.7, '-0.3 mm', 1, -30],
    [84, '0 mm', 84, 0],
    [-66, '-18 mm', null, null],
    [61.3, '+11.1 mm', 50.2, (100 * 11.1) / 50.2],
    [0, '-84 mm', 84, -100],
    [12, '12 mm', 0, null],
    [5, '7 mm', -2, null],
    [66, '--', null, null],
    [66, null, null, null],
    [66, 'about -18 mm', null, null],
    [null, '-18 mm', null, null],
    ['5.10', '-0.10 mm', 5.2, (100 * -0.1) / 5.2],
    ['1e400', '-18 mm', null, null],
  ])('sum %s, change %j: baseline %s, percent %s', (sum, text, baseline, percent) => {
    const row = { ...recist, current_value: sum, change_from_baseline_text: text };
    expect(derive.baselineSum(row)).toBe(baseline);
    expect(derive.percentChangeFromBaseline(row)).toBe(percent);
  });

  test('the baseline assessment is its own baseline and has no change', () => {
    const row = { ...recist, assessment: 'Baseline', current_value: 84, change_from_baseline_text: '--' };
    expect(derive.baselineSum(row)).toBe(84);
    expect(derive.percentChangeFromBaseline(row)).toBeNull();
  });

  test.each([
    ['Baseline', true],
    [' BASELINE ', true],
    ['baseline', true],
    ['Baseline 2', false],
    ['Follow-up 1', false],
    [null, false],
  ])('an assessment named %j is the baseline: %s', (name, is) => {
    expect(derive.isBaselineName(name)).toBe(is);
  });
});

describe('nadir and percent change from it', () => {
  test.each([
    [66, '-6 mm', 72, (100 * -6) / 72],
    [78, '+12 mm', 66, (100 * 12) / 66],
    [7, '7 mm', 0, null],
    [84, '--', null, null],
  ])('sum %s, change %j: nadir %s, percent %s', (sum, text, nadir, percent) => {
    const row = { ...recist, current_value: sum, change_from_nadir_text: text };
    expect(derive.nadirSum(row)).toBe(nadir);
    expect(derive.percentChangeFromNadir(row)).toBe(percent);
  });

  test('an increase of 5 mm over a nadir of 25 mm is 20 %', () => {
    const row = { ...recist, current_value: 30, change_from_nadir_text: '+5 mm' };
    expect(derive.percentChangeFromNadir(row)).toBeCloseTo(20, 9);
  });
});

describe('nothing is derived from other criteria, measurements or units', () => {
  test.each([
    [{ criteria: 'iRECIST' }, 'criteria are not RECIST 1.1'],
    [{ criteria: null }, 'criteria are not RECIST 1.1'],
    [{ measurement: 'nontargetsum' }, 'measurement is not the target sum'],
    [{ measurement: null }, 'measurement is not the target sum'],
    [{ unit: 'cm' }, 'unit is not mm'],
    [{ current_value: -66 }, 'the sum is below 0'],
    [{ criteria: 'PERCIST', measurement: 'SUV' }, 'criteria are not RECIST 1.1; measurement is not the target sum'],
  ])('%j', (other, because) => {
    const row: Row = { ...recist, ...other };
    expect(derive.notDerivedBecause(row)).toBe(because);
    expect([
      derive.baselineSum(row),
      derive.nadirSum(row),
      derive.percentChangeFromBaseline(row),
      derive.percentChangeFromNadir(row),
    ]).toEqual([null, null, null, null]);
  });

  test('gives a conclusion that is no RECIST response as the reason, and keeps the sums', () => {
    const row = { ...recist, conclusion: 'Undefined' };
    expect(derive.notDerivedBecause(row)).toBe('conclusion is not a RECIST 1.1 response');
    expect(derive.baselineSum(row)).toBe(84);
  });

  test('gives no reason for a usual assessment, and takes a missing unit as mm, the unit of the interface', () => {
    expect(derive.notDerivedBecause(recist)).toBeNull();
    expect(derive.notDerivedBecause({ ...recist, unit: ' MM' })).toBeNull();
    expect(derive.baselineSum({ ...recist, unit: null })).toBe(84);
  });
});

describe('decimals', () => {
  test.each([
    [61.3, 11.1, 50.2],
    [0.3, 0.1, 0.2],
    [0.3, 0.1 + 0.2, 0],
    [42.1, -12.5, 54.6],
    [1e15, 1, 999999999999999],
    [5, 5, 0],
    [0, 0, 0],
  ])('%s - %s is %s', (left, right, result) => {
    expect(difference(left, right)).toBe(result);
  });

  test('numbers are the same if they agree to fifteen digits', () => {
    expect(sameNumber(0.1 + 0.2, 0.3)).toBe(true);
    expect(sameNumber(0.3000000000001, 0.3)).toBe(false);
    expect(sameNumber(0, 1e-300)).toBe(false);
  });
});
