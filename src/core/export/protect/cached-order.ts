import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { isChecked, treatmentOf } from '../../../shared/protection.ts';
import type { Sort } from '../../../shared/query.ts';
import type { CachedDataset } from '../../query/columns-in-memory/cached-dataset.ts';
import type { RowMarks } from '../../query/columns-in-memory/row-marks.ts';
import { orderMarked, type Ordering, type RowOrder } from '../../query/columns-in-memory/row-order.ts';
import { entryAt, type EntryColumn, type EntryTexts } from '../columns/entry-columns.ts';
import { createTidy } from '../thrift.ts';
import { isNumberShown } from './measured-numbers.ts';
import { cachedColumn, type ProtectedCells } from './protected-cells.ts';
import { protectedSort } from './protected-order.ts';
import { valueOfPseudonym } from './pseudonyms.ts';

type Term = Ordering['terms'][number];

/** The order of `selectProtectedRowids`, of rows whose cells are in columns. */
export function orderProtected(cached: CachedDataset, marks: RowMarks | 'all', sort: readonly Sort[], cells: ProtectedCells): RowOrder {
  const tidy = createTidy();
  const terms = protectedSort(cached.dataset, sort).map(({ column, descending }) => {
    const made = termOf(cached, column, descending, cells);
    tidy();
    return made;
  });
  return orderMarked({ rows: cached.rows, terms, isBackwards: false }, marks);
}

/** The columns that it reads. */
export function orderedBy(dataset: Dataset, sort: readonly Sort[]): readonly Column[] {
  return protectedSort(dataset, sort).map(({ column }) => column);
}

function termOf(cached: CachedDataset, column: Column, descending: boolean, cells: ProtectedCells): Term {
  const { treatment } = treatmentOf(column);
  if (treatment === 'dropped') throw new RangeError(`Rows are not ordered by ${column.name}, which does not leave.`);
  if (treatment === 'pseudonym') {
    const leaving = cells.pseudonyms(column);
    const ranks = ranksOfPseudonyms(leaving);
    const made = term(codesOf(leaving, cached.rows), ranks, leaving.count, descending);
    // Ids of records: where each row has one of its own, a place in the order is known without counting.
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
  // The values of a cached column are numbered in their order.
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

/** Of each row the number of its value, in memory of its own. */
function codesOf(column: Pick<EntryColumn, 'cells' | 'entryOf'>, rows: number): Uint32Array {
  const codes = new Uint32Array(rows);
  for (let position = 0; position < rows; position++) codes[position] = entryAt(column, position);
  return codes;
}

function blankWhere(codes: Uint32Array, leaves: Uint8Array): void {
  for (let position = 0; position < codes.length; position++) if (leaves[position] === 0) codes[position] = 0;
}

/** `places`: by code its place in ascending order, counted from 1; 0 for none, which comes last in both directions. */
function term(cells: Uint32Array, places: Uint32Array, count: number, descending: boolean): Term {
  const ranks = places.map((place) => (place === 0 ? count : descending ? count - place : place - 1));
  return { cells, ranks, count: count + 1, isUnique: false };
}

/** By number of a pseudonym its place among all, counted from 1; the same for those that are alike. */
export function ranksOfPseudonyms(texts: EntryTexts): Uint32Array {
  const { bytes, starts, count } = texts;
  const values = Uint32Array.from({ length: count + 1 }, (_, entry) => valueOfPseudonym(bytes, starts[entry] ?? 0));
  const order = orderOfValues(values);
  const ranks = new Uint32Array(count + 1);
  let place = 0;
  for (let at = 0; at < count;) {
    const begin = at;
    const value = values[order[begin] ?? 0];
    while (at < count && values[order[at] ?? 0] === value) at++;
    ranks[order[begin] ?? 0] = ++place;
    if (at - begin === 1) continue;
    // Of a million some hundreds have their first digits in common.
    const alike = order.subarray(begin, at).sort((one, other) => compareTexts(texts, one, other));
    for (let next = 0; next < alike.length; next++) {
      if (next > 0 && compareTexts(texts, alike[next - 1] ?? 0, alike[next] ?? 0) !== 0) place++;
      ranks[alike[next] ?? 0] = place;
    }
  }
  return ranks;
}

function placesOf(ranks: Uint32Array): number {
  let most = 0;
  for (let at = 0; at < ranks.length; at++) most = Math.max(most, ranks[at] ?? 0);
  return most;
}

/** Bits that a pass of a sort goes by. */
const bitsOfPass = 15;

/** The numbers from 1 on in the order of their values, which have 30 bits: two passes, the one by the lower bits first. */
function orderOfValues(values: Uint32Array): Uint32Array {
  let order = Uint32Array.from({ length: values.length - 1 }, (_, at) => at + 1);
  let spare = new Uint32Array(order.length);
  for (const shift of [0, bitsOfPass]) {
    const next = new Uint32Array(2 ** bitsOfPass + 1);
    const digitOf = (entry: number): number => ((values[entry] ?? 0) >>> shift) & (2 ** bitsOfPass - 1);
    for (let entry = 1; entry < values.length; entry++) next[digitOf(entry) + 1] = (next[digitOf(entry) + 1] ?? 0) + 1;
    for (let digit = 1; digit < next.length; digit++) next[digit] = (next[digit] ?? 0) + (next[digit - 1] ?? 0);
    for (let at = 0; at < order.length; at++) {
      const entry = order[at] ?? 0;
      const place = next[digitOf(entry)] ?? 0;
      next[digitOf(entry)] = place + 1;
      spare[place] = entry;
    }
    [order, spare] = [spare, order];
  }
  return order;
}

function compareTexts({ bytes, starts }: EntryTexts, one: number, other: number): number {
  const text = (entry: number): Buffer =>
    Buffer.from(bytes.buffer, bytes.byteOffset + (starts[entry] ?? 0), (starts[entry + 1] ?? 0) - (starts[entry] ?? 0));
  return text(one).compare(text(other));
}
