import type { Output } from '../../../shared/contract.ts';
import { itemsOf } from '../../extract/stored-list.ts';
import type { CachedColumn, CachedTexts, CachedValues } from './cached-dataset.ts';
import { containsText } from '../contains.ts';
import { absent, containing } from './values-meeting.ts';

interface Counted {
  readonly value: string | null;
  readonly count: number;
}

/**
 * Returns the values of a column with their row counts, like `columnValues`: the most frequent first, then by value, with a missing value
 * before any other. Returns null if SQLite must be asked, because it searches numbers by its own text form.
 */
export function mostFrequent(column: CachedColumn, counts: Uint32Array, search: string, limit: number): Output<'column.values'> | null {
  const { values } = column;
  if (values.are === 'numbers') return search === '' ? ofValues(values, counts, limit, (number) => String(values.numbers[number])) : null;
  if (column.column.kind === 'list') return ofItems(values, counts, search, limit);
  const found = search === '' ? counts : withSearch(values, counts, search);
  return ofValues(values, found, limit, (number) => values.texts.get(number));
}

/** Rows whose value does not contain the search text are not counted at all, nor are rows without a value. */
function withSearch(values: CachedTexts, counts: Uint32Array, search: string): Uint32Array {
  const met = containing(values, false, search);
  return counts.map((count, number) => (met[number] === 1 ? count : 0));
}

function ofValues(
  values: CachedValues,
  counts: Uint32Array,
  limit: number,
  textOf: (number: number) => string,
): { readonly distinct: number; readonly values: Counted[] } {
  const byNumber = counts.slice();
  for (const [number, isAbsent] of absent(false, values).entries()) {
    if (isAbsent === 0 || number === 0) continue;
    byNumber[0] = (byNumber[0] ?? 0) + (byNumber[number] ?? 0);
    byNumber[number] = 0;
  }
  const { first, distinct } = firstByCount(byNumber, limit);
  return { distinct, values: first.map((number) => ({ value: number === 0 ? null : textOf(number), count: byNumber[number] ?? 0 })) };
}

/** Returns the numbers with the highest counts, the lowest number first among equals, and how many numbers except 0 have a count. */
function firstByCount(counts: Uint32Array, limit: number): { readonly first: readonly number[]; readonly distinct: number } {
  const { least, more } = leastOfFirst(counts, limit);
  const first: number[] = [];
  let distinct = 0;
  let room = limit - more;
  for (let number = 0; number < counts.length; number++) {
    const count = counts[number] ?? 0;
    if (count === 0) continue;
    if (number > 0) distinct++;
    if (count > least || (count === least && room-- > 0)) first.push(number);
  }
  return { first: first.sort((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0) || one - other), distinct };
}

/** Counts below this are tallied by size; there cannot be many higher ones. */
const large = 1024;

/** Returns the lowest of the `limit` highest counts, and how many counts are higher. */
function leastOfFirst(counts: Uint32Array, limit: number): { readonly least: number; readonly more: number } {
  const sizes = new Uint32Array(large);
  const larger: number[] = [];
  for (let number = 0; number < counts.length; number++) {
    const count = counts[number] ?? 0;
    if (count < large) sizes[count] = (sizes[count] ?? 0) + 1;
    else larger.push(count);
  }
  larger.sort((one, other) => other - one);
  const last = larger[limit - 1];
  if (last !== undefined) return { least: last, more: larger.findIndex((count) => count === last) };
  let more = larger.length;
  for (let count = large - 1; count > 0; count--) {
    if (more + (sizes[count] ?? 0) >= limit) return { least: count, more };
    more += sizes[count] ?? 0;
  }
  return { least: 0, more };
}

/** Counts the items of a list separately; an empty list counts as no value. */
function ofItems(values: CachedTexts, counts: Uint32Array, search: string, limit: number): Output<'column.values'> {
  const byItem = new Map<string | null, number>();
  const has = search === '' ? () => true : containsText(search);
  const add = (item: string | null, count: number): void => {
    if (item === null ? search === '' : has(item))
      byItem.set(item === '' ? null : item, (byItem.get(item === '' ? null : item) ?? 0) + count);
  };
  for (let number = 0; number < counts.length; number++) {
    const count = counts[number] ?? 0;
    if (count === 0) continue;
    const items = number === 0 ? [] : itemsOf(values.texts.get(number));
    if (items.length === 0) add(null, count);
    for (const item of items) add(item, count);
  }
  const sorted = [...byItem].map(([value, count]) => ({ value, count })).sort(byCountThenBytes);
  return { distinct: byItem.size - (byItem.has(null) ? 1 : 0), values: sorted.slice(0, limit) };
}

function byCountThenBytes(one: Counted, other: Counted): number {
  if (one.count !== other.count) return other.count - one.count;
  if (one.value === null || other.value === null) return one.value === null ? -1 : 1;
  return Buffer.compare(Buffer.from(one.value), Buffer.from(other.value));
}
