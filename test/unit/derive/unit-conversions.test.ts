import { describe, expect, test } from 'vitest';
import { standardValue, unitCode, unitConversions } from '../../../src/shared/derive/unit-conversions.ts';

describe('a number in the unit that its test is compared in', () => {
  // Expected values: the published factors between conventional and SI units, to their digits (AMA Manual of Style, 11th edition, 17.5).
  test.each([
    ['GLUC', 5.5, 'mmol/L', 'mg/dL', 99.1, 0.1],
    ['CREAT', 88.4, 'umol/L', 'mg/dL', 1, 0.01],
    ['BILI', 17.1, 'umol/L', 'mg/dL', 1, 0.01],
    ['CA', 2.5, 'mmol/L', 'mg/dL', 10, 0.1],
    ['CHOL', 5.18, 'mmol/L', 'mg/dL', 200, 1],
    ['UREAN', 7.14, 'mmol/L', 'mg/dL', 20, 0.1],
    ['URATE', 357, 'umol/L', 'mg/dL', 6, 0.1],
    ['MG', 0.82, 'mmol/L', 'mg/dL', 2, 0.1],
    ['PHOS', 1.29, 'mmol/L', 'mg/dL', 4, 0.1],
    ['HGB', 140, 'g/L', 'g/dL', 14, 0],
    ['PLAT', 250, '10*9/L', '10*3/uL', 250, 0],
    ['TEMP', 98.6, '[degF]', 'Cel', 37, 0],
    ['TEMP', -40, '[degF]', 'Cel', -40, 0],
    ['WEIGHT', 100, '[lb_av]', 'kg', 45.359237, 0],
    ['HEIGHT', 70, '[in_i]', 'cm', 177.8, 0],
  ])('%s %d %s is about that many %s: %d', (code, value, from, to, expected, within) => {
    const standard = standardValue(value, from, code);
    expect(standard.unit).toBe(to);
    expect(Math.abs(standard.value - expected)).toBeLessThanOrEqual(within);
    expect(standard.by?.source).toBeTruthy();
  });

  test('is as sent where the table has nothing for it', () => {
    expect(standardValue(5, 'mmol/L', 'K')).toEqual({ value: 5, unit: 'mmol/L', by: null });
    expect(standardValue(5, 'mmol/L', null)).toEqual({ value: 5, unit: 'mmol/L', by: null });
    expect(standardValue(5, 'mg/dl', 'GLUC')).toEqual({ value: 5, unit: 'mg/dL', by: null });
  });
});

test.each([
  ['K/uL', '10*3/uL'],
  ['10^9/L', '10*9/L'],
  ['µmol/L', 'umol/L'],
  ['μmol/L', 'umol/L'],
  ['IU/L', 'U/L'],
  [' mg/dl ', 'mg/dL'],
  ['°F', '[degF]'],
  ['G/L', 'G/L'],
  ['furlongs', 'furlongs'],
  ['toString', 'toString'],
])('the unit %j is %j', (written, code) => {
  expect(unitCode(written)).toBe(code);
});

test('each conversion is there once, and leads to no other one', () => {
  const names = unitConversions.map(({ test: code, from }) => `${code} ${from}`);
  expect(new Set(names).size).toBe(names.length);
  for (const { test: code, to, factor } of unitConversions) {
    expect(names).not.toContain(`${code} ${to}`);
    expect(factor).toBeGreaterThan(0);
  }
});
