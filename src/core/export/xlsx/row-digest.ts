import { createHash } from 'node:crypto';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { noNotes } from '../../../shared/export-notes.ts';
import type { StoredCell } from '../csv/csv.ts';
import { longestText, workbookCell, type WorkbookCell } from './cells.ts';
import { millisecondsOfDay } from '../../../shared/day.ts';

/** A cell as any spreadsheet program returns it: its text, its number, or nothing. A date is its serial number. */
export type DigestedCell = string | number | null;

/**
 * Returns how the numbers of a column are compared, based on its line in the codebook: `datetime` as times, `derived` as derived values.
 */
export function digestedKind(kind: string, derivation: string | null): string {
  return kind === 'number' && derivation !== null ? 'derived' : kind;
}

/** A table without its rows: the name of its sheet, and the heading of each column and how its numbers are compared. */
export interface DigestedTable {
  readonly sheet: string;
  readonly headings: readonly DigestedCell[];
  readonly kinds: readonly string[];
}

export interface RowDigest {
  /** Adds rows as text, each made by `rowText`. */
  readonly add: (rows: string) => void;
  /** Returns hex, the same on every call. Nothing can be added afterwards. */
  readonly end: () => string;
}

/**
 * SHA-256 over a table: the name of its sheet, its headings, their kinds, and its rows, each as a JSON array with a line feed. It stays the
 * same if a spreadsheet program merely saves the workbook again.
 */
export function rowDigest({ sheet, headings, kinds }: DigestedTable): RowDigest {
  const hash = createHash('sha256');
  const line = (cells: readonly DigestedCell[]): string => rowText(cells.map((cell) => settledCell(cell, 'text')));
  hash.update(line([sheet]) + line(headings) + line(kinds));
  let ended: string | null = null;
  return {
    add: (rows) => {
      hash.update(rows);
    },
    end: () => (ended ??= hash.digest('hex')),
  };
}

/** Returns a row of settled cells as text. */
export function rowText(cells: readonly DigestedCell[]): string {
  return `${JSON.stringify(cells)}\n`;
}

/** Maximum number and length of cells that are cached per column: most columns repeat. */
const mostKnown = 2000;
const longestKnown = 100;

/** Characters that differ, or may differ, in a workbook. */
const maybeStrange = /[\u0000-\u001f\ud800-\udfff\ufffe\uffff]/;

/** Returns a function that settles a stored cell of a column as it will be read. `kind`: a `digestedKind`. */
export function storedCell(column: Column, kind: string): (cell: StoredCell) => DigestedCell {
  const notes = noNotes();
  const isText = kind === 'text' || kind === 'flag';
  const known = new Map<StoredCell, DigestedCell>();
  return (cell) => {
    if (cell === null) return null;
    if (isText && typeof cell === 'string' && cell !== '' && cell.length <= longestText && !maybeStrange.test(cell)) return cell;
    const answer = known.get(cell);
    if (answer !== undefined) return answer;
    const settled = settledCell(readAs(workbookCell(column, cell, notes)), kind);
    if (known.size < mostKnown && String(cell).length <= longestKnown) known.set(cell, settled);
    return settled;
  };
}

function readAs(cell: WorkbookCell): DigestedCell {
  switch (cell.kind) {
    case 'empty':
      return null;
    case 'text':
      return cell.text;
    case 'number':
      return Number(cell.digits);
    case 'date':
      return cell.serial;
  }
}

/**
 * Normalizes a cell that was read. An empty text becomes an empty cell, and any line break a line feed, because some programs convert one
 * into the other.
 */
export function settledCell(cell: DigestedCell, kind: string): DigestedCell {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'number') return numberOf(cell, kind);
  return cell.includes('\r') ? cell.replaceAll(/\r\n?/g, '\n') : cell;
}

/**
 * Programs keep 15 digits of a number and differ in the last one if it is rounded: times are compared in milliseconds, and derived values
 * by 7 digits.
 */
function numberOf(number: number, kind: string): number {
  if (kind === 'datetime') return Math.round(number * millisecondsOfDay);
  return Number.isSafeInteger(number) ? number : Number(number.toPrecision(kind === 'derived' ? 7 : 15));
}
