import { expect, test } from 'vitest';
import { contradictsNumber } from '../../../src/shared/derive/result-text.ts';

test.each([
  ['>1000', 30, true],
  ['>1000', 1000, true],
  ['>=1000', 1000, false],
  ['>1000', 1200, false],
  ['< 0.01', 0.005, false],
  ['< 0.01', 0.01, true],
  ['60', 30, true],
  ['30.0', 30, false],
  ['30,5', 30.5, false],
  ['1,000', 1000, false],
  ['1,000', 1, false],
  ['1,000', 5, true],
  ['normal', 30, false],
  ['30 mg/dL', 30, false],
  ['>1000 ng/mL', 2, false],
])('%j beside %d contradicts: %j', (text, number, contradicts) => {
  expect(contradictsNumber(text, number)).toBe(contradicts);
});
