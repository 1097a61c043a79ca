import type { PivotRow } from '../../shared/calls/views.ts';
import type { Input, Output } from '../../shared/contract.ts';
import { datasets, type Dataset } from '../../shared/datasets/datasets.ts';
import { AppError } from '../../shared/errors.ts';
import type { PivotTest } from '../../shared/pivot.ts';
import type { Selection, Sort } from '../../shared/query.ts';
import type { StudyTerms } from '../../shared/terms/study-terms.ts';
import { decidedVisitsIn } from '../annotations/list-annotations.ts';
import { findColumn } from '../query/columns.ts';
import { cellFetcher } from '../query/fetch-cells.ts';
import type { StoredRow } from '../query/fetch-rows.ts';
import type { LruCache } from '../query/lru-cache.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { currentGeneration } from '../store/database/seal.ts';
import { storedTerms } from '../store/database/stored-terms.ts';
import { pivotOrder, testsInOrder, type PlaceOfVisit } from './pivot-order.ts';
import { readPivotLines, resultsIn, rowidsIn, type PivotLine, type UnitsOf } from './pivot-lines.ts';
import { unitOfResult, type SentResult } from './unit-of-result.ts';
import { readVisitOrder } from './visit-order.ts';

/** Which results the table contains, and which tests are its columns. */
export interface PivotQuestion {
  readonly selection: Selection;
  readonly tests: readonly string[];
  readonly sort: readonly Sort[];
}

/** Results with one row per subject, visit and day. */
interface PivotTable {
  /** In the order of the requested tests. */
  readonly tests: readonly PivotTest[];
  readonly lines: readonly PivotLine[];
}

type PivotCounts = Pick<Output<'pivot.read'>, 'subjects' | 'results' | 'several' | 'undated'>;

export type PivotCache = LruCache<PivotTable & { readonly counts: PivotCounts }>;

/**
 * Returns a part of the table; which results it contains is computed once per question and generation. Throws USAGE, and the errors of the
 * selection.
 */
export function readPivot(
  study: StudyReader,
  { offset, limit, ...question }: Omit<Input<'pivot.read'>, 'study'>,
  cache: PivotCache,
): Output<'pivot.read'> {
  return inSnapshot(study, () => {
    const generation = currentGeneration(study);
    // A user may have changed the order of visits or the reading of a unit since.
    const decided = question.sort.some(({ column }) => column === 'visit') ? decidedVisitsIn(study) : [];
    const asked = JSON.stringify([generation, storedTerms(study.db).version, question, decided]);
    let table = cache.get(asked);
    if (table === undefined) {
      const made = openPivotTable(study, question);
      table = { ...made, counts: countsOf(made.lines) };
      cache.set(asked, table);
    }
    const { tests, lines, counts } = table;
    const rows = pivotRows(study, datasets[question.selection.dataset], question.tests, lines.slice(offset, offset + limit));
    return { generation, of: lines.length, ...counts, tests: [...tests], rows };
  });
}

function countsOf(lines: readonly PivotLine[]): PivotCounts {
  const cells = lines.flatMap((line) => line.cells.flatMap((cell) => (cell === null ? [] : [resultsIn(cell)])));
  return {
    subjects: new Set(lines.map(({ subject }) => subject)).size,
    results: cells.reduce((sum, results) => sum + results, 0),
    several: cells.filter((results) => results > 1).length,
    undated: lines.filter(({ day }) => day === null).length,
  };
}

/** Throws USAGE for a table that is not possible: of a dataset other than labs and vitals, or sorted by a column it does not have. */
export function checkPivot({ selection, tests, sort }: PivotQuestion): void {
  if (selection.dataset !== 'labs' && selection.dataset !== 'vitals')
    throw new AppError('USAGE', 'Only labs and vitals have a table by visit: their records are results of tests.');
  pivotOrder(
    tests,
    sort,
    () => null,
    () => null,
  );
}

/**
 * Makes one line per subject, visit and day, with all results of each test. Results without a visit, and those without a date, have their
 * own lines. Call inside a snapshot, and read the rows inside it.
 */
export function openPivotTable(study: StudyReader, question: PivotQuestion): PivotTable {
  checkPivot(question);
  const { tests, selection, sort } = question;
  const dataset = datasets[selection.dataset];
  const terms = storedTerms(study.db);
  const { lines, units } = readPivotLines(study, dataset, selection, tests);
  return {
    tests: tests.map((test, column) => ({
      test,
      code: codeOf(study, dataset, lines, column),
      ...unitOf(unitsOf(dataset, test, units[column] ?? new Set(), terms)),
    })),
    lines: lines.toSorted(pivotOrder(tests, sort, valuesOf(study, dataset, lines, testsInOrder(tests, sort)), placesOf(study, sort))),
  };
}

/** The places of visits, read only if the table is sorted by them. */
function placesOf(study: StudyReader, sort: readonly Sort[]): PlaceOfVisit {
  if (!sort.some(({ column }) => column === 'visit')) return () => null;
  const places = new Map(readVisitOrder(study).map((visit, place) => [visit, place]));
  return (visit) => places.get(visit) ?? null;
}

/** Returns the rows of these lines, with the results as received. */
export function pivotRows(study: StudyReader, dataset: Dataset, tests: readonly string[], lines: readonly PivotLine[]): PivotRow[] {
  const has = (name: string): boolean => dataset.columns.some((column) => column.name === name);
  const names = ['result', 'result_number', 'unit', ...(has('range_flag') ? ['range_flag'] : []), dataset.key];
  const numbers = lines.flatMap(({ cells }) => cells.flatMap((cell) => (cell === null ? [] : rowidsIn(cell))));
  const stored = readCells(study, dataset, names, numbers);
  const terms = storedTerms(study.db);
  const cellAt = (rowid: number, name: string): StoredRow[number] => stored.get(rowid)?.[1 + names.indexOf(name)] ?? null;
  return lines.map(({ subject, visit, day, at, cells }) => ({
    subject,
    visit,
    collected: day,
    at,
    cells: cells.map((cell, column) => {
      if (cell === null) return null;
      const { rowid } = cell;
      const number = cellAt(rowid, 'result_number');
      const [result, sent] = [textOf(cellAt(rowid, 'result')), textOf(cellAt(rowid, 'unit'))];
      return {
        result,
        value: number === null ? null : Number(number),
        // An empty text that was sent stays one.
        unit: unitIn(dataset, { test: tests[column] ?? '', unit: sent, text: number === null ? result : null }, terms) ?? sent,
        flag: has('range_flag') ? flagOf(cellAt(rowid, 'range_flag')) : null,
        results: resultsIn(cell),
        all:
          cell.others === null
            ? []
            : rowidsIn(cell).map((one) => ({ key: String(cellAt(one, dataset.key)), result: textOf(cellAt(one, 'result')) })),
        key: String(cellAt(rowid, dataset.key)),
      };
    }),
  }));
}

/** Rows read at once. */
const rowsAtOnce = 2000;

/** Cells of records by row number, each row beginning with its number. */
function readCells(
  study: StudyReader,
  dataset: Dataset,
  names: readonly string[],
  rowids: readonly number[],
): ReadonlyMap<number, StoredRow> {
  const fetch = cellFetcher(
    study,
    dataset,
    names.map((name) => findColumn(dataset, name)),
  );
  const wanted = [...new Set(rowids)].sort((left, right) => left - right);
  const stored = new Map<number, StoredRow>();
  for (let at = 0; at < wanted.length; at += rowsAtOnce)
    for (const row of fetch(wanted.slice(at, at + rowsAtOnce))) stored.set(Number(row[0]), row);
  return stored;
}

/** Returns the values that the table is sorted by: the number if there is one, otherwise the text. */
function valuesOf(
  study: StudyReader,
  dataset: Dataset,
  lines: readonly PivotLine[],
  columns: readonly number[],
): (line: PivotLine, column: number) => string | number | null {
  const rowids = columns.flatMap((column) => lines.flatMap(({ cells }) => cells[column]?.rowid ?? []));
  const stored = rowids.length === 0 ? new Map<number, StoredRow>() : readCells(study, dataset, ['result_number', 'result'], rowids);
  return ({ cells }, column) => {
    const [, number = null, text = null] = stored.get(cells[column]?.rowid ?? -1) ?? [];
    return number === null ? textOf(text) : Number(number);
  };
}

function codeOf(study: StudyReader, dataset: Dataset, lines: readonly PivotLine[], column: number): string | null {
  const rowid = lines.find(({ cells }) => cells[column] !== null)?.cells[column]?.rowid;
  return rowid === undefined ? null : textOf(readCells(study, dataset, ['test_code'], [rowid]).get(rowid)?.[1] ?? null);
}

function unitIn({ name }: Dataset, result: SentResult, terms: StudyTerms): string | null {
  return name === 'labs' || name === 'vitals' ? unitOfResult(name, result, terms).unit : result.unit;
}

function unitsOf(dataset: Dataset, test: string, sent: UnitsOf, terms: StudyTerms): UnitsOf {
  return new Set([...sent].map((unit) => unitIn(dataset, { test, unit, text: null }, terms)));
}

function unitOf(units: UnitsOf): Pick<PivotTest, 'unit' | 'units'> {
  const named = [...units].filter((unit) => unit !== null);
  return { unit: units.size === 1 ? (named[0] ?? null) : null, units: named.length };
}

function textOf(cell: StoredRow[number]): string | null {
  return cell === null ? null : String(cell);
}

function flagOf(cell: StoredRow[number]): 'LOW' | 'NORMAL' | 'HIGH' | null {
  return cell === 'LOW' || cell === 'NORMAL' || cell === 'HIGH' ? cell : null;
}
