import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareDecimals, difference, roundToDecimal, sameNumber } from '../../../src/shared/derive/decimal.ts';

describe('decimals', () => {
  test.each([
    [0.6 / 0.2, 3],
    [(100 * difference(11.9, 17)) / 17, -30],
    [0.1 + 0.2, 0.3],
    [1 / 3, 0.333333333333333],
    [12, 12],
    [0, 0],
    [1234567890123456, 1234567890123460],
  ])('%s is rounded to %s', (value, expected) => {
    expect(roundToDecimal(value)).toBe(expected);
  });

  test.each([
    [0.1 + 0.2, 0.3, 0],
    [2.9999999999999996, 3, 0],
    [2.99999999999999, 3, -1],
    ['3.0000000000000000001', 3, 1],
    ['1e3', 1000, 0],
    ['.5', '0.50', 0],
    ['-5', 4, -1],
    ['12345678901234567890', '12345678901234567891', -1],
    [1e-300, 1e300, -1],
    ['1e-8841907', 1, -1],
    ['0e8841907', 1, -1],
    ['5e8841907', 1, 1],
  ])('%s against %s is %s', (left, right, expected) => {
    expect(compareDecimals(left, right)).toBe(expected);
    expect(compareDecimals(right, left)).toBe(expected === 0 ? 0 : -expected);
  });

  test.each([
    [61.3, 11.1, 50.2],
    [0.3, 0.1, 0.2],
    [0.1 + 0.2, 0.3, 0],
    [1000.1, 0.3, 999.8],
    [-61.3, -11.1, -50.2],
  ])('%s less %s is %s', (left, right, expected) => {
    expect(difference(left, right)).toBe(expected);
  });

  test.each([
    [0.1 + 0.2, 0.3, true],
    [100_000 * (0.1 + 0.2), 30_000, true],
    [1e-9, 2e-9, false],
    [30_000.000_01, 30_000, false],
    [-3, 3, false],
    [0, 0, true],
  ])('%s and %s are the same: %s', (left, right, same) => {
    expect(sameNumber(left, right)).toBe(same);
  });

  test('refuses a text that is not a number', () => {
    expect(() => compareDecimals('', 1)).toThrow(RangeError);
    expect(() => compareDecimals('1,5', 1)).toThrow(RangeError);
  });

  const hundredths = fc.integer({ min: -1e7, max: 1e7 });
  test('compares hundredths like whole numbers', () => {
    fc.assert(
      fc.property(hundredths, hundredths, (left, right) => {
        expect(compareDecimals(left / 100, right / 100)).toBe(Math.sign(left - right));
        expect(compareDecimals((left / 100).toFixed(2), right / 100)).toBe(Math.sign(left - right));
      }),
    );
  });

  test('a product of two hundredths divided by one of them is the other', () => {
    const positive = fc.integer({ min: 1, max: 1e5 });
    fc.assert(
      fc.property(positive, positive, (times, limit) => {
        const value = (times * limit) / 1e4;
        expect(roundToDecimal(value / (limit / 100))).toBe(times / 100);
      }),
    );
  });
});
