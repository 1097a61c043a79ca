import { createHash } from 'node:crypto';
import { isDerived, type Column } from '../../shared/datasets/declaration.ts';
import { selectRowids } from '../query/rows.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { cellFetcher } from '../query/fetch-cells.ts';
import type { StoredValue } from '../query/fetch-rows.ts';
import { listText } from '../extract/stored-list.ts';
import { repeatableSort, type AskedView, type View } from './view.ts';

/**
 * Maximum rows of a view that are verified by a digest; larger views are verified only by their number of rows, because a digest would take
 * seconds.
 */
const mostDigested = 200_000;
/** Smaller views are verified by their number of rows too: from a digest of a few cells, anyone could find them out by trying. */
export const fewestDigested = 50;
const rowsAtOnce = 500;

export interface ViewDigest {
  readonly rows: number;
  /** SHA-256 in hex; null if there are too many rows or too few. */
  readonly sha256: string | null;
}

/**
 * Returns what the code must produce: the SHA-256 of the lines of all rows in order, joined by line feeds. A line consists of its cells,
 * each as its number of bytes, a colon and its text (UTF-8), or as `-` if there is no value. A number that was sent counts by its digits as
 * sent, a derived number by 15 significant digits as C prints them (`%.15g`). `fewest`: rows from which on there is a digest. Call inside a
 * snapshot.
 */
export function digestView(
  study: StudyReader,
  { selection, sort }: AskedView,
  { dataset, shown }: View,
  fewest = fewestDigested,
): ViewDigest {
  const rowids = selectRowids(study, dataset, selection, repeatableSort(dataset, sort));
  if (rowids.length > mostDigested || rowids.length < fewest) return { rows: rowids.length, sha256: null };
  const fetch = cellFetcher(study, dataset, shown);
  const hash = createHash('sha256');
  for (let at = 0; at < rowids.length; at += rowsAtOnce) {
    const lines = fetch(rowids.slice(at, at + rowsAtOnce)).map(([, ...cells]) =>
      shown.map((column, place) => cellDigest(column, cells[place] ?? null)).join(''),
    );
    hash.update(`${at === 0 ? '' : '\n'}${lines.join('\n')}`);
  }
  return { rows: rowids.length, sha256: hash.digest('hex') };
}

function cellDigest(column: Column, cell: StoredValue): string {
  if (cell === null) return '-';
  const text = cellText(column, cell);
  return `${String(Buffer.byteLength(text))}:${text}`;
}

function cellText(column: Column, cell: string | number): string {
  if (column.kind === 'list') return listText(String(cell));
  return column.kind === 'number' && isDerived(column) ? fifteenDigits(Number(cell)) : String(cell);
}

/** As C prints `%.15g`. */
export function fifteenDigits(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [digits = '', exponent = ''] = value.toExponential(14).split('e');
  const power = Number(exponent);
  if (power < -4 || power >= 15) {
    const sign = power < 0 ? '-' : '+';
    return `${withoutZeros(digits)}e${sign}${String(Math.abs(power)).padStart(2, '0')}`;
  }
  return withoutZeros(value.toFixed(Math.max(0, 14 - power)));
}

function withoutZeros(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}
