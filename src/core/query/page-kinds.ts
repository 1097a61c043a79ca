import type { Query, Selection } from '../../shared/query.ts';

/** Rows that are found by walking to them; deeper pages are cut from the whole order, which is then remembered. */
export const shallowRows = 1000;

/** Whether records are looked up by their key, which an index answers at once: no reason to hold a dataset, nor a question to ask of what is held. */
export function isLookUp({ chosen }: Selection): boolean {
  return chosen?.mode === 'only';
}

/** Whether these are the first rows of all in their usual order, to which SQLite walks along an index. */
export function isBeginning({ selection: { where, search, subjects, chosen }, sort, offset, limit }: Query): boolean {
  const isEverything = where.length === 0 && search.trim() === '' && subjects === null && chosen === null;
  return isEverything && sort.length === 0 && offset + limit <= shallowRows;
}
