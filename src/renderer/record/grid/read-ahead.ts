import type { GridOptions, ViewportChangedEvent } from 'ag-grid-community';
import type { GridRow } from '../../../shared/contract.ts';
import { blockSize } from './rows-source.ts';

/**
 * Has the blocks beside the one in view read before somebody scrolls there: rows that come late are drawn twice. Not after a leap,
 * such as on a dragged bar, whose stations nobody stays at.
 */
export function readAhead(): Required<Pick<GridOptions<GridRow>, 'onViewportChanged'>> {
  let last = 0;
  return {
    onViewportChanged: ({ api, firstRow, lastRow }: ViewportChangedEvent<GridRow>) => {
      const moved = Math.abs(lastRow - last);
      last = lastRow;
      if (moved > blockSize) return;
      // AG Grid reads the block of any row that it is asked for, and has none where the rows end.
      for (const index of [lastRow + blockSize, firstRow - blockSize]) if (index >= 0) api.getDisplayedRowAtIndex(index);
    },
  };
}
