import { entryAt, type EntryColumn, type EntryTexts } from '../columns/entry-columns.ts';
import type { RowOrder } from '../../query/columns-in-memory/cached-dataset.ts';
import { rankAt, type Ordering } from '../../query/columns-in-memory/row-order.ts';
import { valueOfPseudonym } from './pseudonyms.ts';

/** Returns the rank of each pseudonym by its number, counted from 1; equal pseudonyms have the same rank. */
export function ranksOfPseudonyms(texts: EntryTexts): Uint32Array {
  const { bytes, starts, count } = texts;
  const values = new Uint32Array(count + 1);
  for (let entry = 1; entry <= count; entry++) values[entry] = valueOfPseudonym(bytes, starts[entry] ?? 0);
  const order = orderOfValues(values);
  const ranks = new Uint32Array(count + 1);
  let place = 0;
  for (let at = 0; at < count;) {
    const begin = at;
    const value = values[order[begin] ?? 0];
    while (at < count && values[order[at] ?? 0] === value) at++;
    ranks[order[begin] ?? 0] = ++place;
    if (at - begin === 1) continue;
    // Among a million, some hundreds share their first digits.
    const alike = order.subarray(begin, at).sort((one, other) => compareTexts(texts, one, other));
    for (let next = 0; next < alike.length; next++) {
      if (next > 0 && compareTexts(texts, alike[next - 1] ?? 0, alike[next] ?? 0) !== 0) place++;
      ranks[alike[next] ?? 0] = place;
    }
  }
  return ranks;
}

/** Bits compared in one pass of the sort. */
const bitsOfPass = 15;

/** Returns the numbers from 1 in the order of their 30-bit values: a radix sort of two passes, the lower bits first. */
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

/** Rows of a run that are sorted by one number each, combined from 30 bits of a pseudonym and the place in the run. */
const mostOfRun = 4096;

/** Orders rows that are equal in the terms by their pseudonyms, of which each row has one; rows with equal pseudonyms keep their order. */
export function orderByIds(order: RowOrder, terms: Ordering['terms'], ids: EntryColumn): void {
  const keys = new Float64Array(mostOfRun);
  for (let begin = 0; begin < order.length;) {
    let end = begin + 1;
    while (end < order.length && areAlike(terms, order[begin] ?? 0, order[end] ?? 0)) end++;
    if (end - begin > mostOfRun) orderLongRun(order.subarray(begin, end), ids);
    else if (end - begin > 1) orderRun(order.subarray(begin, end), ids, keys);
    begin = end;
  }
}

function areAlike(terms: Ordering['terms'], one: number, other: number): boolean {
  for (const term of terms) if (rankAt(term, one) !== rankAt(term, other)) return false;
  return true;
}

function orderRun(run: RowOrder, ids: EntryColumn, keys: Float64Array): void {
  const { length } = run;
  for (let at = 0; at < length; at++) keys[at] = valueOfRow(ids, run[at] ?? 0) * mostOfRun + at;
  keys.subarray(0, length).sort();
  const rows = run.slice();
  for (let at = 0; at < length; at++) run[at] = rows[(keys[at] ?? 0) % mostOfRun] ?? 0;
  orderAlike(run, ids);
}

function orderLongRun(run: RowOrder, ids: EntryColumn): void {
  const values = new Uint32Array(run.length + 1);
  for (let at = 0; at < run.length; at++) values[at + 1] = valueOfRow(ids, run[at] ?? 0);
  const rows = run.slice();
  for (const [at, number] of orderOfValues(values).entries()) run[at] = rows[number - 1] ?? 0;
  orderAlike(run, ids);
}

/** Orders rows whose pseudonyms share their first digits by all digits. */
function orderAlike(run: RowOrder, ids: EntryColumn): void {
  for (let begin = 0; begin < run.length;) {
    const value = valueOfRow(ids, run[begin] ?? 0);
    let end = begin + 1;
    while (end < run.length && valueOfRow(ids, run[end] ?? 0) === value) end++;
    if (end - begin > 1) run.subarray(begin, end).sort((one, other) => compareTexts(ids, entryAt(ids, one), entryAt(ids, other)));
    begin = end;
  }
}

function valueOfRow(ids: EntryColumn, row: number): number {
  return valueOfPseudonym(ids.bytes, ids.starts[entryAt(ids, row)] ?? 0);
}
