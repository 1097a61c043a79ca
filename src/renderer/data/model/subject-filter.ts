import type { GridStates } from '../table/grid-state.ts';
import { withFilter } from '../table/grid-state.ts';

/**
 * The subjects to which a study's grids, charts, counts and exports are limited. Stored in the vault, so that it survives a lock and a
 * restart.
 */
export interface SubjectFilter {
  /** Sorted by code units, without duplicates. */
  readonly subjects: readonly string[];
  /** The origin of the filter in words: "in 14 rows of Labs", "from a list". */
  readonly says: string;
}

/** Adds a later change to the words about a filter's origin, only once even if it is made repeatedly. */
export function alsoSaying(says: string, since: string): string {
  return says.split(', ').includes(since) ? says : `${says}, ${since}`;
}

/** By study; a study without an entry shows all subjects. */
export type SubjectFilters = ReadonlyMap<string, SubjectFilter>;

export function withSubjectFilter(filters: SubjectFilters, study: string, filter: SubjectFilter | null): SubjectFilters {
  const next = new Map(filters);
  if (filter === null) next.delete(study);
  else next.set(study, { ...filter, subjects: [...new Set(filter.subjects)].sort() });
  return next;
}

/** Resets the grids of a study because other rows are shown: they start at the top, and only individually ticked rows stay ticked. */
export function underSubjectFilter(grids: GridStates, study: string): GridStates {
  return new Map([...grids].map(([key, state]) => [key, key.startsWith(`${study}/`) ? withFilter(state, {}) : state]));
}
