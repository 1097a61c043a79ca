import { datasets } from '../../shared/datasets/datasets.ts';
import type { PointsAnswer, ResultPoints } from '../../shared/derive/result-series.ts';
import { calendarDay } from '../../shared/derive/study-day.ts';
import { findColumn, sqlTime } from '../query/columns.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable, sharedTable } from '../store/layout.ts';
import { ofSubjects } from './of-subjects.ts';
import type { TestDataset } from './result-tally.ts';

/** The cells that a record has of its own, in the order in which they are selected. */
type StoredPoint = readonly [
  subject: string,
  collected: string | null,
  at: number | null,
  value: number | null,
  comparator: string | null,
  bound: number | null,
  flag: string | null,
  times: number | null,
  shared: number,
];

/** The cells that it has in common with others. */
interface SharedCells {
  readonly id: number;
  readonly unit: string | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly carried: string | null;
}

/** Which results are asked for. */
export interface PointsQuestion {
  readonly dataset: TestDataset;
  readonly tests: readonly string[];
  /** Null: of everybody. */
  readonly subjects: readonly string[] | null;
}

/**
 * Results of some tests as points, test by test; what names no subject, texts and carried-forward repetitions are counted, and left out.
 * Belongs inside a snapshot.
 */
export function readResultPoints(study: StudyReader, { dataset, tests, subjects }: PointsQuestion): PointsAnswer {
  const taken = new PointTaker(sharedCells(study, dataset));
  for (const [place, test] of tests.entries()) {
    taken.begin(place);
    for (const point of pointsOf(study, dataset, test, subjects)) taken.take(point);
  }
  return taken.points();
}

/** In the order of time, those without a date first. */
function pointsOf({ db }: StudyReader, name: TestDataset, test: string, subjects: readonly string[] | null): readonly StoredPoint[] {
  const where = ofSubjects(datasets[name], subjects);
  const own = ['result_number', 'result_comparator', 'result_bound', 'range_flag', 'times_upper_limit'].map((column) =>
    cellOf(name, column),
  );
  const time = sqlTime(findColumn(datasets[name], 'collected'));
  return db
    .prepare<unknown[], StoredPoint>(
      `SELECT ifnull("subject", ''), "collected", ${time}, ${own.join(', ')}, _shared
       FROM ${quoted(rowTable(name))} WHERE "test" = ? AND (${where.text}) ORDER BY ${time}, rowid`,
    )
    .raw()
    .all(test, ...where.values);
}

function sharedCells({ db }: StudyReader, name: TestDataset): ReadonlyMap<number, SharedCells> {
  const [low, high, carried] = ['range_low', 'range_high', 'carried_forward'].map((column) => cellOf(name, column));
  const rows = db
    .prepare<[], SharedCells>(
      `SELECT _id AS id, "unit" AS unit, ${low ?? ''} AS low, ${high ?? ''} AS high, ${carried ?? ''} AS carried FROM ${quoted(sharedTable(name))}`,
    )
    .all();
  return new Map(rows.map((cells) => [cells.id, cells]));
}

/** Nothing where the dataset has no such column. */
function cellOf(name: TestDataset, column: string): string {
  return datasets[name].columns.some((one) => one.name === column) ? quoted(column) : 'NULL';
}

const flags: Readonly<Record<string, -1 | 0 | 1>> = { LOW: -1, NORMAL: 0, HIGH: 1 };
const sides: Readonly<Record<string, -1 | 1>> = { '<': -1, '<=': -1, '>': 1, '>=': 1 };

const noCells: Omit<SharedCells, 'id'> = { unit: null, low: null, high: null, carried: null };

/** Puts points into columns, with each name once. */
class PointTaker {
  readonly #subjects = new Map<string, number>();
  readonly #units = new Map<string, number>();
  readonly #columns: ResultPoints = {
    ...{ subject: [], test: [], unit: [], at: [], day: [], value: [], beyond: [], flag: [], low: [], high: [], times: [] },
  };
  readonly #leftOut: { nameless: number; texts: number; carriedForward: number }[] = [];
  readonly #shared: ReadonlyMap<number, SharedCells>;
  #test = 0;

  constructor(shared: ReadonlyMap<number, SharedCells>) {
    this.#shared = shared;
  }

  begin(test: number): void {
    this.#test = test;
    this.#leftOut.push({ nameless: 0, texts: 0, carriedForward: 0 });
  }

  take([subject, collected, at, number, comparator, bound, flag, times, shared]: StoredPoint): void {
    const { unit, low, high, carried } = this.#shared.get(shared) ?? noCells;
    const value = number ?? bound;
    const left = this.#leftOut[this.#test];
    // Results that name nobody may be of several people.
    if (left !== undefined && subject === '') left.nameless++;
    else if (left !== undefined && carried === 'Y') left.carriedForward++;
    else if (left !== undefined && value === null) left.texts++;
    if (subject === '' || value === null || carried === 'Y') return;
    const columns = this.#columns;
    columns.subject.push(placeOf(this.#subjects, subject));
    columns.test.push(this.#test);
    columns.unit.push(unit === null || unit === '' ? null : placeOf(this.#units, unit));
    columns.at.push(at);
    columns.day.push(collected === null ? null : calendarDay(collected));
    columns.value.push(value);
    columns.beyond.push(number === null ? (sides[comparator ?? ''] ?? 0) : 0);
    columns.flag.push(flags[flag ?? ''] ?? null);
    columns.low.push(low);
    columns.high.push(high);
    columns.times.push(times);
  }

  points(): PointsAnswer {
    return { subjects: [...this.#subjects.keys()], units: [...this.#units.keys()], points: this.#columns, leftOut: this.#leftOut };
  }
}

function placeOf(names: Map<string, number>, name: string): number {
  const known = names.get(name);
  if (known !== undefined) return known;
  names.set(name, names.size);
  return names.size - 1;
}
