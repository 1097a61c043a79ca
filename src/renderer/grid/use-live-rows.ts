import type { GridApi } from 'ag-grid-community';
import { useEffect, type RefObject } from 'react';
import type { GridRow } from '../../shared/contract.ts';
import type { LiveFacts } from './columns.ts';
import { isPicked } from './picked.ts';

/** Lets the rows that are on screen follow ticks, the open record and the change marks; rows that come later read the facts themselves. */
export function useLiveRows(api: GridApi<GridRow> | null, liveRef: RefObject<LiveFacts>, { marks, picked, openKey }: LiveFacts): void {
  useEffect(() => {
    const before = liveRef.current;
    liveRef.current = { ...before, picked, openKey };
    for (const node of api?.getRenderedNodes() ?? []) {
      const { data } = node;
      if (data === undefined) continue;
      const touched =
        isPicked(before.picked, data.key) !== isPicked(picked, data.key) || (before.openKey === data.key) !== (openKey === data.key);
      // The same data again makes AG Grid look at the row's rules once more, and at nothing else.
      if (touched) node.setData(data);
    }
  }, [api, liveRef, picked, openKey]);
  useEffect(() => {
    liveRef.current = { ...liveRef.current, marks };
    api?.refreshCells({ force: true });
  }, [api, liveRef, marks]);
}
