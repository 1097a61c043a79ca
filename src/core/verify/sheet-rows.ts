import { readDecimal } from '../../shared/derive/decimal.ts';
import { cellText, lengthened, sheetText } from './cell-text.ts';
import type { SharedTexts } from './shared-texts.ts';
import { scanMember, type Bytes } from './workbook-parts.ts';
import { attribute, StrangeXml } from './xml-text.ts';
import type { XmlListener } from './xml-scan.ts';
import type { ZipMember } from './zip-directory.ts';

/** A cell as a spreadsheet program stores it; null: empty. */
export type SheetCell = string | number | null;

/** Most rows of a sheet. */
const mostRows = 1_048_576;
/** More columns than any dataset has. */
export const mostColumns = 256;

/** Reads the rows of a sheet in order, including omitted empty ones, each up to its last cell. Throws StrangeXml. */
export async function readRows(
  file: Bytes,
  member: ZipMember,
  shared: SharedTexts,
  onRow: (cells: readonly SheetCell[]) => void,
  onBytes: (bytes: number) => void,
): Promise<void> {
  await scanMember(file, member, rowListener(shared, onRow), onBytes);
}

function rowListener(shared: SharedTexts, onRow: (cells: readonly SheetCell[]) => void): XmlListener {
  let cells: SheetCell[] = [];
  let row = 0;
  let isData = false;
  let cell: OpenCell | null = null;
  const texts = cellText('is');
  const opened = (name: string, attributes: string): void => {
    if (name === 'sheetData') {
      if (isData) throw new StrangeXml('It has two tables.');
      isData = true;
    } else if (name === 'row') {
      const number = rowNumber(attributes, row + 1);
      for (row++; row < number; row++) onRow([]);
      cells = [];
    } else if (name === 'c') {
      cell = openCell(attributes, row, cells.length);
      texts.begin();
    }
  };
  return {
    open: (name, attributes, within) => {
      if ((places.get(name) ?? within) !== within) throw new StrangeXml('Something is out of its place.');
      opened(name, attributes);
      if (cell === null) return;
      if (name === 'f') cell.type = 'formula';
      if (name === 'v' || name === 'is') enter(cell, name);
      texts.open(name, within);
    },
    text: (text) => {
      if (cell?.isValue === true) cell.value = lengthened(cell.value, text);
      texts.text(text);
    },
    close: (name) => {
      texts.close(name);
      if (name === 'row') onRow(cells);
      if (cell === null) return;
      if (name === 'v') cell.isValue = false;
      if (name !== 'c') return;
      while (cells.length < cell.column) cells.push(null);
      cells.push(cell.type === 'inlineStr' ? texts.take() : cellOf(cell, shared));
      cell = null;
    },
  };
}

/** The parent of each element; a spreadsheet program does not look for it anywhere else. */
const places: ReadonlyMap<string, string> = new Map([
  ['worksheet', ''],
  ['sheetData', 'worksheet'],
  ['row', 'sheetData'],
  ['c', 'row'],
  ['v', 'c'],
  ['is', 'c'],
]);

interface OpenCell {
  readonly column: number;
  type: string;
  value: string;
  isValue: boolean;
  /** Whether its single value or text has begun. */
  isFilled: boolean;
}

/** A cell has one value or, if its type says so, one text. */
function enter(cell: OpenCell, name: 'v' | 'is'): void {
  if (cell.isFilled || (name === 'is') !== (cell.type === 'inlineStr')) throw new StrangeXml('A cell has two values, or not of its type.');
  cell.isFilled = true;
  cell.isValue = name === 'v';
}

function rowNumber(attributes: string, next: number): number {
  const given = attribute(attributes, 'r') ?? String(next);
  const number = Number(given);
  if (!/^\d{1,7}$/.test(given) || number < next || number > mostRows) throw new StrangeXml('A row is out of its order.');
  return number;
}

function openCell(attributes: string, row: number, next: number): OpenCell {
  const place = attribute(attributes, 'r');
  const column = place === null ? next : columnOf(place, row);
  if (column < next || column >= mostColumns) throw new StrangeXml('A cell is out of its order.');
  return { column, type: attribute(attributes, 't') ?? 'n', value: '', isValue: false, isFilled: false };
}

function cellOf({ type, value }: OpenCell, shared: SharedTexts): SheetCell {
  switch (type) {
    case 'n':
      return value.trim() === '' ? null : numberOf(value.trim());
    case 's':
      return /^\d+$/.test(value) ? shared(Number(value)) : `\0${value}`;
    case 'str':
      return sheetText(value);
    default:
      // Exports have no cells of such a kind, and no such text.
      return `\0${type}`;
  }
}

/** Anything but a number becomes a text that no export contains. */
function numberOf(text: string): SheetCell {
  const value = readDecimal(text);
  return Number.isFinite(value) ? value : `\0${text}`;
}

/** "A1" → 0, "AA7" → 26. Throws StrangeXml if it refers to another row. */
function columnOf(place: string, row: number): number {
  let column = 0;
  let at = 0;
  for (; at < 3; at++) {
    const code = place.charCodeAt(at) - 64;
    if (!(code >= 1 && code <= 26)) break;
    column = column * 26 + code;
  }
  if (place.slice(at) !== String(row)) throw new StrangeXml('A cell is of another row.');
  return column - 1;
}
