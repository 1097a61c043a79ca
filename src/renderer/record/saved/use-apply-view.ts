import { useCallback } from 'react';
import { datasets } from '../../../shared/datasets/datasets.ts';
import { layoutKey, mergeLayout } from '../../data/table/layout.ts';
import { changePreferences } from '../../data/model/actions.ts';
import { useModel, usePlace } from '../../data/model/model-context.ts';
import { studyPlace } from '../../data/model/place.ts';
import { showAttention, showFailure } from '../../ui/parts/toasts.tsx';
import { withSubjectsAsSent } from '../../data/table/subjects-shown.ts';
import { stateOf, type GridView } from './grid-view.ts';

/** Sets a table as a saved view has it, and goes there. */
export function useApplyView(): (study: string, view: GridView) => void {
  const model = useModel();
  const { go } = usePlace();
  return useCallback(
    (study, view) => {
      const key = layoutKey(study, view.dataset);
      const { state, gone } = stateOf(view);
      model.grids.update((all) => new Map(all).set(key, state));
      const columns = mergeLayout(datasets[view.dataset], { columns: view.columns });
      const { layouts } = model.preferences.get();
      changePreferences(model, { layouts: { ...layouts, [key]: { columns: [...columns] } } }).catch((error: unknown) => {
        showFailure('The columns will not be remembered', error);
      });
      if (gone.length > 0)
        showAttention({
          title: `“${view.title}” names columns that are no more`,
          says: `The filters and the order by ${gone.join(', ')} were left out; all else of the view is set. Save it again to keep it so.`,
        });
      if (view.dataset === 'subjects') model.chartChoices.update((all) => withSubjectsAsSent(all, study));
      go(studyPlace(study, view.dataset));
    },
    [model, go],
  );
}
