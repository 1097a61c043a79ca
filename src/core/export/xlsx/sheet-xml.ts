import type { WorkbookCell } from './cells.ts';
import { styles } from './styles-xml.ts';

/** Rows of a sheet, its header included (Excel's limit). */
export const mostRows = 1_048_576;

export interface SheetColumn {
  readonly heading: string;
  /** In characters of the usual letter. */
  readonly width: number;
}

/** What comes before the rows: a frozen header, widths, and the header itself. `rows`: how many follow it. */
export function sheetHead(columns: readonly SheetColumn[], rows: number): string {
  const widths = columns.map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  const headings = columns.map(({ heading }): WorkbookCell => ({ kind: 'text', text: heading }));
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    `<dimension ref="${spanOf(columns.length, rows)}"/>`,
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    '<sheetFormatPr defaultRowHeight="15"/>',
    `<cols>${widths.join('')}</cols>`,
    '<sheetData>',
    rowXml(1, headings, styles.heading),
  ].join('');
}

/** What comes after them: the filter over all. */
export function sheetTail(columns: number, rows: number): string {
  return `</sheetData><autoFilter ref="${spanOf(columns, rows)}"/></worksheet>`;
}

/** One row; `number` counts from 1, the header included. Empty cells are left out. */
export function rowXml(number: number, cells: readonly WorkbookCell[], textStyle: number): string {
  let xml = `<row r="${number}">`;
  for (const [at, cell] of cells.entries()) {
    if (cell.kind === 'empty') continue;
    const place = `${columnLetters(at)}${number}`;
    if (cell.kind === 'number') xml += `<c r="${place}"><v>${cell.digits}</v></c>`;
    else if (cell.kind === 'date') xml += `<c r="${place}" s="${cell.time ? styles.dateTime : styles.date}"><v>${cell.serial}</v></c>`;
    else xml += `<c r="${place}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell.text)}</t></is></c>`;
  }
  return `${xml}</row>`;
}

/** A, B … Z, AA … of a column counted from 0. */
function columnLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : columnLetters(Math.floor(at / 26) - 1) + last;
}

function spanOf(columns: number, rows: number): string {
  return `A1:${columnLetters(columns - 1)}${rows + 1}`;
}

const special = /[&<>\r]|_(?=x[\da-f]{4}_)/gi;
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '_x000D_', _: '_x005F_' };

/** Text of a cell in XML. A carriage return would become a line feed, and `_x0041_` an A: both are written as spreadsheets do. */
export function escaped(text: string): string {
  return text.replaceAll(special, (found) => escapes[found] ?? found);
}
