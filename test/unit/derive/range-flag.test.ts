import { describe, expect, test } from 'vitest';
import { parseCensored } from '../../../src/shared/derive/censored-result.ts';
import { rangeFlag, timesUpperLimit, type RangedResult } from '../../../src/shared/derive/range-flag.ts';
import { parseReferenceRange } from '../../../src/shared/derive/reference-range.ts';

describe('the flag follows LBNRIND: limits are normal, one limit is enough, without a limit there is no flag', () => {
  test.each([
    [6.9, '7 - 56', 'LOW'],
    [7, '7 - 56', 'NORMAL'],
    [56, '7 - 56', 'NORMAL'],
    [56.1, '7 - 56', 'HIGH'],
    [199.9, '< 200', 'NORMAL'],
    [200, '< 200', 'HIGH'],
    [200, '<= 200', 'NORMAL'],
    [60, '>= 60', 'NORMAL'],
    [59, '>= 60', 'LOW'],
    [60, '> 60', 'LOW'],
    [61, '> 60', 'NORMAL'],
    [-3, '-2 - 3', 'LOW'],
    [-2, '-2 - 3', 'NORMAL'],
    [0, 'Negative', null],
    [0, '', null],
  ])('%s in %j is %s', (value, text, flag) => {
    expect(rangeFlag(ofResult(value), parseReferenceRange(text))).toBe(flag);
  });

  test('ignores the rounding of binary fractions', () => {
    expect(rangeFlag(ofResult(0.1 + 0.2), parseReferenceRange('0 - 0.3'))).toBe('NORMAL');
    expect(rangeFlag(ofResult(0.3), parseReferenceRange(`${0.1 + 0.2} - 1`))).toBe('NORMAL');
    expect(rangeFlag(ofResult(0.30000000001), parseReferenceRange('0 - 0.3'))).toBe('HIGH');
  });

  test.each<[number | string, string, string | null, string | null, string | null]>([
    [0.3, '0-0.2 10*3/uL', '10*3/uL', null, 'HIGH'],
    [0.3, '0-0.2 10*3/uL', ' 10*3/uL ', null, 'HIGH'],
    [0.3, '0-0.2 10*3/uL', 'GI/L', null, 'HIGH'],
    [60, '7 - 56 IU/L', 'U/L', 'ALT', 'HIGH'],
    [60, '7 - 56 U/l', 'units/L', null, 'HIGH'],
    [12, '130-170 g/L', 'g/dL', 'HGB', 'LOW'],
    [40, '150 - 400 x10^9/L', 'THOU/uL', 'PLAT', 'LOW'],
    [40, '150 - 400 G/L', 'G/l', 'PLAT', 'LOW'],
    [180, '12 - 16 g/dL', 'G/L', 'HGB', 'HIGH'],
    [40, '3.5-5.0 g/dL', 'G/L', 'ALB', 'NORMAL'],
    [180, '12 - 16 g/dL', 'G/L', null, null],
    [50, '0.36 - 0.46 Proportion', '%', 'HCT', 'HIGH'],
    [40, '0.36 - 0.46 Proportion', '%', 'HCT', 'NORMAL'],
    [40, '150000 - 400000 /uL', 'K/uL', 'PLAT', 'LOW'],
    [110, '3.9-5.5 mmol/L', 'mg/dL', 'GLUC', 'HIGH'],
    [105, '70-99 fasting', 'mg/dL', 'GLUC', 'HIGH'],
    [105, '70-99 mg/dL (fasting)', 'mg/dl', 'GLUC', 'HIGH'],
    // An unknown unit is compared if both spell it alike.
    [5, '1 - 3 foo/L', 'foo/L', null, 'HIGH'],
    [5, '1 - 3', 'foo/L', null, 'HIGH'],
    [5, '1 - 3', null, null, 'HIGH'],
    ['0.30000000000000000001', '0 - 0.3', null, null, 'HIGH'],
    [5, '1 - 3 foo/L', 'bar/L', null, null],
    [5, '1 - 3 U/L', 'mg/dL', null, null],
    // Without the substance, mass cannot be converted to amount.
    [110, '3.9-5.5 mmol/L', 'mg/dL', null, null],
    [0.3, '0-0.2 10*3/uL', null, null, null],
    [100, '7-56 U/L', 'ukat/L', null, 'HIGH'],
    [5.4, '70-99 mg/dL', 'mmol/L', 'GLUC', 'NORMAL'],
    [0.38, '37-47 %', 'L/L', 'HCT', 'NORMAL'],
    [0.6, '<500 ng/mL FEU', 'mg/L FEU', null, 'HIGH'],
    [0.3, '<500 ng/mL FEU', 'ug/mL DDU', null, null],
    // 36 mmol/mol of glycated hemoglobin is 5.4 %; without the test that is not known.
    [36, '4.0-5.6 %', 'mmol/mol', 'HBA1C', 'NORMAL'],
    [36, '4.0-5.6 %', 'mmol/mol', null, null],
    // A number said to have no unit may be a percentage or a fraction.
    [42, '37-47 %', 'NO UNITS', 'HCT', null],
    [42, '0.37-0.47 L/L', 'none', null, null],
    [8.1, '5.0-8.0 pH', null, 'PH', 'HIGH'],
    [1.2, '0.9-1.1 INR', null, 'INR', 'HIGH'],
    // 0 to 0 is a placeholder for what everybody has some of, and a range for what nobody should have.
    [30, '0 - 0', 'U/L', 'ALT', null],
    [30, '0 - 0 U/L', 'U/L', 'ALT', null],
    [6, '0 - 5', 'U/L', 'ALT', 'HIGH'],
    [0.3, '0 - 0.2', 'mg/dL', 'BILI', 'HIGH'],
    [2, '0 - 0', '%', 'BLAST', 'HIGH'],
    [2, '0 - 0', '%', null, 'HIGH'],
    [38, '0.37-0.47 fraction', null, 'HCT', null],
  ])('%s against %j in %j of %j is %s', (result, range, unit, code, flag) => {
    expect(rangeFlag({ result, unit, test: code }, parseReferenceRange(range))).toBe(flag);
  });
});

describe('a bound has the flag that every value beyond it has', () => {
  test.each([
    ['>1000', '7 - 56', 'HIGH'],
    ['>1000', '7 - 56 U/L', 'HIGH'],
    ['> 56', '7 - 56', 'HIGH'],
    ['>= 56', '7 - 56', null],
    ['>= 56', '7 - <56', 'HIGH'],
    ['>= 57', '7 - 56', 'HIGH'],
    ['> 20', '7 - 56', null],
    ['>90', '>= 60', 'NORMAL'],
    ['>60', '> 60', 'NORMAL'],
    ['<60', '10-56', null],
    ['<60', '<200', 'NORMAL'],
    ['<0.01', '0 - 4', 'NORMAL'],
    ['<0.01', '0.4 - 4', 'LOW'],
    ['<0.4', '0.4 - 4', 'LOW'],
    ['<=0.4', '0.4 - 4', null],
    ['<1', '-2 - 3', null],
    ['<0.01 mg/dL', '0.1 - 1 mg/dL', 'LOW'],
    ['<0.01 g/dL', '0.1 - 1 mg/dL', null],
  ])('%s against %j is %s', (text, range, flag) => {
    const result = parseCensored(text);
    if (result === null) throw new Error('no bound');
    expect(rangeFlag({ result, unit: null, test: null }, parseReferenceRange(range))).toBe(flag);
  });
});

test.each([
  ['>3000 /uL', '1 - 4', '10*9/L', 'LYM', null],
  ['>5000 /uL', '1 - 4', '10*9/L', 'LYM', 'HIGH'],
  ['<900 /uL', '1 - 4', '10*9/L', 'LYM', 'LOW'],
  ['>5000 /uL', '1 - 4', null, 'LYM', 'HIGH'],
])('bound %s in its own unit against range %j without one, of a record in %s for %s is %s', (text, range, unit, code, flag) => {
  const result = parseCensored(text);
  if (result === null) throw new Error('no bound');
  expect(rangeFlag({ result, unit, test: code }, parseReferenceRange(range))).toBe(flag);
});

describe('times upper limit', () => {
  test.each([
    [62, '7 - 56', 1.10714285714286],
    [112, '7 - 56', 2],
    [0.6, '0 - 0.2', 3],
    [100, '< 200', 0.5],
    [100, '>= 60', null],
    [1, '-3 - 0', null],
    [1, '-3 - -1', null],
    [1, 'Negative', null],
    [62, '7 - 56 ukat/L', 0.018452380952381],
  ])('%s against %j is %s', (value, text, times) => {
    expect(timesUpperLimit(ofResult(value), parseReferenceRange(text))).toBe(times);
  });

  test('is that of the bound if only that is known', () => {
    const result = parseCensored('>1000');
    if (result === null) throw new Error('no bound');
    expect(timesUpperLimit({ result, unit: null, test: null }, parseReferenceRange('7 - 56'))).toBe(17.8571428571429);
  });

  test('is null if the range has a unit that cannot be converted', () => {
    expect(timesUpperLimit(ofResult(62), parseReferenceRange('7 - 56 mg/dL'))).toBeNull();
  });
});

function ofResult(result: number): RangedResult {
  return { result, unit: 'U/L', test: null };
}
