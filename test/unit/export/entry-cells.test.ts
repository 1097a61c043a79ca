import { expect, test } from 'vitest';
import { numberedTexts, type EntryColumn } from '../../../src/core/export/columns/entry-columns.ts';
import { EntryCells } from '../../../src/core/export/parquet/entry-cells.ts';

const texts = ['first', 'second', 'third', 'fourth'];

/** A column with a row for each text; of a shared column by combination. */
function columnOf(isShared: boolean): EntryColumn {
  const cells = Uint32Array.of(1, 2, 3, 4);
  return { kind: 'text', cells, entryOf: isShared ? Uint32Array.of(0, 1, 2, 3, 4) : null, ...numberedTexts(texts), numbers: 0 };
}

test.each([
  ['whose texts are gathered', false],
  ['shared by combinations', true],
])('each row group of a column %s has a dictionary of its own', (_which, isShared) => {
  const cells = new EntryCells(columnOf(isShared), 4);
  const groups = [
    [0, 1, 0],
    [3, 1, 2],
    [2, 2, 3],
  ].map((positions) => {
    cells.add(Uint32Array.from(positions), { replaced: 0, nul: 0 });
    const gathered = positions.map((_position, row) => cells.cell(cells.entryOf[row] ?? -1));
    const { entries } = cells;
    cells.clear();
    return { gathered, entries };
  });
  expect(groups).toEqual([
    { gathered: ['first', 'second', 'first'], entries: 2 },
    { gathered: ['fourth', 'second', 'third'], entries: 3 },
    { gathered: ['third', 'third', 'fourth'], entries: 2 },
  ]);
});
