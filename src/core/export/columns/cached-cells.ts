import type { StoredRow, StoredValue } from '../../query/fetch-rows.ts';
import { entryCell, type EntryColumn } from './entry-columns.ts';
import type { CachedRows } from './cached-rows.ts';

/** Number of distinct cells of a column that are cached as JavaScript values; in columns with more, each cell is decoded again. */
const mostCached = 50_000;

/** Reads rows like `cellFetcher`, by their places in the order of the export: row number first, then the cells of the columns. */
export function cachedCells(
  { rowids, positions, isNumbered }: CachedRows,
  columns: readonly EntryColumn[],
): (from: number, to: number) => readonly StoredRow[] {
  const readers = columns.map(cellReader);
  return (from, to) =>
    Array.from(positions.subarray(from, to), (position) => {
      const row: StoredValue[] = [isNumbered ? (rowids[position] ?? null) : null];
      for (const read of readers) row.push(read(position));
      return row;
    });
}

/** Returns a function that reads the cell of a row by its position. */
function cellReader(column: EntryColumn): (position: number) => StoredValue {
  const read = entryReader(column);
  const { cells, entryOf } = column;
  return entryOf === null ? (position) => read(cells[position] ?? 0) : (position) => read(entryOf[cells[position] ?? 0] ?? 0);
}

function entryReader(column: EntryColumn): (entry: number) => StoredValue {
  const read = (entry: number): StoredValue => (entry === 0 ? null : entryCell(column, entry));
  if (column.count > mostCached) return read;
  const known: StoredValue[] = [];
  return (entry) => (known[entry] ??= read(entry));
}
