import { expect, test } from 'vitest';
import { typedNumber } from '../../../src/renderer/ui/format/numbers.ts';

test.each([
  ['5.1', '5.1'],
  [' −5,1 ', '-5.1'],
  ['0,125', '0.125'],
  ['12,5000', '12.5000'],
  ['1,234.5', '1234.5'],
  ['1,234,567', '1234567'],
  ['1.234,5', '1234.5'],
  ['1.234', '1.234'],
  ['1000,5', '1000.5'],
  ['x', 'x'],
])('%j is read as %j', (typed, number) => {
  expect(typedNumber(typed)).toBe(number);
});

test.each(['1,000', '-12,345', ' 100,000 '])('%j is ambiguous', (typed) => {
  expect(typedNumber(typed)).toBeNull();
});
