import type { Output } from '../../../../shared/contract.ts';
import { compareTexts } from '../../../../shared/compare-texts.ts';
import type { TwinTable } from '../../../record/figures/figure.ts';
import { widest } from '../../../ui/format/text-width.ts';
import { percentWords } from '../../../record/figures/response-words.ts';
import { unitWords } from '../results/trend-words.ts';
import { resultWords } from '../../../ui/format/numbers.ts';
import { formatCount, formatCountOf } from '../../../../shared/format-count.ts';

type Listing = Output<'listing.read'>;
type Cell = string | number | null;
/** A row of the listing, keyed by column name. */
export type CompareRow = Readonly<Record<string, Cell>>;

/** Column that the table is sorted by. The listing itself is ordered by test and subject. */
export interface CompareSort {
  readonly column: number;
  readonly descending: boolean;
}

interface CompareColumn {
  readonly title: string;
  readonly right?: boolean;
  readonly words: (row: CompareRow) => string;
  /** Sort key; null comes last in both directions. */
  readonly value: (row: CompareRow) => Cell;
}

/** Columns that compare two visits. Dates come last, so that a narrow window shows the change first. */
export function compareColumns(a: string, b: string): readonly CompareColumn[] {
  const visits = [['a', a] as const, ['b', b === a ? `${b} (B)` : b] as const];
  return [
    { title: 'Subject', words: (row) => String(row['subject'] ?? ''), value: (row) => row['subject'] ?? null },
    { title: 'Test', words: (row) => String(row['test'] ?? ''), value: (row) => row['test'] ?? null },
    ...visits.map(([name, title]): CompareColumn => {
      return { title, right: true, words: (row) => resultAt(row, name), value: (row) => numberOf(row[`result_${name}`]) };
    }),
    { title: 'Change', right: true, words: changeWords, value: (row) => row['change'] ?? null },
    { title: 'Change, %', right: true, words: percentCell, value: (row) => row['percent_change'] ?? null },
    { title: 'Shift', words: (row) => String(row['shift'] ?? '–'), value: (row) => row['shift'] ?? null },
    ...visits.map(([name, title]): CompareColumn => {
      return { title: `${title}, date`, words: (row) => dayWords(row[`date_${name}`]), value: (row) => row[`date_${name}`] ?? null };
    }),
  ];
}

export function compareRows({ columns, rows }: Pick<Listing, 'columns' | 'rows'>): readonly CompareRow[] {
  return rows.map((cells) => Object.fromEntries(columns.map(({ name }, at) => [name, cells[at] ?? null])));
}

/** The rows as a table whose columns fit their cells. The key of a row is the JSON of its `subject` and `test`. */
export function compareTable(rows: readonly CompareRow[], columns: readonly CompareColumn[], sort: CompareSort | null): TwinTable {
  const value = sort === null ? undefined : columns[sort.column]?.value;
  const sorted =
    value === undefined ? rows : rows.toSorted((left, right) => compareCells(value(left), value(right), sort?.descending === true));
  return {
    columns: columns.map(({ title, right, words }) => ({
      ...{ title, ...sized([title, ...new Set(rows.map(words))]) },
      ...(right === undefined ? {} : { right }),
    })),
    rows: sorted.map((row) => ({
      key: JSON.stringify([row['subject'], row['test']]),
      subject: String(row['subject'] ?? ''),
      cells: columns.map(({ words }) => words(row)),
    })),
  };
}

/** Total padding left and right of a cell, and maximum width of a column, in pixels: test names can be wider than a window. */
const beside = 20;
const mostWide = 280;

/** Extra space is distributed in proportion to the widths. */
function sized(texts: readonly string[]): { readonly share: number; readonly width: number } {
  const width = Math.min(mostWide, Math.ceil(widest(texts)) + beside);
  return { share: width, width };
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

/** For example "140 U/L HIGH", followed by "(last of 3)" if there are several results. */
function resultAt(row: CompareRow, name: 'a' | 'b'): string {
  const results = Number(row[`results_${name}`] ?? 0);
  if (results === 0) return '–';
  const [result, unit, flag] = [row[`result_${name}`], row[`unit_${name}`], row[`flag_${name}`]];
  const words = result === null || result === '' ? ['missing'] : [String(result), unit === null ? '' : unitWords(String(unit))];
  const parts = [...words, flag === 'HIGH' || flag === 'LOW' ? flag : '', results > 1 ? `(last of ${String(results)})` : ''];
  return parts.filter((part) => part !== '').join(' ');
}

/** Only the day; the record shows the time. */
function dayWords(date: Cell | undefined): string {
  return typeof date === 'string' && date !== '' ? date.slice(0, 'YYYY-MM-DD'.length) : '–';
}

function changeWords({ change, change_unit: unit }: CompareRow): string {
  if (typeof change !== 'number') return '–';
  return `${change > 0 ? '+' : ''}${resultWords(change)}${typeof unit === 'string' && unit !== '' ? ` ${unitWords(unit)}` : ''}`;
}

function percentCell({ percent_change: percent }: CompareRow): string {
  return typeof percent === 'number' ? percentWords(percent) : '–';
}

function numberOf(result: Cell | undefined): Cell {
  return result === null || result === undefined || result === '' ? null : Number.isNaN(Number(result)) ? result : Number(result);
}

/** A subset of the rows that can be shown on its own. */
export type ComparePart = 'all' | 'both' | 'a' | 'b' | 'several' | 'unchanged';

export interface ComparedPart {
  readonly part: ComparePart;
  /** "SCREENING 1 only: 5 subjects" */
  readonly words: string;
  readonly rows: readonly CompareRow[];
}

/** All rows, followed by each part that is not empty. */
export function comparedParts(rows: readonly CompareRow[], a: string, b: string): readonly ComparedPart[] {
  const [atA, atB] = [subjectsOf(rows.filter((row) => resultsAt(row, 'a') > 0)), subjectsOf(rows.filter((row) => resultsAt(row, 'b') > 0))];
  const subjects = (part: ComparePart, says: string, isIn: (subject: string) => boolean): ComparedPart => {
    const of = rows.filter((row) => isIn(subjectOf(row)));
    return { part, words: `${says}: ${formatCountOf(subjectsOf(of).size, 'subject')}`, rows: of };
  };
  const counted = (part: ComparePart, says: string, isIn: (row: CompareRow) => boolean): ComparedPart => {
    const of = rows.filter(isIn);
    return { part, words: `${says}: ${formatCountOf(of.length, 'row')}`, rows: of };
  };
  const parts = [
    subjects('both', 'Both visits', (subject) => atA.has(subject) && atB.has(subject)),
    subjects('a', `${a} only`, (subject) => !atB.has(subject)),
    subjects('b', `${b} only`, (subject) => !atA.has(subject)),
    counted('several', 'Several results', (row) => resultsAt(row, 'a') > 1 || resultsAt(row, 'b') > 1),
    counted('unchanged', 'No change calculated', (row) => resultsAt(row, 'a') > 0 && resultsAt(row, 'b') > 0 && row['change'] === null),
  ];
  return [{ part: 'all', words: `All ${formatCount(rows.length)} rows`, rows }, ...parts.filter((part) => part.rows.length > 0)];
}

function resultsAt(row: CompareRow, name: 'a' | 'b'): number {
  return Number(row[`results_${name}`] ?? 0);
}

function subjectOf(row: CompareRow): string {
  return String(row['subject'] ?? '');
}

function subjectsOf(rows: readonly CompareRow[]): ReadonlySet<string> {
  return new Set(rows.map(subjectOf));
}
