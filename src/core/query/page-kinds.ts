import { datasets, type Dataset } from '../../shared/datasets/datasets.ts';
import type { Query, Selection, Sort } from '../../shared/query.ts';
import { wantedSort } from './compile.ts';

/** Rows up to which a page is read by walking an index; deeper pages are cut from the whole order, which is then cached. */
export const shallowRows = 1000;

/** Whether records are looked up by key, which an index answers at once: no reason to cache a dataset, nor to query the cache. */
export function isLookUp({ chosen }: Selection): boolean {
  return chosen?.mode === 'only';
}

/** Whether these are the first rows of all in the default order, which SQLite reads along an index. */
export function isBeginning({ selection: { dataset, where, search, subjects, chosen }, sort, offset, limit }: Query): boolean {
  const isEverything = where.length === 0 && search.trim() === '' && subjects === null && chosen === null;
  return isEverything && isDefault(datasets[dataset], sort) && offset + limit <= shallowRows;
}

/** The window names the columns of the default order. */
function isDefault(dataset: Dataset, sort: readonly Sort[]): boolean {
  return JSON.stringify(wantedSort(dataset, sort)) === JSON.stringify(wantedSort(dataset, []));
}
