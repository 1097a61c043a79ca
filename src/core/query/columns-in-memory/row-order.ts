import type { Sort } from '../../../shared/query.ts';
import { wantedSort } from '../compile.ts';
import { findColumn } from '../columns.ts';
import type { Codes } from './codes.ts';
import { byCell, type CachedColumn, type CachedDataset, type RowMarks, type RowOrder } from './cached-dataset.ts';

/** A column that rows are ordered by. */
interface Term {
  readonly cells: Codes;
  /** Rank by cell, counted from 0. */
  readonly ranks: Uint32Array;
  /** Number of ranks. */
  readonly count: number;
  /** Every row has its own rank, so that nothing else decides. */
  readonly isUnique: boolean;
}

/** An order of rows: by its terms, and by position for equal rows (descending if `isBackwards`). */
export interface Ordering {
  readonly rows: number;
  readonly terms: readonly Term[];
  readonly isBackwards: boolean;
}

/** Returns the order of `compileOrder`; null if SQLite must be asked. Throws USAGE for an unknown column. */
export function orderingOf(cached: CachedDataset, sort: readonly Sort[]): Ordering | null {
  const wanted = wantedSort(cached.dataset, sort);
  const terms: Term[] = [];
  for (const { column, descending } of wanted) {
    const of = cached.column(findColumn(cached.dataset, column).name);
    if (of === null) return null;
    const ranks = byCell(of, ranksOf(of, descending));
    terms.push({ cells: of.cells, ranks, count: of.values.count + 1, isUnique: isUnique(of, cached.rows) });
  }
  return { rows: cached.rows, terms, isBackwards: wanted.at(-1)?.descending === true };
}

function isUnique({ valueOf, values }: CachedColumn, rows: number): boolean {
  return valueOf === null && values.count === rows && (values.are === 'numbers' || values.timeRanks === null);
}

/** Returns the rank by value number. A missing value comes last in both directions, and so does an unreadable date. */
function ranksOf({ values }: CachedColumn, descending: boolean): Uint32Array {
  const { count } = values;
  const places = values.are === 'texts' ? values.timeRanks : null;
  const ranks = new Uint32Array(count + 1);
  for (let number = 0; number <= count; number++) {
    const place = places === null ? number : (places[number] ?? 0);
    ranks[number] = place === 0 ? count : descending ? count - place : place - 1;
  }
  return ranks;
}

/** Orders all rows: one pass per term, the last one first. */
export function orderRows({ rows, terms, isBackwards }: Ordering): RowOrder {
  let order = new Uint32Array(rows);
  for (let at = 0; at < rows; at++) order[at] = isBackwards ? rows - 1 - at : at;
  let spare = new Uint32Array(rows);
  for (const term of terms.toReversed()) {
    putInOrder(order, spare, term);
    [order, spare] = [spare, order];
  }
  return order;
}

/** One pass of a stable sort. */
function putInOrder(from: Uint32Array, to: Uint32Array, { cells, ranks, count, isUnique }: Term): void {
  if (isUnique) {
    for (let at = 0; at < to.length; at++) to[ranks[cells[at] ?? 0] ?? 0] = at;
    return;
  }
  const next = new Uint32Array(count + 1);
  for (let at = 0; at < cells.length; at++) {
    const rank = (ranks[cells[at] ?? 0] ?? 0) + 1;
    next[rank] = (next[rank] ?? 0) + 1;
  }
  for (let rank = 1; rank <= count; rank++) next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0);
  for (let at = 0; at < from.length; at++) {
    const row = from[at] ?? 0;
    const rank = ranks[cells[row] ?? 0] ?? 0;
    const place = next[rank] ?? 0;
    next[rank] = place + 1;
    to[place] = row;
  }
}

/** Returns the marked rows in order. */
export function orderMarked(ordering: Ordering, marks: RowMarks | 'all'): RowOrder {
  const order = orderRows(ordering);
  return marks === 'all' ? order : order.filter((at) => marks[at] === 1);
}

/** Returns the first `most` marked rows in order, without sorting the others. */
export function firstRows(ordering: Ordering, marks: RowMarks | 'all', most: number): readonly number[] {
  const marked = marks === 'all' ? everyPosition(ordering.rows) : markedPositions(marks);
  return firstOf(ordering, marked, 0, most);
}

function everyPosition(rows: number): Uint32Array {
  const positions = new Uint32Array(rows);
  for (let at = 0; at < rows; at++) positions[at] = at;
  return positions;
}

function markedPositions(marks: RowMarks): Uint32Array {
  const positions = new Uint32Array(marks.length);
  let count = 0;
  for (let at = 0; at < marks.length; at++) if (marks[at] === 1) positions[count++] = at;
  return positions.subarray(0, count);
}

/**
 * For rows that are equal in the terms before this one: returns those of lower rank than the last wanted row, and then as many as needed of
 * its rank.
 */
function firstOf(ordering: Ordering, positions: Uint32Array, at: number, most: number): readonly number[] {
  const { terms, isBackwards } = ordering;
  const term = terms[at];
  if (term === undefined) return Array.from(isBackwards ? positions.subarray(-most).toReversed() : positions.subarray(0, most));
  const { cells, ranks } = term;
  const last = rankOfLast(positions, term, most);
  const before: number[] = [];
  const equal = new Uint32Array(positions.length);
  let count = 0;
  for (let place = 0; place < positions.length; place++) {
    const position = positions[place] ?? 0;
    const rank = ranks[cells[position] ?? 0] ?? 0;
    if (rank < last) before.push(position);
    else if (rank === last) equal[count++] = position;
  }
  before.sort((one, other) => compareRows(ordering, one, other));
  return [...before, ...firstOf(ordering, equal.subarray(0, count), at + 1, most - before.length)];
}

/** Returns the rank of the last of the first `most` rows. */
function rankOfLast(positions: Uint32Array, { cells, ranks, count }: Term, most: number): number {
  const counts = new Uint32Array(count);
  for (let place = 0; place < positions.length; place++) {
    const rank = ranks[cells[positions[place] ?? 0] ?? 0] ?? 0;
    counts[rank] = (counts[rank] ?? 0) + 1;
  }
  let met = 0;
  for (let rank = 0; rank < count; rank++) {
    met += counts[rank] ?? 0;
    if (met >= most) return rank;
  }
  return count - 1;
}

function compareRows({ terms, isBackwards }: Ordering, one: number, other: number): number {
  for (const { cells, ranks } of terms) {
    const difference = (ranks[cells[one] ?? 0] ?? 0) - (ranks[cells[other] ?? 0] ?? 0);
    if (difference !== 0) return difference;
  }
  return isBackwards ? other - one : one - other;
}
