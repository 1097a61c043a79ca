import type { Dataset } from '../../shared/datasets/declaration.ts';
import type { Selection } from '../../shared/query.ts';
import { findColumn, sqlTime } from '../query/columns.ts';
import { compileSelection } from '../query/compile.ts';
import { heldCombinations } from '../query/fetch-cells.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { sqlRowid } from '../query/tables.ts';
import { quoted, rowTable, wholeRecords } from '../store/layout.ts';

/** One subject at one visit: where its results are stored, not yet what they are. */
export interface PivotLine {
  readonly subject: string;
  readonly visit: string | null;
  /** Of its first result. */
  at: number | null;
  /** Row number of that one. */
  first: number;
  /** By test: the last result, and how many there are. */
  readonly cells: (StoredCell | null)[];
}

interface StoredCell {
  rowid: number;
  at: number;
  results: number;
}

/** Of a test: the units of its results; null among them: a result without one. */
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
  at: number | null,
  unit: number | string | null,
  isEmpty: 0 | 1,
];

/**
 * The results of these tests by subject and visit, in no order. Of several of a test the one with the latest date counts, one without a
 * date only where none has one, and of those alike the one that is stored last. One walk over the rows, which reads as little of each as
 * that takes.
 */
export function readPivotLines(study: StudyReader, dataset: Dataset, selection: Selection, tests: readonly string[]): PivotLines {
  const unit = findColumn(dataset, 'unit');
  const held = unit.shared === true ? heldCombinations(study, dataset, [unit]) : null;
  const units: Set<string | null>[] = tests.map(() => new Set());
  const places = new Map(tests.map((test, at) => [test, at]));
  const lines = new Map<string, Map<string | null, PivotLine>>();
  for (const [rowid, subject, visit, test, at, unitCell, isEmpty] of found(study, dataset, selection, tests, held !== null)) {
    const column = places.get(test);
    if (column === undefined) continue;
    const line = lineOf(lines, subject, visit === '' ? null : visit, { rowid, at, tests: tests.length });
    const time = at ?? Number.POSITIVE_INFINITY;
    const before = line.at ?? Number.POSITIVE_INFINITY;
    if (time < before || (time === before && rowid < line.first)) {
      line.at = at;
      line.first = rowid;
    }
    const cell = line.cells[column] ?? null;
    const last = at ?? Number.NEGATIVE_INFINITY;
    if (cell === null) line.cells[column] = { rowid, at: last, results: 1 };
    else {
      cell.results++;
      if (last > cell.at || (last === cell.at && rowid > cell.rowid)) {
        cell.rowid = rowid;
        cell.at = last;
      }
    }
    // A result that is missing says nothing of its unit.
    if (isEmpty === 0) units[column]?.add(unitText(held === null ? unitCell : (held.get(unitCell)?.[1] ?? null)));
  }
  return { lines: [...lines.values()].flatMap((ofSubject) => [...ofSubject.values()]), units };
}

function lineOf(
  lines: Map<string, Map<string | null, PivotLine>>,
  subject: string,
  visit: string | null,
  { rowid, at, tests }: { readonly rowid: number; readonly at: number | null; readonly tests: number },
): PivotLine {
  const ofSubject = lines.get(subject) ?? new Map<string | null, PivotLine>();
  const known = ofSubject.get(visit);
  if (known !== undefined) return known;
  const line: PivotLine = { subject, visit, at, first: rowid, cells: Array.from({ length: tests }, () => null) };
  lines.set(subject, ofSubject.set(visit, line));
  return line;
}

function unitText(cell: number | string | null): string | null {
  return cell === null || cell === '' ? null : String(cell);
}

/** `byCombination`: the unit is given as the number of its combination. */
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
