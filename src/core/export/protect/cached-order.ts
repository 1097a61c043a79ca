import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { isChecked, treatmentOf } from '../../../shared/protection.ts';
import type { Sort } from '../../../shared/query.ts';
import type { CachedDataset, RowMarks, RowOrder } from '../../query/columns-in-memory/cached-dataset.ts';
import { orderMarked, type Ordering } from '../../query/columns-in-memory/row-order.ts';
import { entryAt, type EntryColumn } from '../columns/entry-columns.ts';
import { createGarbageCollection } from '../heap-limit.ts';
import { isNumberShown } from './measured-numbers.ts';
import { cachedColumn, type ProtectedCells } from './protected-cells.ts';
import { orderByIds, ranksOfPseudonyms } from './pseudonym-order.ts';
import { protectedSort } from './protected-order.ts';

type Term = Ordering['terms'][number];

/** Orders rows whose cells are in the column cache in the same way as `selectProtectedRowids`. */
export function orderProtected(cached: CachedDataset, marks: RowMarks | 'all', sort: readonly Sort[], cells: ProtectedCells): RowOrder {
  const collectIfGrown = createGarbageCollection();
  const wanted = protectedSort(cached.dataset, sort);
  const ids = idsAtLast(cached, wanted, cells);
  const terms = (ids === null ? wanted : wanted.slice(0, -1)).map(({ column, descending }) => {
    const made = termOf(cached, column, descending, cells);
    collectIfGrown();
    return made;
  });
  const order = orderMarked({ rows: cached.rows, terms, isBackwards: false }, marks);
  if (ids !== null) orderByIds(order, terms, ids);
  return order;
}

/**
 * Returns the pseudonyms of records if they are the last sort term, ascending, and each row has its own. Few rows are equal in all other
 * terms, so only those are compared by pseudonym. Otherwise returns null.
 */
function idsAtLast(cached: CachedDataset, wanted: ReturnType<typeof protectedSort>, cells: ProtectedCells): EntryColumn | null {
  const last = wanted.at(-1);
  if (last === undefined || last.descending || wanted.length === 1 || last.column.name !== cached.dataset.key) return null;
  const made = cells.pseudonyms(last.column);
  return made.entryOf === null && made.count === cached.rows ? made : null;
}

/** The columns that the order reads. */
export function orderedBy(dataset: Dataset, sort: readonly Sort[]): readonly Column[] {
  return protectedSort(dataset, sort).map(({ column }) => column);
}

function termOf(cached: CachedDataset, column: Column, descending: boolean, cells: ProtectedCells): Term {
  const { treatment } = treatmentOf(column);
  if (treatment === 'dropped') throw new RangeError(`Rows are not ordered by ${column.name}, which a protected export omits.`);
  if (treatment === 'pseudonym') {
    const leaving = cells.pseudonyms(column);
    const ranks = ranksOfPseudonyms(leaving);
    const made = term(codesOf(leaving, cached.rows), ranks, leaving.count, descending);
    // Record ids: if each row has its own, its place in the order is known without counting.
    const isUnique = leaving.entryOf === null && leaving.count === cached.rows && placesOf(ranks) === cached.rows;
    return isUnique ? { ...made, isUnique } : made;
  }
  if (treatment === 'day') {
    const { cells: codes, days } = cells.days(column);
    const sorted = days.toSorted((one, other) => one - other);
    const ranks = Uint32Array.from([0, ...days.map((day) => sorted.indexOf(day) + 1)]);
    return term(codes, ranks, days.length, descending);
  }
  const own = cells.own(column);
  // The values of a cached column are numbered in sort order.
  const { values, valueOf, cells: rows } = cachedColumn(cached, column);
  const codes = codesOf({ cells: rows, entryOf: valueOf }, cached.rows);
  if (isNumberShown(column)) blankWhere(codes, cells.numbersThatLeave(column, own));
  const ranks = Uint32Array.from({ length: values.count + 1 }, (_, number) => number);
  if (isChecked(column)) {
    const leaves = cells.textsThatLeave(column, own);
    for (let entry = 0; entry < ranks.length; entry++) if (leaves[entry] === 0) ranks[entry] = 0;
  }
  return term(codes, ranks, values.count, descending);
}

/** Returns the value number of each row, in newly allocated memory. */
function codesOf(column: Pick<EntryColumn, 'cells' | 'entryOf'>, rows: number): Uint32Array {
  const codes = new Uint32Array(rows);
  for (let position = 0; position < rows; position++) codes[position] = entryAt(column, position);
  return codes;
}

function blankWhere(codes: Uint32Array, leaves: Uint8Array): void {
  for (let position = 0; position < codes.length; position++) if (leaves[position] === 0) codes[position] = 0;
}

/** `places`: place by code in ascending order, counted from 1; 0 for no value, which comes last in both directions. */
function term(cells: Uint32Array, places: Uint32Array, count: number, descending: boolean): Term {
  const ranks = places.map((place) => (place === 0 ? count : descending ? count - place : place - 1));
  return { cells, ranks, count: count + 1, isUnique: false };
}

function placesOf(ranks: Uint32Array): number {
  let most = 0;
  for (let at = 0; at < ranks.length; at++) most = Math.max(most, ranks[at] ?? 0);
  return most;
}
