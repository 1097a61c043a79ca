import type { GridApi } from 'ag-grid-community';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { GridRow } from '../../shared/contract.ts';
import { useGrid } from './grid-context.ts';
import { useReloadOn } from './use-reload-on.ts';

/** Keeps the number of rows true, returns to the row that was at the top when the grid was left, and reads blocks again after a sync without moving. */
export function useRowMemory(api: GridApi<GridRow> | null, generation: number): void {
  const { rows, state, change } = useGrid();
  const returnTo = useRef(state.topRow);
  const { source, counts, counted } = rows;
  const total = counted ? counts?.rows : undefined;
  useEffect(() => {
    if (api === null || source === null || total === undefined) return;
    api.setRowCount(total, true);
    if (returnTo.current > 0 && returnTo.current < total) api.ensureIndexVisible(returnTo.current, 'top');
    returnTo.current = 0;
  }, [api, source, total]);
  useReloadOn(generation, () => {
    api?.refreshInfiniteCache();
  });
  const shown = useRef(source);
  useEffect(() => {
    if (shown.current !== null && shown.current !== source && (api?.getDisplayedRowCount() ?? 0) > 0) api?.ensureIndexVisible(0, 'top');
    shown.current = source;
  }, [api, source]);
  // A layout effect: its end comes while the grid is still there.
  useLayoutEffect(
    () => () => {
      if (api === null || api.isDestroyed()) return;
      const height = api.getSizesForCurrentTheme().rowHeight;
      change((before) => ({ ...before, topRow: Math.round(api.getVerticalPixelRange().top / height) }));
    },
    [api, change],
  );
}
