import { expect, test } from 'vitest';
import { positionOf } from '../../../src/core/query/columns-in-memory/cached-dataset.ts';

test.each([
  ['no gaps', [1, 2, 3, 4]],
  ['a gap at the start', [3, 4, 5]],
  ['gaps in the middle', [1, 2, 5, 6, 9]],
  ['one row', [7]],
  ['no rows', []],
])('finds the position of each row number, and of no other: %s', (_what, numbers) => {
  const rowids = Uint32Array.from(numbers);
  for (let rowid = 1; rowid < 12; rowid++) expect(positionOf(rowids, rowid)).toBe(numbers.indexOf(rowid));
});
