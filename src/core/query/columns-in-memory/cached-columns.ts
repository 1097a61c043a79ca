import type { CachedColumn, CachedDataset, CachedTexts } from './cached-dataset.ts';

/** A text column in memory. */
export interface TextColumn {
  readonly values: CachedTexts;
  /** Returns the text number of a row by its position; 0 if it has none. */
  readonly at: (position: number) => number;
}

/** Returns the texts of a column; null if it is not cached or is not a text column. */
export function textColumn(cached: CachedDataset, name: string): TextColumn | null {
  const column = cached.column(name);
  return column?.values.are === 'texts' ? { values: column.values, at: numberAt(column) } : null;
}

/**
 * Returns the numbers of a column by position, with null for rows without a number. Returns null if the column is not cached or is not a
 * number column.
 */
export function numberColumn(cached: CachedDataset, name: string): ((position: number) => number | null) | null {
  const column = cached.column(name);
  if (column?.values.are !== 'numbers') return null;
  const [{ numbers }, at] = [column.values, numberAt(column)];
  return (position) => (at(position) === 0 ? null : (numbers[at(position)] ?? null));
}

/** Returns a function from a row's position to its value number. */
function numberAt({ cells, valueOf }: CachedColumn): (position: number) => number {
  return valueOf === null ? (position) => cells[position] ?? 0 : (position) => valueOf[cells[position] ?? 0] ?? 0;
}
