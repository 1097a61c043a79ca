import { useCallback, useMemo } from 'react';
import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { useModel, usePreferences } from '../../data/model/model-context.ts';
import { useStore } from '../../data/model/store.ts';
import { freshState, type GridState } from '../../data/table/grid-state.ts';
import { layoutKey, mergeLayout, sameLayout, type LayoutColumn } from '../../data/table/layout.ts';
import { changePreferences } from '../../data/model/actions.ts';
import { showFailure } from '../../ui/parts/toasts.tsx';

/** State of a dataset's grid, or of the one on a subject's page. It is restored after a lock. */
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

type ChangeLayout = (change: (before: readonly LayoutColumn[]) => readonly LayoutColumn[]) => void;

/** The column layout of a dataset, saved in the preferences. */
export function useLayout(study: string, dataset: Dataset): readonly [readonly LayoutColumn[], ChangeLayout] {
  const model = useModel();
  const { layouts } = usePreferences();
  const key = layoutKey(study, dataset.name);
  const layout = useMemo(() => mergeLayout(dataset, layouts[key]), [dataset, layouts, key]);
  const change = useCallback<ChangeLayout>(
    (next) => {
      const kept = model.preferences.get().layouts;
      const before = mergeLayout(dataset, kept[key]);
      const after = next(before);
      if (sameLayout(before, after)) return;
      changePreferences(model, { layouts: { ...kept, [key]: { columns: [...after] } } }).catch((error: unknown) => {
        showFailure('The column settings could not be saved', error);
      });
    },
    [model, dataset, key],
  );
  return [layout, change];
}
