import { compareTexts } from './compare-texts.ts';

type Cell = string | number | null;
type Row = readonly Cell[];

/** The rows of a listing in the order of a column, the same in the window and in a file; missing values come last in both directions. */
export function rowsInOrder<R extends Row>(rows: readonly R[], at: number, descending: boolean): readonly R[] {
  return rows.toSorted((one, other) => compareCells(one[at] ?? null, other[at] ?? null, descending));
}

function compareCells(one: Cell, other: Cell, descending: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const order = typeof one === 'number' && typeof other === 'number' ? one - other : compareTexts(String(one), String(other));
  return descending ? -order : order;
}
