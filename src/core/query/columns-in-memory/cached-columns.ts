import type { CachedColumn, CachedDataset, CachedTexts } from './cached-dataset.ts';

/** A column of texts in memory. */
export interface TextColumn {
  readonly values: CachedTexts;
  /** The number of a row's text by its position; 0 where it has none. */
  readonly at: (position: number) => number;
}

/** The texts of a column; null where it is not cached, or holds something else. */
export function textColumn(cached: CachedDataset, name: string): TextColumn | null {
  const column = cached.column(name);
  return column?.values.are === 'texts' ? { values: column.values, at: numberAt(column) } : null;
}

/** The numbers of a column by position, null where a row has none; null as a whole where it is not cached, or holds something else. */
export function numberColumn(cached: CachedDataset, name: string): ((position: number) => number | null) | null {
  const column = cached.column(name);
  if (column?.values.are !== 'numbers') return null;
  const [{ numbers }, at] = [column.values, numberAt(column)];
  return (position) => (at(position) === 0 ? null : (numbers[at(position)] ?? null));
}

/** The number of a row's value by its position. */
function numberAt({ cells, valueOf }: CachedColumn): (position: number) => number {
  return valueOf === null ? (position) => cells[position] ?? 0 : (position) => valueOf[cells[position] ?? 0] ?? 0;
}
