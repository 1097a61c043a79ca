import { useCallback } from 'react';
import { datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import type { Condition } from '../../../shared/query.ts';
import { useModel, usePlace } from './model-context.ts';
import { studyPlace } from './place.ts';
import { withSubjectsAsSent } from './chart-choices.ts';
import { freshState, withFilter } from '../table/grid-state.ts';
import { layoutKey } from '../table/layout.ts';

/** Opens a dataset's table with these filters instead of its own, to show the rows behind a number or a mark. */
export function useOpenRows(study: string): (dataset: DatasetName, where: readonly Condition[]) => void {
  const { grids, chartChoices } = useModel();
  const { go } = usePlace();
  return useCallback(
    (dataset, where) => {
      const key = layoutKey(study, dataset);
      grids.update((all) => new Map(all).set(key, withFilter(all.get(key) ?? freshState(datasets[dataset]), { where, search: '' })));
      if (dataset === 'subjects') chartChoices.update((all) => withSubjectsAsSent(all, study));
      go(studyPlace(study, dataset));
    },
    [grids, chartChoices, go, study],
  );
}
