import { isDerived, type CellValue, type Column } from '../../../shared/datasets/declaration.ts';
import { sections } from '../../../shared/datasets/common-columns.ts';
import { isAbsent } from './conditions.ts';

const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const censored = /^(?:<=?|>=?|≤|≥)\s*\d/;
const moment = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/;

/** A cell as the grid shows it. Values stay as sent, but for the minus sign, the form of dates and the rounding of derived numbers. */
export function cellText(column: Column, cell: CellValue): string {
  if (isAbsent(cell)) return absentText(column);
  if (typeof cell === 'object') return cell.join('; ');
  switch (column.kind) {
    case 'number':
      return numberText(column, cell);
    case 'datetime':
      return dateText(String(cell));
    case 'text':
      return column.alignRight === true && plainNumber.test(String(cell)) ? withMinus(String(cell)) : String(cell);
    case 'flag':
    case 'list':
      return String(cell);
  }
}

/** "missing" where every record has a value, "–" where a record may have none, nothing where Carrel worked none out. */
function absentText(column: Column): string {
  if (column.alignRight === true || isRequired(column)) return 'missing';
  if (column.name === 'ended') return 'not recorded';
  return isDerived(column) && column.kind !== 'text' ? '' : '–';
}

function isRequired(column: Column): boolean {
  return !isDerived(column) && column.required === true;
}

function numberText(column: Column, cell: string | number): string {
  const text = typeof cell === 'number' && column.decimals !== undefined ? cell.toFixed(column.decimals) : String(cell);
  return withMinus(text);
}

function withMinus(text: string): string {
  return text.replace(/^-/, '−');
}

/** "2025-10-03T08:04:00" → "2025-10-03 08:04": the wall clock as sent, never moved to another zone; what is no date stays as sent. */
export function dateText(sent: string): string {
  const match = moment.exec(sent);
  if (match === null) return sent;
  const [, day = '', time = '', , offset = ''] = match;
  return `${day} ${time}${offset === '' ? '' : ` ${offset.replace('-', '−')}`}`;
}

/** The same with the seconds where they say something, for a single record. */
function fullDateText(sent: string): string {
  const seconds = moment.exec(sent)?.[3] ?? '';
  const [day = '', time = '', ...rest] = dateText(sent).split(' ');
  return /[1-9]/.test(seconds) ? [day, `${time}${seconds}`, ...rest].join(' ') : dateText(sent);
}

/** A cell that stands alone, in a record or a change: never empty. */
export function aloneText(column: Column | undefined, cell: CellValue): string {
  if (isAbsent(cell)) return column?.name === 'ended' ? 'not recorded' : 'missing';
  if (column === undefined) return typeof cell === 'object' ? cell.join('; ') : String(cell);
  return column.kind === 'datetime' ? fullDateText(String(cell)) : cellText(column, cell);
}

export type Tone = 'strong' | 'text' | 'second' | 'third';

/** How much a column's values stand out: subject and results first, identifiers last. */
export function toneOf(column: Column): Tone {
  if (column.name === 'subject' || column.alignRight === true) return 'strong';
  if (column.section === sections.rest) return 'third';
  if (column.section === sections.test && column.categorical !== true) return 'third';
  if (isDerived(column) || column.kind === 'datetime' || column.section === sections.result) return 'second';
  return 'text';
}

/** A result in words is quieter than a number or a bound such as "<0.3". */
export function isQuiet(column: Column, cell: CellValue): boolean {
  if (isAbsent(cell)) return true;
  return column.alignRight === true && typeof cell === 'string' && !plainNumber.test(cell) && !censored.test(cell);
}

/** True for columns whose digits stand beneath each other: numbers, dates and codes, not names and sentences. */
export function hasFigures(column: Column): boolean {
  return isRightAligned(column) || column.kind === 'datetime' || ['subject', 'service_code'].includes(column.name);
}

export function isRightAligned(column: Column): boolean {
  return column.kind === 'number' || column.alignRight === true;
}
