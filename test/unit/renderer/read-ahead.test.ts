import type { ViewportChangedEvent } from 'ag-grid-community';
import { expect, test } from 'vitest';
import type { GridRow } from '../../../src/shared/contract.ts';
import { readAhead, blockSize } from '../../../src/renderer/record/grid/rows-source.ts';

/** The rows requested for each viewport of a table that shows 30 rows at a time. */
function asked(firstRows: readonly number[]): readonly (readonly number[])[] {
  const { onViewportChanged } = readAhead();
  return firstRows.map((firstRow) => {
    const rows: number[] = [];
    const api = {
      getDisplayedRowAtIndex: (index: number) => {
        rows.push(index);
      },
    };
    onViewportChanged({ api, firstRow, lastRow: firstRow + 30 } as unknown as ViewportChangedEvent<GridRow>);
    return rows;
  });
}

test('requests the rows one block away on both sides, but none before the first row', () => {
  expect(asked([0, 60, 150])).toEqual([[30 + blockSize], [90 + blockSize], [180 + blockSize, 150 - blockSize]]);
});

test('requests none after a jump until the user scrolls on from there', () => {
  expect(asked([0, 900_000, 900_020])).toEqual([[30 + blockSize], [], [900_050 + blockSize, 900_020 - blockSize]]);
});
