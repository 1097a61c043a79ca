import { memoizeByOwner } from '../../../shared/derive/memoize.ts';
import type { Sort } from '../../../shared/query.ts';
import { wantedSort } from '../compile.ts';
import { findColumn } from '../columns.ts';
import { countCells, type Codes } from './codes.ts';
import { byCell, type CachedColumn, type CachedDataset, type RowMarks, type RowOrder } from './cached-dataset.ts';

/** A column that rows are ordered by. */
interface Term {
  readonly cells: Codes;
  /** Rank by cell, counted from 0; or the direction in which cells are ranks themselves, so that a large column needs no table. */
  readonly ranks: Uint32Array | 'ascending' | 'descending';
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
    const ranks = isInOrder(of) ? direction(descending) : byCell(of, ranksOf(of, descending));
    terms.push({ cells: of.cells, ranks, count: of.values.count + 1, isUnique: isUnique(of, cached.rows) });
  }
  return { rows: cached.rows, terms, isBackwards: wanted.at(-1)?.descending === true };
}

function direction(isDescending: boolean): 'ascending' | 'descending' {
  return isDescending ? 'descending' : 'ascending';
}

/** Whether cells are the numbers of values, in the order of those. */
function isInOrder({ valueOf, values }: CachedColumn): boolean {
  return valueOf === null && (values.are === 'numbers' || values.timeRanks === null);
}

function isUnique(column: CachedColumn, rows: number): boolean {
  return isInOrder(column) && column.values.count === rows;
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

/** Returns the rank of a cell; without a table it is that of a value number, and rows without a value come last. */
function rankOf(cell: number, ranks: Term['ranks'], count: number): number {
  if (typeof ranks !== 'string') return ranks[cell] ?? 0;
  if (cell === 0) return count - 1;
  return ranks === 'descending' ? count - 1 - cell : cell - 1;
}

/** Returns the rank of a row by its position. */
export function rankAt({ cells, ranks, count }: Term, position: number): number {
  return rankOf(cells[position] ?? 0, ranks, count);
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
function putInOrder(from: Uint32Array, to: Uint32Array, term: Term): void {
  if (term.isUnique) {
    for (let at = 0; at < to.length; at++) to[rankAt(term, at)] = at;
    return;
  }
  const next = new Uint32Array(term.count + 1);
  for (let at = 0; at < term.cells.length; at++) {
    const rank = rankAt(term, at) + 1;
    next[rank] = (next[rank] ?? 0) + 1;
  }
  for (let rank = 1; rank <= term.count; rank++) next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0);
  for (let at = 0; at < from.length; at++) {
    const row = from[at] ?? 0;
    const rank = rankAt(term, row);
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
  return firstOf(ordering, { positions: null, marks: marks === 'all' ? null : marks, length: ordering.rows }, 0, most);
}

/** Some of these positions, ascending. Positions of many rows would take longer to allocate than to read. */
interface Candidates {
  /** Null for all positions. */
  readonly positions: Uint32Array | null;
  /** Null if all of them are meant. */
  readonly marks: RowMarks | null;
  readonly length: number;
}

/**
 * For rows that are equal in the terms before this one: returns those of lower rank than the last wanted row, and then as many as needed of
 * its rank.
 */
function firstOf(ordering: Ordering, candidates: Candidates, at: number, most: number): readonly number[] {
  const term = ordering.terms[at];
  if (term === undefined) return firstByPosition(candidates, ordering.isBackwards, most);
  const { positions, marks, length } = candidates;
  const last = lastRank(candidates, term, most);
  if (last.rows === length) return firstOf(ordering, candidates, at + 1, most);
  const { cells, ranks, count } = term;
  const before: number[] = [];
  const equal = new Uint32Array(last.rows);
  let found = 0;
  for (let place = 0; place < length; place++) {
    const position = positions === null ? place : (positions[place] ?? 0);
    if (marks !== null && marks[position] === 0) continue;
    const rank = rankOf(cells[position] ?? 0, ranks, count);
    if (rank < last.rank) before.push(position);
    else if (rank === last.rank) equal[found++] = position;
  }
  before.sort((one, other) => compareRows(ordering, one, other));
  return [...before, ...firstOf(ordering, { positions: equal, marks: null, length: found }, at + 1, most - before.length)];
}

function firstByPosition({ positions, marks, length }: Candidates, isBackwards: boolean, most: number): readonly number[] {
  const found: number[] = [];
  for (let step = 0; step < length && found.length < most; step++) {
    const place = isBackwards ? length - 1 - step : step;
    const position = positions === null ? place : (positions[place] ?? 0);
    if (marks === null || marks[position] === 1) found.push(position);
  }
  return found;
}

/** Returns the rank of the last of the first `most` rows, and how many rows have it. */
function lastRank(candidates: Candidates, term: Term, most: number): { readonly rank: number; readonly rows: number } {
  const areAll = candidates.positions === null && candidates.marks === null;
  if (areAll && term.isUnique && most <= candidates.length) return { rank: most - 1, rows: 1 };
  const counts = areAll && term.cells.BYTES_PER_ELEMENT <= 2 ? countAll(term) : countSome(candidates, term);
  let met = 0;
  let rank = 0;
  for (; rank < counts.length - 1; rank++) {
    met += counts[rank] ?? 0;
    if (met >= most) break;
  }
  return { rank, rows: counts[rank] ?? 0 };
}

/** Counts rows by rank. */
function countSome({ positions, marks, length }: Candidates, { cells, ranks, count }: Term): Uint32Array {
  const counts = new Uint32Array(count);
  for (let place = 0; place < length; place++) {
    const position = positions === null ? place : (positions[place] ?? 0);
    if (marks !== null && marks[position] === 0) continue;
    const rank = rankOf(cells[position] ?? 0, ranks, count);
    counts[rank] = (counts[rank] ?? 0) + 1;
  }
  return counts;
}

/** The same for all rows, if few different cells are possible. */
function countAll({ cells, ranks, count }: Term): Uint32Array {
  const counts = new Uint32Array(count);
  for (const [cell, rows] of rowsByCell(cells).entries()) {
    if (rows === 0) continue;
    const rank = rankOf(cell, ranks, count);
    counts[rank] = (counts[rank] ?? 0) + rows;
  }
  return counts;
}

/** Shared columns have the same cells, so that their rows are counted only once. */
const rowsByCell = memoizeByOwner((cells: Codes) => countCells(cells, 2 ** (8 * cells.BYTES_PER_ELEMENT)));

function compareRows({ terms, isBackwards }: Ordering, one: number, other: number): number {
  for (const term of terms) {
    const difference = rankAt(term, one) - rankAt(term, other);
    if (difference !== 0) return difference;
  }
  return isBackwards ? other - one : one - other;
}
