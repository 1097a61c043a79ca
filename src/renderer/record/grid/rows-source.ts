import type { IDatasource, GridOptions, ViewportChangedEvent } from 'ag-grid-community';
import type { GridRow } from '../../../shared/contract.ts';
import type { Selection, Sort } from '../../../shared/query.ts';
import type { Call } from '../../../shared/rpc.ts';

/** Rows per block. */
export const blockSize = 100;

export interface RowsQuestion {
  readonly study: string;
  readonly selection: Selection;
  readonly sort: readonly Sort[];
}

export async function readRows(
  call: Call,
  { study, selection, sort }: RowsQuestion,
  offset: number,
  limit: number,
): Promise<readonly GridRow[]> {
  const page = await call('rows.page', { study, query: { selection, sort: [...sort], offset, limit } });
  return page.rows;
}

/**
 * Serves the grid's blocks from the reader. The first block is read before the grid gets the new query, so that the rows of the previous
 * one stay until then.
 */
export function createRowsSource(
  call: Call,
  question: RowsQuestion,
  first: readonly GridRow[],
  { onRows, onFailure }: { readonly onRows: (rows: readonly GridRow[]) => void; readonly onFailure: (error: unknown) => void },
): IDatasource {
  let ready: readonly GridRow[] | null = first;
  return {
    getRows: (asked) => {
      const { startRow, endRow } = asked;
      const deliver = (rows: readonly GridRow[]): void => {
        onRows(rows);
        asked.successCallback([...rows], rows.length < endRow - startRow ? startRow + rows.length : undefined);
      };
      if (startRow === 0 && ready !== null) {
        deliver(ready);
        ready = null;
        return;
      }
      readRows(call, question, startRow, endRow - startRow).then(deliver, (error: unknown) => {
        asked.failCallback();
        onFailure(error);
      });
    },
  };
}

/**
 * Reads the blocks next to the visible one ahead of scrolling, because rows that arrive late are drawn twice. Skipped after a jump, such as
 * while dragging the scroll bar, where positions are only passed through.
 */
export function readAhead(): Required<Pick<GridOptions<GridRow>, 'onViewportChanged'>> {
  let last = 0;
  return {
    onViewportChanged: ({ api, firstRow, lastRow }: ViewportChangedEvent<GridRow>) => {
      const moved = Math.abs(lastRow - last);
      last = lastRow;
      if (moved > blockSize) return;
      // Requesting a row makes AG Grid read its block; past the last row there is none.
      for (const index of [lastRow + blockSize, firstRow - blockSize]) if (index >= 0) api.getDisplayedRowAtIndex(index);
    },
  };
}
