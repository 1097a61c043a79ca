import { useCallback, useMemo } from 'react';
import type { Dataset } from '../../../shared/datasets/declaration.ts';
import { changePreferences } from '../../data/model/actions.ts';
import { useModel, usePreferences } from '../../data/model/model-context.ts';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { layoutKey, mergeLayout, sameLayout, type LayoutColumn } from '../../data/table/layout.ts';

type ChangeLayout = (change: (before: readonly LayoutColumn[]) => readonly LayoutColumn[]) => void;

/** The columns of a dataset as somebody arranged them; kept among the preferences. */
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
        showFailure('The columns will not be remembered', error);
      });
    },
    [model, dataset, key],
  );
  return [layout, change];
}
