import type { KeptGrid, KeptView } from '../../../shared/calls/places.ts';
import { columnOf, datasets } from '../../../shared/datasets/datasets.ts';
import { datasetNames, type Dataset } from '../../../shared/datasets/declaration.ts';
import { freshState, type GridState, type GridStates } from '../../data/table/grid-state.ts';
import { keptLengths, mostKeptSubjects } from '../../../shared/kept-view-limits.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { nonePicked } from '../../data/table/picked.ts';
import type { Model } from '../../data/model/model.ts';
import { withSubjectFilter } from '../../data/model/subject-filter.ts';

/** What is set in the views of a study now; null: nothing, so nothing need be kept. */
export function keptViewOf(model: Pick<Model, 'grids' | 'subjectFilters' | 'chartChoices'>, study: string): KeptView | null {
  const grids = Object.fromEntries([...model.grids.get()].flatMap(([key, state]) => keptGrid(study, key, state)));
  const charts = Object.fromEntries(
    [...model.chartChoices.get()]
      .flatMap(([key, value]) => keptPart(study, key, value))
      .filter(([name, value]) => name.length <= keptLengths.chartName && value.length <= keptLengths.chartChoice),
  );
  const filter = model.subjectFilters.get().get(study);
  if (filter === undefined && Object.keys(grids).length === 0 && Object.keys(charts).length === 0) return null;
  const tooMany = filter !== undefined && filter.subjects.length > mostKeptSubjects;
  return {
    grids,
    charts,
    subjectFilter:
      filter === undefined || tooMany ? null : { subjects: [...filter.subjects], says: filter.says.slice(0, keptLengths.says) },
    droppedSubjects: tooMany ? filter.subjects.length : 0,
  };
}

/** Sets the views of a study as they were kept; gives what could not be set again, one sentence each. */
export function restoreView(
  model: Pick<Model, 'grids' | 'subjectFilters' | 'chartChoices'>,
  study: string,
  view: KeptView | null,
): readonly string[] {
  if (view === null) return [`The filters and the places of the tables of ${study} could not be read again; they are cleared.`];
  const { subjectFilter, droppedSubjects } = view;
  const restored = Object.entries(view.grids).map(([name, kept]) => ({ key: `${study}/${name}`, ...gridOf(name, kept) }));
  model.grids.update(
    (all): GridStates => new Map([...restored.flatMap(({ key, state }) => (state === null ? [] : [[key, state] as const])), ...all]),
  );
  model.chartChoices.update(
    (all) => new Map([...Object.entries(view.charts).map(([name, value]) => [`${study}/${name}`, value] as const), ...all]),
  );
  if (subjectFilter !== null && !model.subjectFilters.get().has(study))
    model.subjectFilters.update((all) => withSubjectFilter(all, study, subjectFilter));
  const gone = [...new Set(restored.flatMap((grid) => grid.gone))];
  return [
    ...(droppedSubjects === 0
      ? []
      : [
          `The subject filter of ${study} named ${formatCount(droppedSubjects)} subjects, more than are kept: it is cleared, and everybody is shown.`,
        ]),
    ...(gone.length === 0 ? [] : [`Filters and orders of ${study} by ${gone.join(', ')} are cleared: there is no such column any more.`]),
  ];
}

/** A grid as it was kept, without what names columns that are no more; null: the table itself is no more. */
function gridOf(name: string, kept: KeptGrid): { readonly state: GridState | null; readonly gone: readonly string[] } {
  const dataset = datasetNames.map((one) => datasets[one]).find((one) => name === one.name || name.startsWith(`${one.name}/`));
  if (dataset === undefined) return { state: null, gone: [name] };
  const isHere = ({ column }: { readonly column: string }): boolean => columnOf(dataset, column) !== undefined;
  const where = kept.where.filter(isHere);
  const sort = kept.sort.filter(isHere);
  const gone = [...kept.where, ...kept.sort].filter((one) => !isHere(one)).map(({ column }) => column);
  return { state: { ...kept, where, sort, picked: nonePicked }, gone };
}

function keptGrid(study: string, key: string, state: GridState): readonly (readonly [string, KeptGrid])[] {
  return keptPart(study, key, state).flatMap(([name]) => {
    const dataset = datasetNames.map((one) => datasets[one]).find((one) => name === one.name || name.startsWith(`${one.name}/`));
    return dataset === undefined || isFresh(dataset, state) ? [] : [[name, keptOf(state)] as const];
  });
}

function keptOf({ where, search, sort, byVisit, topRow }: GridState): KeptGrid {
  const { shown, tests } = byVisit;
  return {
    where: [...where],
    search,
    sort: [...sort],
    byVisit: { shown, tests: tests === null ? null : [...tests], sort: [...byVisit.sort] },
    topRow,
  };
}

function isFresh(dataset: Dataset, state: GridState): boolean {
  return JSON.stringify(keptOf(state)) === JSON.stringify(keptOf(freshState(dataset)));
}

function keptPart<T>(study: string, key: string, value: T): readonly (readonly [string, T])[] {
  return key.startsWith(`${study}/`) ? [[key.slice(study.length + 1), value]] : [];
}
