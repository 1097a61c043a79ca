import type { GridApi } from 'ag-grid-community';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { GridRow } from '../../../shared/contract.ts';
import { useGrid } from './grid-context.ts';
import { useReloadOn } from '../../data/calls/use-call.ts';

/** Keeps the row count up to date, restores the top row from when the grid was left, and reloads blocks after a sync without scrolling. */
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
  // A layout effect, because its cleanup runs while the grid still exists. A lock removes the page without any cleanup.
  useLayoutEffect(() => {
    if (api === null) return undefined;
    const recordTopRow = (): void => {
      if (api.isDestroyed()) return;
      const topRow = Math.round(api.getVerticalPixelRange().top / api.getSizesForCurrentTheme().rowHeight);
      change((before) => (before.topRow === topRow ? before : { ...before, topRow }));
    };
    api.addEventListener('bodyScrollEnd', recordTopRow);
    return () => {
      recordTopRow();
      if (!api.isDestroyed()) api.removeEventListener('bodyScrollEnd', recordTopRow);
    };
  }, [api, change]);
}
