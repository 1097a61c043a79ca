import type { Row } from '../datasets/declaration.ts';

/** The text of a row's text, flag or datetime column; null if it has none. */
export function textIn(row: Row, column: string): string | null {
  const cell = row[column];
  return typeof cell === 'string' ? cell : null;
}

/** The number of a row's number column, also if its digits were kept as sent; null if it is missing or not finite. */
export function numberIn(row: Row, column: string): number | null {
  const cell = row[column];
  if (typeof cell !== 'number' && typeof cell !== 'string') return null;
  const number = Number(cell);
  return cell !== '' && Number.isFinite(number) ? number : null;
}
