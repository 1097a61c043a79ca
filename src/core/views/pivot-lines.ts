import type { Dataset } from '../../shared/datasets/datasets.ts';
import type { Selection } from '../../shared/query.ts';
import { calendarDay } from '../../shared/derive/study-day.ts';
import { memoize } from '../../shared/derive/memoize.ts';
import { findColumn, sqlTime } from '../query/columns.ts';
import { compileSelection } from '../query/compile.ts';
import { sharedCombinations } from '../query/fetch-cells.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { sqlRowid } from '../query/tables.ts';
import { quoted, rowTable, wholeRecords } from '../store/database/layout.ts';

/** One subject at one visit on one day: where its results are stored, without the results themselves. */
export interface PivotLine {
  readonly subject: string;
  readonly visit: string | null;
  /** The calendar day as written; a partial or unreadable date as sent; null without a date. */
  readonly day: string | null;
  /** Time of its first result. */
  at: number | null;
  /** By test. */
  readonly cells: (StoredCell | null)[];
}

/** The results of a test in one line: the last one by time (of several at the same time, the one stored last), and the others. */
interface StoredCell {
  rowid: number;
  at: number;
  others: StoredResult[] | null;
}

interface StoredResult {
  readonly rowid: number;
  readonly at: number;
}

/** Returns the number of results in a cell. */
export function resultsIn({ others }: StoredCell): number {
  return 1 + (others?.length ?? 0);
}

/** Returns the row numbers of a cell's results by time. */
export function rowidsIn(cell: StoredCell): readonly number[] {
  const all = [...(cell.others ?? []), cell].toSorted((left, right) => left.at - right.at || left.rowid - right.rowid);
  return all.map(({ rowid }) => rowid);
}

/** The units of the results of a test; null stands for a result without a unit. */
export type UnitsOf = ReadonlySet<string | null>;

export interface PivotLines {
  readonly lines: readonly PivotLine[];
  /** In the order of the tests. */
  readonly units: readonly UnitsOf[];
}

type Found = readonly [
  rowid: number,
  subject: string,
  visit: string | null,
  test: string,
  collected: string | null,
  at: number | null,
  unit: number | string | null,
  isEmpty: 0 | 1,
];

/**
 * Returns the results of these tests by subject, visit and day, unordered; each is in exactly one cell. One scan over the rows that reads
 * only the cells needed.
 */
export function readPivotLines(study: StudyReader, dataset: Dataset, selection: Selection, tests: readonly string[]): PivotLines {
  const unit = findColumn(dataset, 'unit');
  const combinations = unit.shared === true ? sharedCombinations(study, dataset, [unit]) : null;
  const units: Set<string | null>[] = tests.map(() => new Set());
  const places = new Map(tests.map((test, at) => [test, at]));
  const lines = new Map<string, Map<string | null, Map<string | null, PivotLine>>>();
  const rows = found(study, dataset, selection, tests, combinations !== null);
  for (const [rowid, subject, visit, test, collected, at, unitCell, isEmpty] of rows) {
    const column = places.get(test);
    if (column === undefined) continue;
    const line = lineOf(lines, subject, visit === '' ? null : visit, dayOf(collected ?? ''), tests.length);
    if (at !== null) line.at = Math.min(at, line.at ?? at);
    line.cells[column] = withResult(line.cells[column] ?? null, { rowid, at: at ?? Number.NEGATIVE_INFINITY });
    // A missing result says nothing about its unit.
    if (isEmpty === 0) units[column]?.add(unitText(combinations === null ? unitCell : (combinations.get(unitCell)?.[1] ?? null)));
  }
  return { lines: [...lines.values()].flatMap((visits) => [...visits.values()].flatMap((days) => [...days.values()])), units };
}

/** A complete date is cut to its day, whatever its time and offset; anything else stays unchanged. */
const dayOf = memoize((sent) => (sent === '' ? null : calendarDay(sent) === null ? sent : sent.slice(0, 10)));

function withResult(cell: StoredCell | null, result: StoredResult): StoredCell {
  if (cell === null) return { ...result, others: null };
  const isLast = result.at > cell.at || (result.at === cell.at && result.rowid > cell.rowid);
  (cell.others ??= []).push(isLast ? { rowid: cell.rowid, at: cell.at } : result);
  if (isLast) Object.assign(cell, result);
  return cell;
}

function lineOf(
  lines: Map<string, Map<string | null, Map<string | null, PivotLine>>>,
  subject: string,
  visit: string | null,
  day: string | null,
  tests: number,
): PivotLine {
  const visits = lines.get(subject) ?? new Map<string | null, Map<string | null, PivotLine>>();
  const days = visits.get(visit) ?? new Map<string | null, PivotLine>();
  const known = days.get(day);
  if (known !== undefined) return known;
  const line: PivotLine = { subject, visit, day, at: null, cells: Array.from({ length: tests }, () => null) };
  lines.set(subject, visits.set(visit, days.set(day, line)));
  return line;
}

function unitText(cell: number | string | null): string | null {
  return cell === null || cell === '' ? null : String(cell);
}

/** `byCombination`: the unit is returned as the number of its combination. */
function found(
  { db }: StudyReader,
  dataset: Dataset,
  selection: Selection,
  tests: readonly string[],
  byCombination: boolean,
): IterableIterator<Found> {
  const where = compileSelection(dataset, selection);
  const cells = [
    sqlRowid(dataset),
    `ifnull("subject", '')`,
    '"visit"',
    `ifnull("test", '')`,
    '"collected"',
    sqlTime(findColumn(dataset, 'collected')),
    byCombination ? '_shared' : '"unit"',
    `ifnull("result", '') = ''`,
  ];
  const from = byCombination ? quoted(rowTable(dataset.name)) : wholeRecords(dataset.name);
  return db
    .prepare<unknown[], Found>(
      `SELECT ${cells.join(', ')} FROM ${from} WHERE (${where.text}) AND "test" IN (SELECT value FROM json_each(?))`,
    )
    .raw()
    .iterate(...where.values, JSON.stringify(tests));
}
