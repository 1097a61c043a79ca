import { expect, test } from 'vitest';
import { compareTexts } from '../../../src/shared/compare-texts.ts';

test.each([
  ['a', 'b', -1],
  ['b', 'a', 1],
  ['a', 'a', 0],
  ['', '', 0],
  ['Z', 'a', -1],
  ['10', '9', -1],
])('%j and %j are compared by their code units', (left, right, order) => {
  expect(Math.sign(compareTexts(left, right))).toBe(order);
});
