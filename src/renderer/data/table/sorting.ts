import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Sort } from '../../../shared/query.ts';

/** Most columns to sort by, limited by the reader calls. */
const most = 8;

export function defaultSort(dataset: Dataset): readonly Sort[] {
  return dataset.defaultSort.map((column) => ({ column, descending: false }));
}

/** A column's direction and rank (from 1) in the sort order; null if it is not part of it. */
export function sortOf(sort: readonly Sort[], column: string): { readonly descending: boolean; readonly rank: number } | null {
  const index = sort.findIndex((term) => term.column === column);
  const term = sort[index];
  return term === undefined ? null : { descending: term.descending, rank: index + 1 };
}

/**
 * The next step of sorting by a column: ascending, descending, not at all. With `added` the column is a further term of the order,
 * otherwise it replaces the order. Without terms, the order is the dataset's default.
 */
export function nextSort(dataset: Dataset, sort: readonly Sort[], column: string, added: boolean): readonly Sort[] {
  return nextTerms(sort, defaultSort(dataset), column, added);
}

/** What the next step of sorting by a column alone does. */
export function nextStep(dataset: Dataset, sort: readonly Sort[], column: string): 'ascending' | 'descending' | 'default' {
  // The default order may itself begin with the column.
  if (sort.length === 1 && sortOf(sort, column)?.descending === true) return 'default';
  return sortOf(nextSort(dataset, sort, column, false), column)?.descending === true ? 'descending' : 'ascending';
}

/** Like `nextSort`, but without terms the order is `without`. */
export function nextTerms(sort: readonly Sort[], without: readonly Sort[], column: string, added: boolean): readonly Sort[] {
  const before = sortOf(sort, column);
  const alone = sort.length === 1;
  if (!added) {
    if (before === null || !alone) return [{ column, descending: false }];
    return before.descending ? without : [{ column, descending: true }];
  }
  if (before === null) return sort.length < most ? [...sort, { column, descending: false }] : sort;
  if (!before.descending) return sort.map((term) => (term.column === column ? { column, descending: true } : term));
  const rest = sort.filter((term) => term.column !== column);
  return rest.length === 0 ? without : rest;
}
