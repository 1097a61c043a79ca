import { expect, test } from 'vitest';
import { highestOf, lowestOf } from '../../../src/shared/derive/extremes.ts';

test('the lowest and the highest of more numbers than a call can take', () => {
  const numbers = Array.from({ length: 1_000_000 }, (_, at) => (at * 7919) % 1_000_000);
  expect([lowestOf(numbers), highestOf(numbers)]).toEqual([0, 999_999]);
});

test('those of no numbers are beyond every number, and a number that is none stays so', () => {
  expect([lowestOf([]), highestOf([])]).toEqual([Infinity, -Infinity]);
  expect([lowestOf([1, Number.NaN]), highestOf([Number.NaN, 1])]).toEqual([Number.NaN, Number.NaN]);
});
