import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import type { Codes } from './codes.ts';
import type { Texts } from './texts.ts';

/** The different values of a column in ascending order, numbered from 1 on; 0 is no value. */
export type CachedValues =
  | {
      readonly are: 'texts';
      readonly count: number;
      readonly texts: Texts;
      /** Of dates, in milliseconds by number, NaN where the text is no date. */
      readonly times: Float64Array | null;
      /** Of dates, by number: the place of its time among the times that differ, counted from 1; 0 where it is no date. */
      readonly timeRanks: Uint32Array | null;
    }
  | {
      readonly are: 'numbers';
      readonly count: number;
      /** By number. */
      readonly numbers: Float64Array;
    };

export type CachedTexts = CachedValues & { readonly are: 'texts' };

/** A column of a dataset in memory. Its rows are told by their position, which follows their row numbers. */
export interface CachedColumn {
  readonly column: Column;
  /** By position. For a shared column: the number of the record's combination; else the number of its value. */
  readonly cells: Codes;
  /** What a table by cell must be as long as: one more than the highest of the cells. */
  readonly cellCount: number;
  /** By combination the number of its value; null where the cells are numbers of values themselves. */
  readonly valueOf: Codes | null;
  readonly values: CachedValues;
  /** Of a column of numbers: digits that a number would change; null where there are none. */
  readonly sent: CachedSent | null;
}

/** Digits of numbers as they were sent. */
export interface CachedSent {
  /** By position (by combination, where the column is shared): the number of the digits, 0 where the number says it all. */
  readonly cells: Codes;
  readonly texts: Texts;
}

/** A dataset's columns in memory, as one snapshot shows them. */
export interface CachedDataset {
  readonly dataset: Dataset;
  readonly rows: number;
  /** By position, ascending. */
  readonly rowids: Uint32Array;
  /** Bytes of memory by now: texts take more once they were searched. */
  size(): number;
  /** The column; null where it is not cached, because it would take too much room or could not be compared exactly as SQLite does. */
  column(name: string): CachedColumn | null;
}

/** The place of a row number among ascending ones; -1 where it is none of them. */
export function positionOf(rowids: Uint32Array, rowid: number): number {
  // Without gaps before it.
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

/** A table by the number of a value as one by cell. */
export function byCell(column: CachedColumn, byValue: Uint8Array): Uint8Array;
export function byCell(column: CachedColumn, byValue: Uint32Array): Uint32Array;
export function byCell({ valueOf, cellCount }: CachedColumn, byValue: Uint8Array | Uint32Array): Uint8Array | Uint32Array {
  if (valueOf === null) return byValue;
  const table = byValue instanceof Uint8Array ? new Uint8Array(cellCount) : new Uint32Array(cellCount);
  for (let cell = 0; cell < cellCount; cell++) table[cell] = byValue[valueOf[cell] ?? 0] ?? 0;
  return table;
}

/** Bytes of memory of these columns and their row numbers; what several of them have in common counts once. */
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
