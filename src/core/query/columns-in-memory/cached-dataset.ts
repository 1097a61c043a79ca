import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import type { Codes } from './codes.ts';
import type { Texts } from './texts.ts';

/** The distinct values of a column in ascending order, numbered from 1; 0 means no value. */
export type CachedValues =
  | {
      readonly are: 'texts';
      readonly count: number;
      readonly texts: Texts;
      /** For dates: milliseconds by number, NaN if the text is not a date. */
      readonly times: Float64Array | null;
      /** For dates, by number: the rank of its time among the distinct times, counted from 1; 0 if it is not a date. */
      readonly timeRanks: Uint32Array | null;
    }
  | {
      readonly are: 'numbers';
      readonly count: number;
      /** By number. */
      readonly numbers: Float64Array;
    };

export type CachedTexts = CachedValues & { readonly are: 'texts' };

/** A column of a dataset in memory. Rows are addressed by position, in the order of their row numbers. */
export interface CachedColumn {
  readonly column: Column;
  /** By position. For a shared column: the number of the record's combination; otherwise the number of its value. */
  readonly cells: Codes;
  /** Required length of a table by cell: one more than the highest cell. */
  readonly cellCount: number;
  /** Value number by combination; null if the cells are value numbers themselves. */
  readonly valueOf: Codes | null;
  readonly values: CachedValues;
  /** For a number column: digits that a conversion to a number would change; null if there are none. */
  readonly sent: CachedSent | null;
}

/** Digits of numbers as they were sent. */
export interface CachedSent {
  /** By position (by combination for a shared column): the number of the digits, 0 if the number is exact. */
  readonly cells: Codes;
  readonly texts: Texts;
}

/** A dataset's columns in memory, as shown by one snapshot. */
export interface CachedDataset {
  readonly dataset: Dataset;
  readonly rows: number;
  /** By position, ascending. */
  readonly rowids: Uint32Array;
  /** Current memory in bytes; texts take more after they were searched. */
  size(): number;
  /** Returns the column; null if it is not cached because it would take too much memory or could not be compared exactly as SQLite does. */
  column(name: string): CachedColumn | null;
}

/** By position: 1 if a row is selected. */
export type RowMarks = Uint8Array;

export function countOfMarks(marks: RowMarks): number {
  let count = 0;
  for (let at = 0; at < marks.length; at++) count += marks[at] ?? 0;
  return count;
}

/** Positions of rows in an order. */
export type RowOrder = Uint32Array;

/** Returns the position of a row number among ascending ones; -1 if it is not included. */
export function positionOf(rowids: Uint32Array, rowid: number): number {
  // If there are no gaps before it.
  if (rowids[rowid - 1] === rowid) return rowid - 1;
  let [low, high] = [0, rowids.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = rowids[middle] ?? 0;
    if (found === rowid) return middle;
    if (found < rowid) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Converts a table by value number into one by cell. */
export function byCell(column: CachedColumn, byValue: Uint8Array): Uint8Array;
export function byCell(column: CachedColumn, byValue: Uint32Array): Uint32Array;
export function byCell({ valueOf, cellCount }: CachedColumn, byValue: Uint8Array | Uint32Array): Uint8Array | Uint32Array {
  if (valueOf === null) return byValue;
  const table = byValue instanceof Uint8Array ? new Uint8Array(cellCount) : new Uint32Array(cellCount);
  for (let cell = 0; cell < cellCount; cell++) table[cell] = byValue[valueOf[cell] ?? 0] ?? 0;
  return table;
}

/** Memory in bytes of these columns and their row numbers; shared parts count once. */
export function sizeOfCached(rowids: Uint32Array, columns: readonly CachedColumn[]): number {
  const parts = new Map<object, number>([[rowids, rowids.byteLength]]);
  for (const { cells, valueOf, values, sent } of columns) {
    for (const codes of [cells, valueOf]) if (codes !== null) parts.set(codes, codes.byteLength);
    parts.set(values, sizeOfValues(values));
    if (sent !== null) parts.set(sent, sizeOfSent(sent));
  }
  return [...parts.values()].reduce((sum, bytes) => sum + bytes, 0);
}

export function sizeOfSent(sent: CachedSent | null): number {
  return sent === null ? 0 : sent.cells.byteLength + sent.texts.size;
}

export function sizeOfValues(values: CachedValues): number {
  if (values.are === 'numbers') return values.numbers.byteLength;
  return values.texts.size + (values.times?.byteLength ?? 0) + (values.timeRanks?.byteLength ?? 0);
}

/** Columns read ahead, and the rest of the same rows. Throws a RangeError if the rows are not the same. */
export function withRest(ahead: CachedDataset, rest: CachedDataset): CachedDataset {
  const { dataset, rows, rowids } = ahead;
  if (rows !== rest.rows || rowids.some((rowid, position) => rowid !== rest.rowids[position]))
    throw new RangeError('Columns that were read ahead belong to other rows.');
  return {
    dataset,
    rows,
    rowids,
    size: () => ahead.size() + rest.size() - rest.rowids.byteLength,
    column: (name) => rest.column(name) ?? ahead.column(name),
  };
}
