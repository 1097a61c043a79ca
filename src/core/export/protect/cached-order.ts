import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { isChecked, treatmentOf } from '../../../shared/protection.ts';
import type { Sort } from '../../../shared/query.ts';
import type { CachedDataset } from '../../query/columns-in-memory/cached-dataset.ts';
import type { RowMarks } from '../../query/columns-in-memory/row-marks.ts';
import { orderMarked, type Ordering, type RowOrder } from '../../query/columns-in-memory/row-order.ts';
import { countBelow } from '../../query/columns-in-memory/sort-numbers.ts';
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
  const own = cells.own(column);
  const { treatment } = treatmentOf(column);
  if (treatment === 'dropped') throw new RangeError(`Rows are not ordered by ${column.name}, which does not leave.`);
  if (treatment === 'pseudonym') {
    return term(codesOf(own, cached.rows), ranksOfPseudonyms(cells.pseudonyms(column, own)), own.count, descending);
  }
  if (treatment === 'day') {
    const { cells: codes, days } = cells.days(column);
    const sorted = days.toSorted((one, other) => one - other);
    const ranks = Uint32Array.from([0, ...days.map((day) => sorted.indexOf(day) + 1)]);
    return term(codes, ranks, days.length, descending);
  }
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

/** By number of a pseudonym its place among all, counted from 1; none of them is another's. */
function ranksOfPseudonyms(texts: EntryTexts): Uint32Array {
  const values = new Float64Array(texts.count);
  for (let entry = 1; entry <= texts.count; entry++) values[entry - 1] = valueOfPseudonym(texts.bytes, texts.starts[entry] ?? 0);
  const sorted = values.toSorted();
  const isTie = sorted.some((value, at) => at > 0 && value === sorted[at - 1]);
  return isTie ? ranksOfTexts(texts) : Uint32Array.from([0, ...values.map((value) => countBelow(sorted, value) + 1)]);
}

/** The same of any texts, in the order of their bytes. */
function ranksOfTexts({ bytes, starts, count }: EntryTexts): Uint32Array {
  const text = (entry: number): Buffer =>
    Buffer.from(bytes.buffer, bytes.byteOffset + (starts[entry] ?? 0), (starts[entry + 1] ?? 0) - (starts[entry] ?? 0));
  const order = Array.from({ length: count }, (_, at) => at + 1).sort((one, other) => text(one).compare(text(other)));
  const ranks = new Uint32Array(count + 1);
  let place = 0;
  let last: Buffer = Buffer.alloc(0);
  for (const entry of order) {
    const found = text(entry);
    if (place === 0 || !found.equals(last)) place++;
    ranks[entry] = place;
    last = found;
  }
  return ranks;
}
