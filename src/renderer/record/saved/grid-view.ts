import type { AnnotationOf } from '../../../shared/annotations.ts';
import type { Dataset } from '../../../shared/datasets/declaration.ts';
import { columnOf, datasets } from '../../../shared/datasets/datasets.ts';
import { formatCountOf } from '../../ui/format/numbers.ts';
import { freshState, type GridState } from '../../data/table/grid-state.ts';
import type { LayoutColumn } from '../../data/table/layout.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import type { Named } from './named.ts';
import type { Annotated } from '../../data/calls/use-annotations.ts';

export type GridView = AnnotationOf<'grid-view'>;

/** How a table is set, under a name. `tests`: those that the table by visit shows; not looked at where rows are shown. */
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

/** The state that a view asks for, without the filters and orders by columns that are declared no more, which are named. */
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
