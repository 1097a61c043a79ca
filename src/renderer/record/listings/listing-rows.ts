import type { ListingColumn } from '../../../shared/calls/listings.ts';
import { compareTexts } from '../../../shared/compare-texts.ts';
import { rowsInOrder } from '../../../shared/listing-order.ts';
import { openNumberSays, typedNumber } from '../../ui/format/numbers.ts';
import { searchWords } from '../../ui/format/search-words.ts';
import { parsePartialDate } from '../../../shared/partial-date.ts';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

export type ListingCell = string | number | null;
export type ListingRow = readonly ListingCell[];

/** A filter on one column: one of these texts ('' means missing), a contained text, or a range of values (inclusive). */
export type ListingFilter =
  | { readonly column: string; readonly kind: 'in'; readonly values: readonly string[] }
  | { readonly column: string; readonly kind: 'contains'; readonly text: string }
  | { readonly column: string; readonly kind: 'between'; readonly least: string; readonly most: string };

export interface ListingView {
  readonly search: string;
  readonly filters: readonly ListingFilter[];
  /** Null for the original order. */
  readonly sort: { readonly column: string; readonly descending: boolean } | null;
}

export const wholeView: ListingView = { search: '', filters: [], sort: null };

/** A view as stored, which another version or somebody's backup may have brought; the whole listing if it is empty or has another shape. */
export function readListingView(stored: string): ListingView {
  try {
    const view = JSON.parse(stored) as ListingView;
    const isSorted = view.sort === null || areTexts([view.sort.column]);
    return areTexts([view.search]) && isSorted && view.filters.every(isFilter) ? view : wholeView;
  } catch {
    return wholeView;
  }
}

function isFilter(filter: ListingFilter): boolean {
  switch (filter.kind) {
    case 'in':
      return areTexts([filter.column, ...filter.values]);
    case 'contains':
      return areTexts([filter.column, filter.text]);
    case 'between':
      return areTexts([filter.column, filter.least, filter.most]);
    default:
      return false;
  }
}

function areTexts(parts: readonly unknown[]): boolean {
  return parts.every((part) => typeof part === 'string');
}

/** The rows that match search and filters, sorted; missing values come last in both directions. */
export function shownRows(columns: readonly ListingColumn[], rows: readonly ListingRow[], view: ListingView): readonly ListingRow[] {
  const place = (name: string): number => columns.findIndex((column) => column.name === name);
  const words = searchWords(view.search);
  const filters = view.filters.map((filter) => ({ filter, at: place(filter.column) })).filter(({ at }) => at >= 0);
  const left = rows.filter(
    (row) =>
      filters.every(({ filter, at }) => passes(row[at] ?? null, filter)) &&
      words.every((word) => row.some((cell) => cell !== null && String(cell).toLowerCase().includes(word))),
  );
  const { sort } = view;
  const at = sort === null ? -1 : place(sort.column);
  return sort === null || at < 0 ? left : rowsInOrder(left, at, sort.descending);
}

function passes(cell: ListingCell, filter: ListingFilter): boolean {
  switch (filter.kind) {
    case 'in':
      return filter.values.includes(cell === null ? '' : String(cell));
    case 'contains':
      return cell !== null && String(cell).toLowerCase().includes(filter.text.toLowerCase());
    case 'between':
      return cell !== null && isBetween(cell, filter.least.trim(), filter.most.trim());
  }
}

/** Compares numbers as numbers and dates as text. A day as the upper limit includes all its times. */
function isBetween(cell: string | number, least: string, most: string): boolean {
  if (typeof cell === 'number')
    return (least === '' || cell >= Number(typedNumber(least))) && (most === '' || cell <= Number(typedNumber(most)));
  return (least === '' || cell >= least) && (most === '' || cell.slice(0, most.length) <= most);
}

/** Why the typed ends of a range are no numbers, or no dates, as the column has them; null if they are valid. An end may be empty. */
export function rangeProblem({ kind }: Pick<ListingColumn, 'kind'>, ...ends: readonly string[]): string | null {
  const typed = ends.map((end) => end.trim()).filter((end) => end !== '');
  if (kind === 'datetime')
    return typed.some((end) => parsePartialDate(end) === null) ? 'Enter a date, such as 2025-01-31 or 2025-01' : null;
  const numbers = kind === 'number' ? typed.map(typedNumber) : [];
  if (numbers.includes(null)) return openNumberSays;
  return numbers.some((text) => Number.isNaN(Number(text))) ? 'Enter a number, such as 5.1' : null;
}

/** The next sort state of a column: ascending, descending, unsorted. Numbers start descending, as the highest are usually wanted. */
export function nextSort({ sort }: ListingView, column: ListingColumn): ListingView['sort'] {
  const first = column.kind === 'number';
  if (sort?.column !== column.name) return { column: column.name, descending: first };
  return sort.descending === first ? { column: column.name, descending: !first } : null;
}

/** The distinct values of a text column with their number of rows, most frequent first; '' means missing. */
export function valuesOf(rows: readonly ListingRow[], at: number): readonly (readonly [value: string, rows: number])[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = row[at] ?? null;
    const text = value === null ? '' : String(value);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || compareTexts(one, other));
}

/** A cell as displayed. */
export function cellWords(cell: ListingCell, { kind, decimals }: ListingColumn): string {
  if (cell === null) return '–';
  if (typeof cell === 'number') return decimals === 0 ? formatCount(cell) : cell.toFixed(decimals);
  return kind === 'datetime' ? cell.replace('T', ' ') : cell;
}

/** A cell as copied: without the separators and the rounding of the display, which another program would misread; missing is empty. */
export function copiedCell(cell: ListingCell): string {
  return cell === null ? '' : String(cell);
}

/** "Labs 10 to 20", "Last visit contains WEEK", "In the Group N": the text of a filter's chip. */
export function filterLabel(filter: ListingFilter, label: string): string {
  switch (filter.kind) {
    case 'in': {
      const [first = '', ...more] = filter.values.map((value) => (value === '' ? 'missing' : value));
      return more.length === 0 ? `${label} ${first}` : `${label} is one of ${formatCountOf(filter.values.length, 'value')}`;
    }
    case 'contains':
      return `${label} contains ${filter.text}`;
    case 'between':
      if (filter.most === '') return `${label} from ${filter.least}`;
      return filter.least === '' ? `${label} up to ${filter.most}` : `${label} ${filter.least} to ${filter.most}`;
  }
}

/** Tab-separated rows with a header, for the clipboard. `guard` keeps a text in its cell and from being read as a formula. */
export function tabbed(columns: readonly ListingColumn[], rows: readonly ListingRow[], guard: (text: string) => string): string {
  const cell = (value: ListingCell): string => (typeof value === 'string' ? guard(value) : copiedCell(value));
  return [columns.map(({ label }) => cell(label)), ...rows.map((row) => row.map(cell))].map((line) => line.join('\t')).join('\n');
}
