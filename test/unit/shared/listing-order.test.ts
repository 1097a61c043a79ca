import { expect, test } from 'vitest';
import { rowsInOrder } from '../../../src/shared/listing-order.ts';

const inOrder = (cells: readonly (string | number | null)[], descending = false) =>
  rowsInOrder(
    cells.map((cell) => ['of another column', cell] as const),
    1,
    descending,
  ).map(([, cell]) => cell);

test('numbers are in numeric order', () => {
  expect(inOrder([10, 9, 1])).toEqual([1, 9, 10]);
  expect(inOrder([9, 10, 1], true)).toEqual([10, 9, 1]);
});

test('texts are in the order of texts, also where they look like numbers', () => {
  expect(inOrder(['9', '10', 'a'])).toEqual(['10', '9', 'a']);
  expect(inOrder(['10', 'a', '9'], true)).toEqual(['a', '9', '10']);
});

test('missing values come last in both directions', () => {
  expect(inOrder([null, 2, null, 1])).toEqual([1, 2, null, null]);
  expect(inOrder([null, 1, null, 2], true)).toEqual([2, 1, null, null]);
});

test('rows that are equal in the column stay in their order', () => {
  const rows = [
    ['a', 1],
    ['b', null],
    ['c', 1],
    ['d', null],
  ] as const;
  expect(rowsInOrder(rows, 1, false).map(([name]) => name)).toEqual(['a', 'c', 'b', 'd']);
  expect(rowsInOrder(rows, 1, true).map(([name]) => name)).toEqual(['a', 'c', 'b', 'd']);
});
