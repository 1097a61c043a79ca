import type { StoredCell } from '../csv/csv.ts';
import type { WorkbookCell } from './cells.ts';
import { styles } from './styles-xml.ts';

/** Maximum rows of a sheet, including its header (Excel's limit). */
export const mostRows = 1_048_576;

export interface SheetColumn {
  readonly heading: string;
  /** In characters of the standard font. */
  readonly width: number;
  readonly write: CellWriter;
}

/** Returns a stored cell as XML without its opening and its reference, which the row puts before it; an empty text for an empty cell. */
export type CellWriter = (cell: StoredCell) => string;

/** Everything before the rows: a frozen header, widths, and the header itself. `rows`: how many rows follow. */
export function sheetHead(columns: readonly SheetColumn[], rows: number): string {
  const widths = columns.map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">',
    `<dimension ref="${spanOf(columns.length, rows)}"/>`,
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    '<sheetFormatPr defaultRowHeight="15"/>',
    `<cols>${widths.join('')}</cols>`,
    '<sheetData>',
    rowXml(
      1,
      columns.map(({ heading }) => heading),
      columns.map((column) => ({ ...column, write: headingXml })),
      0,
    ),
  ].join('');
}

/**
 * Everything after the rows: a filter over all, which a table already has, and a rule that texts resembling numbers or years are not
 * errors, so that no green triangle appears on ids.
 */
export function sheetTail(columns: number, rows: number, hasTable: boolean): string {
  const span = spanOf(columns, rows);
  return [
    '</sheetData>',
    hasTable ? '' : `<autoFilter ref="${span}"/>`,
    `<ignoredErrors><ignoredError sqref="${span}" twoDigitTextYear="1" numberStoredAsText="1"/></ignoredErrors>`,
    hasTable ? '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>' : '',
    '</worksheet>',
  ].join('');
}

function headingXml(text: StoredCell): string {
  return cellXml({ kind: 'text', text: String(text) }, styles.heading);
}

/** Returns one row; `number` counts from 1, including the header. Its cells follow `skip` leading ones; empty cells are left out. */
export function rowXml(number: number, row: readonly StoredCell[], columns: readonly SheetColumn[], skip: number): string {
  const place = `${number}"`;
  let xml = `<row r="${place}>`;
  for (let at = 0; at < columns.length; at++) {
    const cell = columns[at]?.write(row[at + skip] ?? null) ?? '';
    if (cell !== '') xml += beginningOf(at) + place + cell;
  }
  return `${xml}</row>`;
}

/** Returns a cell in the form of a `CellWriter`. */
export function cellXml(cell: WorkbookCell, textStyle: number = styles.text): string {
  switch (cell.kind) {
    case 'empty':
      return '';
    case 'number':
      return `><v>${cell.digits}</v></c>`;
    case 'date':
      return ` s="${cell.time ? styles.dateTime : styles.date}"><v>${cell.serial}</v></c>`;
    case 'text':
      return ` s="${textStyle}" t="inlineStr"><is><t${holdsSpace.test(cell.text) ? ' xml:space="preserve"' : ''}>${escaped(cell.text)}</t></is></c>`;
  }
}

/** White space that XML readers may drop or change unless it is preserved. */
const holdsSpace = /^\s|\s$|\s\s|[\t\n\r]/;

const beginnings: string[] = [];

function beginningOf(at: number): string {
  return (beginnings[at] ??= `<c r="${columnLetters(at)}`);
}

/** Returns A, B … Z, AA … for a column counted from 0. */
function columnLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : columnLetters(Math.floor(at / 26) - 1) + last;
}

/** Returns the range of a table with a heading and `rows` rows: "A1:N201". */
export function spanOf(columns: number, rows: number): string {
  return `A1:${columnLetters(columns - 1)}${rows + 1}`;
}

const special = /[&<>\r]|_(?=x[\da-f]{4}_)/gi;
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '_x000D_', _: '_x005F_' };

const mayBeSpecial = /[&<>\r_]/;

/**
 * Returns the text of a cell in XML. A carriage return would become a line feed, and `_x0041_` an A; both are escaped as spreadsheets do.
 */
export function escaped(text: string): string {
  return mayBeSpecial.test(text) ? text.replaceAll(special, (found) => escapes[found] ?? found) : text;
}
