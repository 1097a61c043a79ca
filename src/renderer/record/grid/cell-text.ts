import { isDerived, type CellValue, type Column } from '../../../shared/datasets/declaration.ts';
import { sections } from '../../../shared/datasets/common-columns.ts';
import { isAbsent } from './conditions.ts';

const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const censored = /^(?:<=?|>=?|≤|≥)\s*\d/;
const moment = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/;

/** A cell as shown in the grid: as sent, except for the minus sign, the date format and the rounding of derived numbers. */
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

/** "missing" for results and required values, "not recorded" for an end, nothing for derived values other than texts, otherwise "–". */
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

/** "2025-10-03T08:04:00" → "2025-10-03 08:04": the local time as sent, never converted to another zone. Other text is unchanged. */
export function dateText(sent: string): string {
  const match = moment.exec(sent);
  if (match === null) return sent;
  const [, day = '', time = '', , offset = ''] = match;
  return `${day} ${time}${offset === '' ? '' : ` ${offset.replace('-', '−')}`}`;
}

/** Like `dateText`, but with seconds unless they are zero; for single records. */
function fullDateText(sent: string): string {
  const seconds = moment.exec(sent)?.[3] ?? '';
  const [day = '', time = '', ...rest] = dateText(sent).split(' ');
  return /[1-9]/.test(seconds) ? [day, `${time}${seconds}`, ...rest].join(' ') : dateText(sent);
}

/** A cell outside the grid, in a record or a change; never empty. */
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

/** Whether a cell is muted: missing values and results in words are, numbers and bounds such as "<0.3" are not. */
export function isQuiet(column: Column, cell: CellValue): boolean {
  if (isAbsent(cell)) return true;
  return column.alignRight === true && typeof cell === 'string' && !plainNumber.test(cell) && !censored.test(cell);
}

/** Whether a column uses tabular figures: numbers, dates and codes do, names and sentences do not. */
export function hasFigures(column: Column): boolean {
  return isRightAligned(column) || column.kind === 'datetime' || ['subject', 'service_code'].includes(column.name);
}

export function isRightAligned(column: Column): boolean {
  return column.kind === 'number' || column.alignRight === true;
}
