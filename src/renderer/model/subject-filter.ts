import type { GridStates } from '../grid/grid-state.ts';
import { withFilter } from '../grid/grid-state.ts';

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

/** What a pasted list names, of the subjects that there are. */
export interface NamedSubjects {
  readonly found: readonly string[];
  /** As they were typed, each once. */
  readonly unknown: readonly string[];
}

/**
 * The subjects that a text names, one a line or divided by commas, semicolons or tabs; by spaces too where a whole line is no subject. A name
 * counts as it is: "12" is not "0012".
 */
export function subjectsInText(text: string, known: readonly string[]): NamedSubjects {
  const all = new Set(known);
  const found = new Set<string>();
  const unknown = new Set<string>();
  const take = (name: string): void => {
    if (name !== '') (all.has(name) ? found : unknown).add(name);
  };
  for (const part of text.split(/[\r\n,;\t]+/).map((each) => each.trim().replace(/^"(.*)"$/, '$1'))) {
    if (all.has(part)) take(part);
    else part.split(/\s+/).forEach(take);
  }
  return { found: [...found].sort(), unknown: [...unknown] };
}
