import { describe, expect, test } from 'vitest';
import { rangeFlag, timesUpperLimit } from '../../../src/shared/derive/range-flag.ts';
import { parseReferenceRange } from '../../../src/shared/derive/reference-range.ts';

describe('the flag follows LBNRIND: limits are normal, one limit is enough, no limit is no flag', () => {
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
    [null, '7 - 56', null],
  ])('%s in %j is %s', (value, text, flag) => {
    expect(rangeFlag(value, parseReferenceRange(text), 'U/L')).toBe(flag);
  });

  test('the noise of binary fractions makes no flag', () => {
    expect(rangeFlag(0.1 + 0.2, parseReferenceRange('0 - 0.3'), null)).toBe('NORMAL');
    expect(rangeFlag(0.3, parseReferenceRange(`${0.1 + 0.2} - 1`), null)).toBe('NORMAL');
    expect(rangeFlag(0.30000000001, parseReferenceRange('0 - 0.3'), null)).toBe('HIGH');
  });

  test.each([
    ['10*3/uL', 'HIGH'],
    [' 10*3/uL ', 'HIGH'],
    ['10*9/L', null],
    [null, null],
  ])('a range in 10*3/uL is compared with a result in %j only where the units agree', (unit, flag) => {
    expect(rangeFlag(0.3, parseReferenceRange('0-0.2 10*3/uL'), unit)).toBe(flag);
  });
});

describe('times upper limit', () => {
  test.each([
    [62, '7 - 56', 62 / 56],
    [112, '7 - 56', 2],
    [100, '< 200', 0.5],
    [100, '>= 60', null],
    [1, '-3 - 0', null],
    [1, '-3 - -1', null],
    [1, 'Negative', null],
    [null, '7 - 56', null],
  ])('%s against %j is %s', (value, text, times) => {
    expect(timesUpperLimit(value, parseReferenceRange(text), 'U/L')).toBe(times);
  });

  test('is empty where the range has another unit', () => {
    expect(timesUpperLimit(62, parseReferenceRange('7 - 56 U/L'), 'ukat/L')).toBeNull();
  });
});
