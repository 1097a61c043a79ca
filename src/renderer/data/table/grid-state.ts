import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Condition, Selection, Sort } from '../../../shared/query.ts';
import { nonePicked, underNewFilter, type Picked } from './picked.ts';
import { defaultSort } from './sorting.ts';

/** The table by visit, with a row a subject, visit and day: whether it stands in place of the rows, and how it is set. */
export interface ByVisit {
  readonly shown: boolean;
  /** Its columns; null: the most frequent ones that the filters leave. */
  readonly tests: readonly string[] | null;
  /** Empty: by subject and date. */
  readonly sort: readonly Sort[];
}

/** Whether its records are results of tests, which can stand as one row a subject and visit. */
export function hasVisits({ name }: Pick<Dataset, 'name'>): boolean {
  return name === 'labs' || name === 'vitals';
}

/** What somebody set in one dataset's grid. Kept encrypted over a lock and an end of the session, but for the ticks. */
export interface GridState {
  readonly where: readonly Condition[];
  readonly search: string;
  readonly sort: readonly Sort[];
  readonly byVisit: ByVisit;
  readonly picked: Picked;
  /** Number of the row at the top when the grid was left. */
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

export function isFiltered(state: GridState): boolean {
  return state.where.length > 0 || state.search !== '';
}

/** The rows as filtered and searched, of the subjects given; null: of all. */
export function selectionOf(dataset: Dataset, state: Pick<GridState, 'where' | 'search'>, subjects: readonly string[] | null): Selection {
  return {
    dataset: dataset.name,
    where: [...state.where],
    search: state.search,
    subjects: subjects === null ? null : [...subjects],
    chosen: null,
  };
}
