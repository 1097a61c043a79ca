import { unitMeaning } from '../../shared/units/read-unit.ts';
import type { StudyTerms } from '../../shared/terms/study-terms.ts';
import { decidedUnit } from '../../shared/terms/units-of-study.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable, sharedTable } from '../store/database/layout.ts';
import { storedTerms } from '../store/database/stored-terms.ts';
import type { TestDataset } from '../views/result-tally.ts';

/** What many results share, as compared by checks. */
export interface SharedCells {
  readonly code: string | null;
  readonly unit: string | null;
  /** The meaning of the unit by the study's decisions; null if none was sent. */
  readonly means: string | null;
  readonly isRangeBelowZero: boolean;
  /** The number of the reference range's text in the dataset; null if none was sent. */
  readonly range: number | null;
}

/** One result as checked against the others of its subject. */
export interface Result extends SharedCells {
  readonly rowid: number;
  readonly test: string | null;
  readonly visit: string | null;
  /** Null without a date; an empty text is none. */
  readonly collected: string | null;
  /** In milliseconds of local time, read as if it were UTC. */
  readonly at: number | null;
  readonly result: string | null;
  readonly number: number | null;
  /** In the standard unit of the study's system. */
  readonly standard: number | null;
}

/** A subject's results in the order of their times. */
export interface Course {
  readonly subject: string;
  readonly results: readonly Result[];
}

/** How the results of all subjects are interpreted. */
export interface ResultMeanings {
  readonly terms: StudyTerms;
  /** By combination number. */
  readonly shared: ReadonlyMap<number, SharedCells>;
}

interface Combination {
  readonly id: number;
  readonly code: string | null;
  readonly unit: string | null;
  readonly low: number | null;
  readonly range: string | null;
}

/** Reads the study's decisions and what the results of a dataset share. Call inside a snapshot. */
export function readMeanings({ db }: StudyReader, dataset: TestDataset): ResultMeanings {
  const terms = storedTerms(db);
  const low = dataset === 'labs' ? '"range_low"' : 'NULL';
  const ranges = new Map<string, number>();
  const rangeOf = (text: string | null): number | null => {
    if (text === null || text === '') return null;
    const known = ranges.get(text) ?? ranges.size;
    ranges.set(text, known);
    return known;
  };
  const combinations = db
    .prepare<[], Combination>(
      `SELECT _id AS id, "test_code" AS code, "unit" AS unit, ${low} AS low, "reference_range" AS range FROM ${quoted(sharedTable(dataset))}`,
    )
    .all();
  const shared = new Map(
    combinations.map(({ id, code, unit, low, range }) => [
      id,
      {
        code,
        unit,
        means: unit === null || unit === '' ? null : unitMeaning(decidedUnit(unit, terms), code),
        isRangeBelowZero: low !== null && low < 0,
        range: rangeOf(range),
      },
    ]),
  );
  return { terms, shared };
}

const nothingShared: SharedCells = { code: null, unit: null, means: null, isRangeBelowZero: false, range: null };

type Row = readonly [
  subject: string,
  rowid: number,
  shared: number,
  test: Result['test'],
  visit: Result['visit'],
  collected: Result['collected'],
  at: Result['at'],
  result: Result['result'],
  number: Result['number'],
  standard: Result['standard'],
];

/** Reads the results of these subjects, once for all checks of courses. Call inside a snapshot. */
export function readCourses(
  { db }: StudyReader,
  dataset: TestDataset,
  subjects: readonly string[],
  { shared }: ResultMeanings,
): readonly Course[] {
  const courses: { readonly subject: string; readonly results: Result[] }[] = [];
  const rows = db
    .prepare<[string], Row>(
      `SELECT "subject", rowid, _shared, "test", "visit", nullif("collected", ''), "collected_at", "result", "result_number", "standard_result"
       FROM ${quoted(rowTable(dataset))} WHERE "subject" IN (SELECT value FROM json_each(?)) ORDER BY "subject", "collected_at", rowid`,
    )
    .raw()
    .all(JSON.stringify(subjects));
  for (const [subject, rowid, combination, test, visit, collected, at, result, number, standard] of rows) {
    let course = courses.at(-1);
    if (course?.subject !== subject) courses.push((course = { subject, results: [] }));
    const { code, unit, means, isRangeBelowZero, range } = shared.get(combination) ?? nothingShared;
    course.results.push({ rowid, test, visit, collected, at, result, number, standard, code, unit, means, isRangeBelowZero, range });
  }
  return courses;
}
