import { datasets } from '../../shared/datasets/datasets.ts';
import { signedGrade } from '../../shared/derive/grade-course.ts';
import { leftOutRecords } from '../../shared/derive/left-out.ts';
import type { PointsAnswer, ResultPoints } from '../../shared/derive/result-series.ts';
import { plausibleBounds } from '../../shared/derive/plausible-date.ts';
import { calendarDay } from '../../shared/derive/study-day.ts';
import type { StudyTerms } from '../../shared/terms/study-terms.ts';
import { findColumn, sqlTime } from '../query/columns.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable, sharedTable } from '../store/database/layout.ts';
import { asOfOf } from '../store/database/status.ts';
import { storedTerms } from '../store/database/stored-terms.ts';
import { ofSubjects } from './of-subjects.ts';
import type { TestDataset } from './result-tally.ts';
import { unitOfResult } from './unit-of-result.ts';

/** A record's own cells, in the order in which they are selected. */
type StoredPoint = readonly [
  key: string,
  subject: string,
  collected: string | null,
  at: number | null,
  value: number | null,
  comparator: string | null,
  bound: number | null,
  text: string | null,
  flag: string | null,
  times: number | null,
  gradeLow: number | null,
  gradeHigh: number | null,
  notGraded: 0 | 1,
  shared: number,
];

/** The cells that it shares with other records. */
interface SharedCells {
  readonly id: number;
  readonly code: string | null;
  readonly serviceCode: string | null;
  readonly unit: string | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly carried: string | null;
}

/** The requested results. */
export interface PointsQuestion {
  readonly dataset: TestDataset;
  readonly tests: readonly string[];
  /** Null for all subjects. */
  readonly subjects: readonly string[] | null;
}

/**
 * Returns results of some tests as points, test by test. Results without a subject, texts and carried-forward repetitions are left out,
 * with their keys. A date that is partial, before 1990, or after the pass that brought it counts as missing. Call inside a snapshot.
 */
export function readResultPoints(study: StudyReader, { dataset, tests, subjects }: PointsQuestion): PointsAnswer {
  const taken = new PointTaker(dataset, sharedCells(study, dataset), storedTerms(study.db), plausibleBounds(asOfOf(study, dataset)));
  for (const [place, test] of tests.entries()) {
    taken.begin(place, test);
    for (const point of pointsOf(study, dataset, test, subjects)) taken.take(point);
  }
  return taken.points();
}

/** In the order of time, those without a date first. */
function pointsOf({ db }: StudyReader, name: TestDataset, test: string, subjects: readonly string[] | null): readonly StoredPoint[] {
  const where = ofSubjects(datasets[name], subjects);
  const cells = (...columns: readonly string[]): string => columns.map((column) => cellOf(name, column)).join(', ');
  const time = sqlTime(findColumn(datasets[name], 'collected'));
  // The text of a number is not read, because it would only repeat the number.
  const text = `CASE WHEN ${cellOf(name, 'result_bound')} IS NOT NULL THEN "result" END`;
  return db
    .prepare<unknown[], StoredPoint>(
      `SELECT ${quoted(datasets[name].key)}, ifnull("subject", ''), "collected", ${time},
         ${cells('result_number', 'result_comparator', 'result_bound')}, ${text}, ${cells('range_flag', 'times_upper_limit', 'ctcae_grade_low', 'ctcae_grade_high')},
         ${cellOf(name, 'ctcae_not_graded')} IS NOT NULL, _shared
       FROM ${quoted(rowTable(name))} WHERE "test" = ? AND (${where.text}) ORDER BY ${time}, rowid`,
    )
    .raw()
    .all(test, ...where.values);
}

function sharedCells({ db }: StudyReader, name: TestDataset): ReadonlyMap<number, SharedCells> {
  const [low, high, carried] = ['range_low', 'range_high', 'carried_forward'].map((column) => cellOf(name, column));
  const rows = db
    .prepare<[], SharedCells>(
      `SELECT _id AS id, "test_code" AS code, "service_code" AS serviceCode, "unit" AS unit, ${low ?? ''} AS low, ${high ?? ''} AS high, ${carried ?? ''} AS carried FROM ${quoted(sharedTable(name))}`,
    )
    .all();
  return new Map(rows.map((cells) => [cells.id, cells]));
}

/** The cell as SQL; NULL if the dataset has no such column. */
export function cellOf(name: TestDataset, column: string): string {
  return datasets[name].columns.some((one) => one.name === column) ? quoted(column) : 'NULL';
}

const flags: Readonly<Record<string, -1 | 0 | 1>> = { LOW: -1, NORMAL: 0, HIGH: 1 };
const sides: Readonly<Record<string, -1 | 1>> = { '<': -1, '<=': -1, '>': 1, '>=': 1 };

const noCells: Omit<SharedCells, 'id'> = { code: null, serviceCode: null, unit: null, low: null, high: null, carried: null };

/** Why a result is not a point. */
type Reason = keyof PointsAnswer['leftOut'][number];

/** Collects points in columns, with each name stored once. */
class PointTaker {
  readonly #subjects = new Map<string, number>();
  readonly #units = new Map<string, number>();
  readonly #columns: ResultPoints = {
    ...{
      key: [],
      subject: [],
      test: [],
      code: [],
      serviceCode: [],
      unit: [],
      at: [],
      day: [],
      value: [],
      beyond: [],
      flag: [],
      low: [],
      high: [],
      times: [],
    },
    ...{ grade: [], ungraded: [] },
  };
  readonly #leftOut: Record<Reason, string[]>[] = [];
  readonly #dataset: TestDataset;
  readonly #shared: ReadonlyMap<number, SharedCells>;
  readonly #terms: StudyTerms;
  readonly #plausible: ReturnType<typeof plausibleBounds>;
  #place = 0;
  #test = '';

  constructor(
    dataset: TestDataset,
    shared: ReadonlyMap<number, SharedCells>,
    terms: StudyTerms,
    plausible: ReturnType<typeof plausibleBounds>,
  ) {
    this.#dataset = dataset;
    this.#shared = shared;
    this.#terms = terms;
    this.#plausible = plausible;
  }

  begin(place: number, test: string): void {
    this.#place = place;
    this.#test = test;
    this.#leftOut.push({ nameless: [], texts: [], carriedForward: [] });
  }

  take([
    key,
    subject,
    collected,
    at,
    number,
    comparator,
    bound,
    text,
    flag,
    times,
    gradeLow,
    gradeHigh,
    notGraded,
    shared,
  ]: StoredPoint): void {
    const { code, serviceCode, low, high, carried, unit: sent } = this.#shared.get(shared) ?? noCells;
    const value = number ?? bound;
    // Results without a subject may belong to several people.
    const reason = subject === '' ? 'nameless' : carried === 'Y' ? 'carriedForward' : 'texts';
    if (subject === '' || carried === 'Y' || value === null) {
      this.#leftOut[this.#place]?.[reason].push(key);
      return;
    }
    const { unit, hasLimits } = unitOfResult(this.#dataset, { test: this.#test, unit: sent, text }, this.#terms);
    const columns = this.#columns;
    columns.key.push(key);
    columns.subject.push(placeOf(this.#subjects, subject));
    columns.test.push(this.#place);
    columns.code.push(code);
    columns.serviceCode.push(serviceCode);
    columns.unit.push(unit === null ? null : placeOf(this.#units, unit));
    const day = at === null || collected === null || !this.#canBe(at) ? null : calendarDay(collected);
    columns.at.push(day === null ? null : at);
    columns.day.push(day);
    columns.value.push(value);
    columns.beyond.push(number === null ? (sides[comparator ?? ''] ?? 0) : 0);
    columns.flag.push(flags[flag ?? ''] ?? null);
    columns.low.push(hasLimits ? low : null);
    columns.high.push(hasLimits ? high : null);
    columns.times.push(times);
    columns.grade.push(signedGrade(gradeLow, gradeHigh));
    columns.ungraded.push(notGraded === 1);
  }

  #canBe(at: number): boolean {
    return at >= this.#plausible.first && at <= this.#plausible.last;
  }

  points(): PointsAnswer {
    const leftOut = this.#leftOut.map(({ nameless, texts, carriedForward }) => ({
      nameless: leftOutRecords(nameless),
      texts: leftOutRecords(texts),
      carriedForward: leftOutRecords(carriedForward),
    }));
    return { subjects: [...this.#subjects.keys()], units: [...this.#units.keys()], points: this.#columns, leftOut };
  }
}

function placeOf(names: Map<string, number>, name: string): number {
  const known = names.get(name);
  if (known !== undefined) return known;
  names.set(name, names.size);
  return names.size - 1;
}
