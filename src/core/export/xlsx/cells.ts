import type { Column } from '../../../shared/datasets/declaration.ts';
import type { CountedNotes } from '../../../shared/export-notes.ts';
import { memoize } from '../../../shared/derive/memoize.ts';
import type { StoredCell } from '../csv/csv.ts';
import { listText } from '../../extract/stored-list.ts';
import { millisecondsOfDay } from '../../../shared/day.ts';

/** What a cell becomes in a workbook. `serial`: days since 1899-12-30 in local time as sent; `time`: whether it has a time. */
export type WorkbookCell =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly digits: string }
  | { readonly kind: 'date'; readonly serial: number; readonly time: boolean };

/** Counts of altered cells. */
export type CellNotes = Pick<CountedNotes, 'cut' | 'stripped' | 'numbersAsText'>;

/** Maximum UTF-16 units of a cell (Excel's limit). */
export const longestText = 32_767;
/** The end of a text that was cut. */
export const cutMarker = ' … [cut by Carrel]';
/** Significant digits that a spreadsheet keeps. */
const exactDigits = 15;

const empty: WorkbookCell = { kind: 'empty' };

/**
 * Returns a stored cell as written to a workbook: ids, codes and visits are texts whatever they look like, numbers and complete dates are
 * values.
 */
export function workbookCell(column: Pick<Column, 'kind'>, cell: StoredCell, notes: CellNotes): WorkbookCell {
  const { kind } = column;
  if (cell === null) return empty;
  // A derived number is a double like the numbers of the sheet: no digits were sent that could be lost.
  if (typeof cell === 'number' && 'derive' in column && isInRange(cell)) return { kind: 'number', digits: String(cell) };
  if (kind === 'number' || typeof cell === 'number') return numberCell(String(cell), notes);
  if (kind === 'datetime') return dateCell(cell) ?? textCell(cell, notes);
  return textCell(kind === 'list' ? listText(cell) : cell, notes);
}

/** Characters that XML 1.0 does not allow, and halves of surrogate pairs. */
const illegal =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function textCell(text: string, notes: CellNotes): WorkbookCell {
  return { kind: 'text', text: fittingText(text, notes) };
}

/** Returns a text as a cell can hold it: without characters that XML does not allow, and cut if it is too long. */
export function fittingText(text: string, notes: CellNotes): string {
  let kept = text;
  if (illegal.test(text)) {
    kept = text.replaceAll(illegal, () => {
      notes.stripped++;
      return '';
    });
  }
  if (kept.length > longestText) {
    notes.cut++;
    kept = withoutHalf(kept.slice(0, longestText - cutMarker.length)) + cutMarker;
  }
  return kept;
}

/** The cut may have split a surrogate pair. */
function withoutHalf(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

function numberCell(digits: string, notes: CellNotes): WorkbookCell {
  if (isExact(digits)) return { kind: 'number', digits };
  notes.numbersAsText++;
  return { kind: 'text', text: digits };
}

/** The largest number that a spreadsheet accepts, and the smallest above 0: smaller ones become 0 (Excel's limits). */
const largest = 9.99999999999999e307;
const smallest = 2 ** -1022;

function isInRange(value: number): boolean {
  const size = Math.abs(value);
  return value === 0 || (size >= smallest && size <= largest);
}

/** Whether a spreadsheet, which uses doubles and shows 15 digits, keeps the value of these digits. */
function isExact(digits: string): boolean {
  const value = Number(digits);
  if (!isInRange(value)) return false;
  const significant = digits
    .replace(/e.*$/i, '')
    .replace(/^-?0*\.?0*/, '')
    .replace('.', '')
    // The look-behind keeps a million zeros before another digit from taking quadratic time.
    .replace(/(?<!0)0+$/, '');
  return significant.length <= exactDigits && (value !== 0 || significant === '');
}

const wallClock = /^(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(\.\d{1,3})?)?)?$/;
const epoch = Date.UTC(1899, 11, 30);
/** Spreadsheets number earlier days differently, because they have a 29 February 1900. */
const firstDay = Date.UTC(1900, 2, 1);

/** Returns days since the epoch for `2026-05-04`; null if it is not a calendar date, or an earlier one. */
const dayOf = memoize((date) => {
  const midnight = Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)));
  return midnight < firstDay || new Date(midnight).toISOString().slice(0, 10) !== date ? null : (midnight - epoch) / millisecondsOfDay;
});

/**
 * Returns a complete date, with or without a time, in local time, never shifted by a time zone. Returns null if it has an offset, is
 * partial, is not a date, or is before March 1900; those stay texts.
 */
export function dateCell(sent: string): WorkbookCell | null {
  const match = wallClock.exec(sent);
  if (match === null) return null;
  const [, date = '', hour, minute = '0', second = '0', fraction = '0'] = match;
  const days = dayOf(date);
  if (days === null) return null;
  if (hour === undefined) return { kind: 'date', serial: days, time: false };
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)];
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  const milliseconds = ((hours * 60 + minutes) * 60 + seconds) * 1000 + Math.round(Number(fraction) * 1000);
  return { kind: 'date', serial: days + milliseconds / millisecondsOfDay, time: true };
}
