import { useCallback } from 'react';
import type { AnnotationOf } from '../../../shared/annotations.ts';
import { columnOf, datasets, type Dataset } from '../../../shared/datasets/datasets.ts';
import { freshState, type GridState } from '../../data/table/grid-state.ts';
import { type LayoutColumn, layoutKey, mergeLayout } from '../../data/table/layout.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import type { Named } from './saved-dialog.tsx';
import type { Annotated } from '../../data/calls/use-annotations.ts';
import { changePreferences } from '../../data/model/actions.ts';
import { useModel, usePlace } from '../../data/model/model-context.ts';
import { studyPlace } from '../../data/model/place.ts';
import { showAttention, showFailure } from '../../ui/parts/toasts.tsx';
import { withSubjectsAsSent } from '../../data/model/chart-choices.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

export type GridView = AnnotationOf<'grid-view'>;

/** The current settings of a table as a named view. `tests`: those shown by the table by visit; ignored if it shows rows. */
export function viewOf(
  title: string,
  { name }: Pick<Dataset, 'name'>,
  { where, search, sort, byVisit }: GridState,
  layout: readonly LayoutColumn[],
  tests: readonly string[],
): GridView {
  return {
    title,
    dataset: name,
    where: where.map((condition) => ({ ...condition, values: [...condition.values] })),
    search,
    sort: [...(byVisit.shown ? byVisit.sort : sort)],
    columns: layout.map((column) => ({ ...column })),
    tests: byVisit.shown ? [...tests] : null,
  };
}

/** The table state of a view. Filters and sort terms on columns that no longer exist are dropped; `gone` lists these columns. */
export function stateOf(view: GridView): { readonly state: GridState; readonly gone: readonly string[] } {
  const dataset = datasets[view.dataset];
  const isKnown = ({ column }: { readonly column: string }): boolean => columnOf(dataset, column) !== undefined;
  const fresh = freshState(dataset);
  const rows = view.tests === null;
  const sort = rows ? view.sort.filter(isKnown) : fresh.sort;
  const gone = [...view.where, ...(rows ? view.sort : [])].filter((one) => !isKnown(one)).map(({ column }) => column);
  return {
    state: {
      ...fresh,
      where: view.where.filter(isKnown),
      search: view.search,
      sort: sort.length === 0 ? fresh.sort : sort,
      byVisit: rows ? fresh.byVisit : { shown: true, tests: view.tests, sort: view.sort },
    },
    gone: [...new Set(gone)],
  };
}

/** "Labs, 3 filters" or "Labs by visit, 8 tests". */
export function namedView({ id, value }: Annotated<'grid-view'>): Named {
  const filters = value.where.length + (value.search === '' ? 0 : 1);
  const parts = [
    `${datasetTitles[value.dataset]}${value.tests === null ? '' : ' by visit'}`,
    ...(value.tests === null ? [] : [formatCountOf(value.tests.length, 'test')]),
    filters === 0 ? 'no filter' : formatCountOf(filters, 'filter'),
  ];
  return { id, title: value.title, says: parts.join(', ') };
}

/** Applies a saved view to its table and navigates there. */
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
        showFailure('The column settings could not be saved', error);
      });
      if (gone.length > 0)
        showAttention({
          title: `“${view.title}” uses columns that no longer exist`,
          says: `Filters and sorting by ${gone.join(', ')} were dropped; the rest of the view was applied. Save the view again to keep it this way.`,
        });
      if (view.dataset === 'subjects') model.chartChoices.update((all) => withSubjectsAsSent(all, study));
      go(studyPlace(study, view.dataset));
    },
    [model, go],
  );
}
