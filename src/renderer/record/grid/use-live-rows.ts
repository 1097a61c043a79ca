import type { GridApi } from 'ag-grid-community';
import { useEffect, type RefObject } from 'react';
import type { GridRow } from '../../../shared/contract.ts';
import { markColumn, pickColumn } from './columns.ts';
import type { LiveFacts } from './live-facts.ts';
import { isPicked } from '../../data/table/picked.ts';

/** Lets the rows that are on screen follow ticks, the open record, the change marks and notes; rows that come later read the facts themselves. */
export function useLiveRows(
  api: GridApi<GridRow> | null,
  liveRef: RefObject<LiveFacts>,
  { marks, noted, picked, tick, openKey }: LiveFacts,
): void {
  useEffect(() => {
    liveRef.current = { ...liveRef.current, tick };
  }, [liveRef, tick]);
  useEffect(() => {
    const before = liveRef.current;
    liveRef.current = { ...before, picked, openKey };
    const touched = (api?.getRenderedNodes() ?? []).filter(
      ({ data }) =>
        data !== undefined &&
        (isPicked(before.picked, data.key) !== isPicked(picked, data.key) || (before.openKey === data.key) !== (openKey === data.key)),
    );
    // The same data again makes AG Grid look at the row's rules once more, and at nothing else.
    for (const node of touched) if (node.data !== undefined) node.updateData(node.data);
    if (touched.length > 0) api?.refreshCells({ rowNodes: touched, columns: [pickColumn], force: true });
  }, [api, liveRef, picked, openKey]);
  useEffect(() => {
    liveRef.current = { ...liveRef.current, marks };
    api?.refreshCells({ force: true });
  }, [api, liveRef, marks]);
  useEffect(() => {
    liveRef.current = { ...liveRef.current, noted };
    api?.refreshCells({ columns: [markColumn], force: true });
  }, [api, liveRef, noted]);
}
