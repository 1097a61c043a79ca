import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Sort } from '../../../shared/query.ts';

/** More columns than a reader call takes are not sorted by. */
const most = 8;

export function defaultSort(dataset: Dataset): readonly Sort[] {
  return dataset.defaultSort.map((column) => ({ column, descending: false }));
}

/** Where a column stands in the order: its direction and its rank from 1; null when it is not sorted by. */
export function sortOf(sort: readonly Sort[], column: string): { readonly descending: boolean; readonly rank: number } | null {
  const index = sort.findIndex((term) => term.column === column);
  const term = sort[index];
  return term === undefined ? null : { descending: term.descending, rank: index + 1 };
}

/**
 * The next step of sorting by a column: upwards, downwards, not at all. Alone it replaces the order, added it is one more
 * term of it. An order without terms is the dataset's own.
 */
export function nextSort(dataset: Dataset, sort: readonly Sort[], column: string, added: boolean): readonly Sort[] {
  return nextTerms(sort, defaultSort(dataset), column, added);
}

/** The same where another order stands for none (`without`). */
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
