import type { Dataset } from '../../shared/datasets/datasets.ts';
import type { Column } from '../../shared/datasets/declaration.ts';
import type { Selection, Sort } from '../../shared/query.ts';
import { findColumn, sqlName, sqlTime, subjectColumn } from './columns.ts';
import { compileCondition } from './conditions.ts';
import { sqlContains } from './contains.ts';
import type { Sql } from './sql.ts';
import { ofCombinations, sqlRowid } from './tables.ts';

/** Separator between the columns that a quick-search word is searched in; no word can contain it. */
const apart = '\u001f';

/** The condition that every row meets. */
export const everyRow = '1';

/**
 * Compiles a selection to the condition of a WHERE clause over the records' own table ({@link everyRow} if everything is selected). Throws
 * USAGE for anything the declaration does not know. Lists of subjects and keys are passed as one JSON value each, however long they are.
 */
export function compileSelection(dataset: Dataset, selection: Selection): Sql {
  const parts = selection.where.map((condition) => compileCondition(dataset, condition));
  for (const word of searchWords(selection.search)) parts.push(searchWord(dataset, word));
  if (selection.subjects !== null) parts.push(listed(subjectColumn(dataset), 'IN', selection.subjects));
  if (selection.chosen !== null)
    parts.push(listed(findColumn(dataset, dataset.key), selection.chosen.mode === 'only' ? 'IN' : 'NOT IN', selection.chosen.keys));
  if (parts.length === 0) return { text: everyRow, values: [] };
  return { text: parts.map((part) => `(${part.text})`).join(' AND '), values: parts.flatMap((part) => part.values) };
}

/** The words of a quick search, separated by white space. */
export function searchWords(search: string): readonly string[] {
  return search.split(/[\s\u001f]+/).filter((word) => word !== '');
}

function searchWord(dataset: Dataset, word: string): Sql {
  const texts = dataset.columns.filter((column) => column.kind === 'text' || column.kind === 'flag');
  const shared = texts.filter((column) => column.shared === true);
  const parts = [
    anyContains(
      texts.filter((column) => column.shared !== true),
      word,
    ),
  ];
  if (shared.length > 0) parts.push(ofCombinations(dataset, anyContains(shared, word)));
  for (const list of dataset.columns.filter((column) => column.kind === 'list'))
    parts.push(compileCondition(dataset, { column: list.name, op: 'contains', values: [word] }));
  return { text: parts.map((part) => part.text).join(' OR '), values: parts.flatMap((part) => part.values) };
}

function anyContains(columns: readonly Column[], word: string): Sql {
  return sqlContains(`concat_ws('${apart}', ${columns.map(sqlName).join(', ')})`, word);
}

function listed(column: Column, how: 'IN' | 'NOT IN', values: readonly string[]): Sql {
  return { text: `${sqlName(column)} ${how} (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] };
}

/**
 * Returns the ORDER BY list, without the keywords; without a sort, the declaration's default. Rows without a value and unreadable dates
 * come last in both directions. Texts are ordered by their characters ("0012" before "012"), numbers by value, dates by time. Ties are
 * ordered by row number in the direction of the last term, so that an index on these columns alone is sufficient.
 */
export function compileOrder(dataset: Dataset, sort: readonly Sort[]): string {
  const wanted = wantedSort(dataset, sort);
  const terms = wanted.map(({ column, descending }) => orderTerm(findColumn(dataset, column), descending));
  const last = wanted.at(-1)?.descending === true ? 'DESC' : 'ASC';
  return [...terms, `${sqlRowid(dataset)} ${last}`].join(', ');
}

/** The columns that an order needs. */
export function orderColumns(dataset: Dataset, sort: readonly Sort[]): readonly Column[] {
  return wantedSort(dataset, sort).map(({ column }) => findColumn(dataset, column));
}

/** Returns the given sort, or the declaration's default if it is empty. */
export function wantedSort(dataset: Dataset, sort: readonly Sort[]): readonly Sort[] {
  return sort.length > 0 ? sort : dataset.defaultSort.map((column) => ({ column, descending: false }));
}

/** NULL is the lowest value: last when descending, and by this keyword when ascending. */
function orderTerm(column: Column, descending: boolean): string {
  return `${column.kind === 'datetime' ? sqlTime(column) : sqlName(column)} ${descending ? 'DESC' : 'ASC NULLS LAST'}`;
}
