import type { GridStates } from '../table/grid-state.ts';
import { withFilter } from '../table/grid-state.ts';

/**
 * The one filter of a study that rules its grids, charts, counts and exports. Kept in the vault over a lock and an
 * end of the session.
 */
export interface SubjectFilter {
  /** By their characters, each once. */
  readonly subjects: readonly string[];
  /** How it came about, in words: "in 14 rows of Labs", "from a list". */
  readonly says: string;
}

/** What a filter is of, with what was done to it since, once however often that was. */
export function alsoSaying(says: string, since: string): string {
  return says.split(', ').includes(since) ? says : `${says}, ${since}`;
}

/** By study; a study that is not there shows everybody. */
export type SubjectFilters = ReadonlyMap<string, SubjectFilter>;

export function withSubjectFilter(filters: SubjectFilters, study: string, filter: SubjectFilter | null): SubjectFilters {
  const next = new Map(filters);
  if (filter === null) next.delete(study);
  else next.set(study, { ...filter, subjects: [...new Set(filter.subjects)].sort() });
  return next;
}

/** The grids of a study begin at the top, with nothing ticked but what was ticked row by row: other rows are shown. */
export function underSubjectFilter(grids: GridStates, study: string): GridStates {
  return new Map([...grids].map(([key, state]) => [key, key.startsWith(`${study}/`) ? withFilter(state, {}) : state]));
}
