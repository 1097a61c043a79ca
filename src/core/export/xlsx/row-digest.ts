import { createHash } from 'node:crypto';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { noNotes } from '../../../shared/export-notes.ts';
import type { StoredCell } from '../csv.ts';
import { longestText, workbookCell, type WorkbookCell } from './cells.ts';
import { millisecondsOfDay } from '../../../shared/day.ts';

/** A cell as any spreadsheet program gives it back: its text, its number, or nothing. A date is the number that stands for it. */
export type DigestedCell = string | number | null;

/** How the numbers of a column count, as its line of the codebook tells it: `datetime` as moments, `derived` as what Carrel worked out. */
export function digestedKind(kind: string, derivation: string | null): string {
  return kind === 'number' && derivation !== null ? 'derived' : kind;
}

/** What a table is besides its rows: the name of its sheet, and of each column its heading and how its numbers count. */
export interface DigestedTable {
  readonly sheet: string;
  readonly headings: readonly DigestedCell[];
  readonly kinds: readonly string[];
}

export interface RowDigest {
  /** Rows as text, each by `rowText`. */
  readonly add: (rows: string) => void;
  /** Hex; the same each time. Nothing can be added after it. */
  readonly end: () => string;
}

/**
 * SHA-256 over a table: the name of its sheet, its headings, their kinds, and its rows, each as a JSON array with a line feed, so that it
 * is the same for a workbook that a spreadsheet program merely saved again.
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

/** A row of settled cells. */
export function rowText(cells: readonly DigestedCell[]): string {
  return `${JSON.stringify(cells)}\n`;
}

/** How many different cells of a column are remembered, and how long they are at most: most columns repeat themselves. */
const mostKnown = 2000;
const longestKnown = 100;

/** What a text has that stands otherwise in a workbook, or may. */
const maybeStrange = /[\u0000-\u001f\ud800-\udfff\ufffe\uffff]/;

/** A stored cell of a column, settled as what it will be read as. `kind`: a `digestedKind`. */
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

/** A cell that was read, as it counts. An empty text is an empty cell, and any line end a line feed: some programs make one of the other. */
export function settledCell(cell: DigestedCell, kind: string): DigestedCell {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'number') return numberOf(cell, kind);
  return cell.includes('\r') ? cell.replaceAll(/\r\n?/g, '\n') : cell;
}

/**
 * Programs keep 15 digits of a number and differ in the last of them where it goes on: parts of a day count in milliseconds, and what
 * was divided with 7 digits.
 */
function numberOf(number: number, kind: string): number {
  if (kind === 'datetime') return Math.round(number * millisecondsOfDay);
  return Number.isSafeInteger(number) ? number : Number(number.toPrecision(kind === 'derived' ? 7 : 15));
}
