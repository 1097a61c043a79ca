import { expect, test } from 'vitest';
import { SharedCells } from '../../../src/core/export/parquet/shared-cells.ts';
import type { StoredRow } from '../../../src/core/query/fetch-rows.ts';

/** What is counted for these rows, given by the numbers of their combinations. */
function counted(combinations: readonly StoredRow[], rows: readonly number[]) {
  const shared = new SharedCells(new Map(combinations.map((row) => [row[0] ?? null, row])), rows.length);
  for (const row of rows) shared.add(row);
  const notes = { replaced: 0, nul: 0 };
  shared.countStrange(notes);
  return notes;
}

const lost = 'µ was \ufffd';
const ended = 'a\0b\0';

test('characters of a combination are counted once for each row that has it', () => {
  expect(
    counted(
      [
        [1, lost],
        [2, 'plain'],
        [3, ended],
      ],
      [1, 2, 1, 3],
    ),
  ).toEqual({ replaced: 2, nul: 2 });
});

test('they are counted if every combination has some, and not if none has', () => {
  expect(
    counted(
      [
        [1, lost],
        [2, ended],
      ],
      [1, 2, 2],
    ),
  ).toEqual({ replaced: 1, nul: 4 });
  expect(counted([[1, 'plain']], [1, 1])).toEqual({ replaced: 0, nul: 0 });
});

test('a row of an unknown combination is refused', () => {
  expect(() => counted([[1, 'plain']], [2])).toThrow(RangeError);
});
