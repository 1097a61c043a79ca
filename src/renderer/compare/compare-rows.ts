import type { Output } from '../../shared/contract.ts';
import { compareTexts } from '../../shared/compare-texts.ts';
import type { TwinTable } from '../charts/figure.ts';
import { dateText } from '../grid/cell-text.ts';
import { percentWords } from '../charts/response-words.ts';
import { resultWords, unitWords } from '../results/trend-words.ts';

type Listing = Output<'listing.read'>;
type Cell = string | number | null;
type Row = Readonly<Record<string, Cell>>;

/** What the table is sorted by; the order of the listing itself is by test and subject. */
export interface CompareSort {
  readonly column: number;
  readonly descending: boolean;
}

interface CompareColumn {
  readonly title: string;
  readonly right?: boolean;
  readonly share?: number;
  readonly words: (row: Row) => string;
  /** What it is sorted by; empty ones come last in both directions. */
  readonly value: (row: Row) => Cell;
}

/** The columns of two visits side by side. */
export function compareColumns(a: string, b: string): readonly CompareColumn[] {
  const at = (name: 'a' | 'b', visit: string): readonly CompareColumn[] => [
    { title: visit, right: true, share: 1.2, words: (row) => resultAt(row, name), value: (row) => numberOf(row[`result_${name}`]) },
    { title: `${visit}, date`, share: 1, words: (row) => dayWords(row[`date_${name}`]), value: (row) => row[`date_${name}`] ?? null },
  ];
  return [
    { title: 'Subject', share: 1.1, words: (row) => String(row['subject'] ?? ''), value: (row) => row['subject'] ?? null },
    { title: 'Test', share: 1.3, words: (row) => String(row['test'] ?? ''), value: (row) => row['test'] ?? null },
    ...at('a', a),
    ...at('b', b === a ? `${b} (B)` : b),
    { title: 'Change', right: true, words: changeWords, value: (row) => row['change'] ?? null },
    { title: 'Change, %', right: true, share: 0.8, words: percentCell, value: (row) => row['percent_change'] ?? null },
    { title: 'Shift', share: 1.2, words: (row) => String(row['shift'] ?? '–'), value: (row) => row['shift'] ?? null },
  ];
}

/** The rows of a listing as the table shows them; `subject` and `test` of each are in its key. */
export function compareTable(listing: Listing, columns: readonly CompareColumn[], sort: CompareSort | null): TwinTable {
  const rows = listing.rows.map((cells): Row => Object.fromEntries(listing.columns.map(({ name }, at) => [name, cells[at] ?? null])));
  const value = sort === null ? undefined : columns[sort.column]?.value;
  const sorted =
    value === undefined ? rows : rows.toSorted((left, right) => compareCells(value(left), value(right), sort?.descending === true));
  return {
    columns: columns.map(({ title, right, share }) => ({
      title,
      ...(right === undefined ? {} : { right }),
      ...(share === undefined ? {} : { share }),
    })),
    rows: sorted.map((row) => ({
      key: JSON.stringify([row['subject'], row['test']]),
      subject: String(row['subject'] ?? ''),
      cells: columns.map(({ words }) => words(row)),
    })),
  };
}

function compareCells(left: Cell, right: Cell, descending: boolean): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  const difference =
    typeof left === 'number' && typeof right === 'number'
      ? left - right
      : typeof left === typeof right
        ? compareTexts(String(left), String(right))
        : typeof left === 'number'
          ? -1
          : 1;
  return descending ? -difference : difference;
}

/** "140 U/L HIGH", with how many results there are where it is the last of several: "(last of 3)". */
function resultAt(row: Row, name: 'a' | 'b'): string {
  const results = Number(row[`results_${name}`] ?? 0);
  if (results === 0) return '–';
  const [result, unit, flag] = [row[`result_${name}`], row[`unit_${name}`], row[`flag_${name}`]];
  const words = result === null || result === '' ? ['missing'] : [String(result), unit === null ? '' : unitWords(String(unit))];
  const parts = [...words, flag === 'HIGH' || flag === 'LOW' ? flag : '', results > 1 ? `(last of ${String(results)})` : ''];
  return parts.filter((part) => part !== '').join(' ');
}

function dayWords(date: Cell | undefined): string {
  return typeof date === 'string' && date !== '' ? dateText(date) : '–';
}

function changeWords({ change, change_unit: unit }: Row): string {
  if (typeof change !== 'number') return '–';
  return `${change > 0 ? '+' : ''}${resultWords(change)}${typeof unit === 'string' && unit !== '' ? ` ${unitWords(unit)}` : ''}`;
}

function percentCell({ percent_change: percent }: Row): string {
  return typeof percent === 'number' ? percentWords(percent) : '–';
}

function numberOf(result: Cell | undefined): Cell {
  return result === null || result === undefined || result === '' ? null : Number.isNaN(Number(result)) ? result : Number(result);
}
