import type { Codes } from '../query/columns-in-memory/codes.ts';
import type { CachedColumn, CachedDataset, CachedTexts } from '../query/columns-in-memory/cached-dataset.ts';
import { createSlices, stepsBetweenChecks } from '../query/columns-in-memory/slices.ts';
import { plausibleBounds, wholeDate } from '../../shared/derive/plausible-date.ts';
import type { SubjectTally, TestTally, VisitTally } from './result-tally.ts';

type Counting<T> = { -readonly [Name in keyof T]: T[Name] };

/** The counts of one subject, by visit number, and by test and combination. */
interface SubjectCount {
  readonly visits: Map<number, Counting<VisitTally>>;
  readonly tests: Map<number, Counting<TestTally>>;
}

/**
 * Counts a dataset's results in one pass over its columns in memory, in slices between which other work can run. Counts and order are the
 * same as from SQLite. Returns null if a needed column is not cached.
 */
export async function tallyCached(cached: CachedDataset, asOf: string | null): Promise<readonly SubjectTally[] | null> {
  const columns = columnsOf(cached);
  if (columns === null) return null;
  const { subject } = columns;
  const counts: (SubjectCount | undefined)[] = [];
  const count = counterOf(columns, plausibleBounds(asOf));
  const slices = createSlices();
  for (let row = 0; row < cached.rows; row++) {
    count((counts[subject.cells[row] ?? 0] ??= { visits: new Map(), tests: new Map() }), row);
    if (row % stepsBetweenChecks === 0 && slices.due()) await slices.rest();
  }
  return counts.flatMap((counted, number) =>
    counted === undefined
      ? []
      : [{ subject: textOf(subject, number) || null, visits: inOrder(counted.visits), tests: inOrder(counted.tests) }],
  );
}

/** Returns a function that adds a row to the counts of its subject. */
function counterOf(
  { visit, test, moment, flag, result, combination }: TallyColumns,
  bounds: ReturnType<typeof plausibleBounds>,
): (counted: SubjectCount, row: number) => void {
  const [noVisit, noTest] = [visit.texts.find(''), test.texts.find('')];
  const outside = flag === null ? [] : ['LOW', 'HIGH'].map((word) => flag.texts.find(word)).filter((number) => number > 0);
  return ({ visits, tests }, row) => {
    const visitOf = cellOf(visit, row, noVisit);
    const atVisit = visits.get(visitOf) ?? {
      visit: textOf(visit, visitOf) || null,
      records: 0,
      outside: 0,
      first: null,
      last: null,
      implausible: 0,
    };
    if (atVisit.records++ === 0) visits.set(visitOf, atVisit);
    if (flag !== null && outside.includes(flag.cells[row] ?? 0)) atVisit.outside++;
    const time = moment.times[moment.cells[row] ?? 0] ?? Number.NaN;
    if (time < bounds.first || time > bounds.last) atVisit.implausible++;
    else if (isWider(atVisit, time) && textOf(moment, moment.cells[row] ?? 0).length >= wholeDate) {
      atVisit.first = Math.min(time, atVisit.first ?? time);
      atVisit.last = Math.max(time, atVisit.last ?? time);
    }
    const [testOf, shared] = [cellOf(test, row, noTest), combination.cells[row] ?? 0];
    const place = testOf * combination.cellCount + shared;
    const ofTest = tests.get(place) ?? { test: textOf(test, testOf), shared, records: 0, numbers: 0 };
    if (ofTest.records++ === 0) tests.set(place, ofTest);
    if (result.cells[row] !== 0) ofTest.numbers++;
  };
}

/** Whether a time is before the first or after the last; false for NaN. */
function isWider({ first, last }: VisitTally, time: number): boolean {
  return !Number.isNaN(time) && (first === null || last === null || time < first || time > last);
}

/** A column with texts stored per row. */
type TextColumn = Pick<CachedTexts, 'texts' | 'times'> & { readonly cells: Codes };

interface TallyColumns {
  readonly subject: TextColumn;
  readonly visit: TextColumn;
  readonly test: TextColumn;
  readonly moment: TextColumn & { readonly times: Float64Array };
  /** Null in a dataset without range flags. */
  readonly flag: TextColumn | null;
  readonly result: Pick<CachedColumn, 'cells'>;
  /** Its cells are combination numbers. */
  readonly combination: Pick<CachedColumn, 'cells' | 'cellCount'>;
}

function columnsOf(cached: CachedDataset): TallyColumns | null {
  const { columns } = cached.dataset;
  const texts = (name: string): TextColumn | null => {
    const column = cached.column(name);
    return column?.valueOf === null && column.values.are === 'texts' ? { ...column.values, cells: column.cells } : null;
  };
  const [subject, visit, test, collected] = [texts('subject'), texts('visit'), texts('test'), texts('collected')];
  const hasFlag = columns.some(({ name }) => name === 'range_flag');
  const flag = hasFlag ? texts('range_flag') : null;
  const result = cached.column('result_number');
  const shared = columns.find((column) => column.shared === true && cached.column(column.name) !== null);
  const combination = shared === undefined ? null : cached.column(shared.name);
  if (subject === null || visit === null || test === null || combination === null || result?.valueOf !== null) return null;
  if (!collected?.times || (hasFlag && flag === null)) return null;
  return { subject, visit, test, moment: { ...collected, times: collected.times }, flag, result, combination };
}

/** The text number of a row; an empty text counts as none. */
function cellOf({ cells }: TextColumn, row: number, empty: number): number {
  const number = cells[row] ?? 0;
  return number === empty ? 0 : number;
}

function textOf({ texts }: TextColumn, number: number): string {
  return number === 0 ? '' : texts.get(number);
}

/** Numbers follow the order of texts, and no text comes first. */
function inOrder<T>(counts: ReadonlyMap<number, T>): readonly T[] {
  return [...counts].sort(([one], [other]) => one - other).map(([, counted]) => counted);
}
