import { useCallback, useMemo } from 'react';
import type { Dataset } from '../../../shared/datasets/declaration.ts';
import { useModel } from '../../data/model/model-context.ts';
import { useStore } from '../../data/model/store.ts';
import { freshState, type GridState } from '../../data/table/grid-state.ts';
import { layoutKey } from '../../data/table/layout.ts';

/** What is set in a dataset's grid, or in the one of a subject's page; it comes back after a lock. */
export function useGridState(
  study: string,
  dataset: Dataset,
  subject: string | null,
): readonly [GridState, (change: (before: GridState) => GridState) => void] {
  const { grids } = useModel();
  const key = subject === null ? layoutKey(study, dataset.name) : `${layoutKey(study, dataset.name)}/${subject}`;
  const fresh = useMemo(() => freshState(dataset), [dataset]);
  const state = useStore(grids).get(key) ?? fresh;
  const change = useCallback(
    (next: (before: GridState) => GridState) => {
      grids.update((all) => {
        const before = all.get(key) ?? fresh;
        const after = next(before);
        return after === before ? all : new Map(all).set(key, after);
      });
    },
    [grids, key, fresh],
  );
  return [state, change];
}
