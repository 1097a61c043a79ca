import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Condition, Selection, Sort } from '../../../shared/query.ts';
import { nonePicked, underNewFilter, type Picked } from './picked.ts';
import { defaultSort } from './sorting.ts';

/** Settings of the table by visit, with a row per subject, visit and day, and whether it is shown instead of the rows. */
export interface ByVisit {
  readonly shown: boolean;
  /** The tests shown as columns; null for the most frequent ones that the filters leave. */
  readonly tests: readonly string[] | null;
  /** If empty, the order is by subject and date. */
  readonly sort: readonly Sort[];
}

/** Whether the dataset's records are test results, which can be shown as one row per subject and visit. */
export function hasVisits({ name }: Pick<Dataset, 'name'>): boolean {
  return name === 'labs' || name === 'vitals';
}

/** A person's settings of one dataset's grid. Stored encrypted across locks and restarts, except for the ticks. */
export interface GridState {
  readonly where: readonly Condition[];
  readonly search: string;
  readonly sort: readonly Sort[];
  readonly byVisit: ByVisit;
  readonly picked: Picked;
  /** Index of the top row when the grid was left. */
  readonly topRow: number;
}

/** The grids of this session by `study/dataset`. */
export type GridStates = ReadonlyMap<string, GridState>;

export function freshState(dataset: Dataset): GridState {
  return {
    where: [],
    search: '',
    sort: defaultSort(dataset),
    byVisit: { shown: false, tests: null, sort: [] },
    picked: nonePicked,
    topRow: 0,
  };
}

export function withFilter(state: GridState, filter: Partial<Pick<GridState, 'where' | 'search'>>): GridState {
  return { ...state, ...filter, picked: underNewFilter(state.picked), topRow: 0 };
}

/** The text of the search box once the rows are searched for `search`: what was typed, if it means the same apart from outer spaces. */
export function typedSearch(typed: string, search: string): string {
  return typed.trim() === search ? typed : search;
}

export function isFiltered(state: GridState): boolean {
  return state.where.length > 0 || state.search !== '';
}

/** The filtered rows of the given subjects; null for all subjects. */
export function selectionOf(dataset: Dataset, state: Pick<GridState, 'where' | 'search'>, subjects: readonly string[] | null): Selection {
  return {
    dataset: dataset.name,
    where: [...state.where],
    search: state.search,
    subjects: subjects === null ? null : [...subjects],
    chosen: null,
  };
}
