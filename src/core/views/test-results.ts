import type { TestResult, TestSummary } from '../../shared/calls/views.ts';
import { compareTexts } from '../../shared/compare-texts.ts';
import type { Output } from '../../shared/contract.ts';
import { datasets, type Dataset } from '../../shared/datasets/datasets.ts';
import type { StudyTerms } from '../../shared/terms/study-terms.ts';
import { findColumn, sqlTime } from '../query/columns.ts';
import { compileOrder } from '../query/compile.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { Sql } from '../query/sql.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, sharedTable, wholeRecords } from '../store/database/layout.ts';
import { currentGeneration } from '../store/database/seal.ts';
import { storedTerms } from '../store/database/stored-terms.ts';
import { ofSubjects } from './of-subjects.ts';
import { talliesOf, type ResultTally, type TestDataset } from './result-tally.ts';
import { unitOfResult } from './unit-of-result.ts';
import { readNumber } from '../store/database/read-number.ts';

export interface ResultsQuestion {
  readonly dataset: TestDataset;
  /** Null for all tests. */
  readonly tests: readonly string[] | null;
  readonly subjects: readonly string[] | null;
  readonly limit: number;
}

/** Returns results of tests by subject and date. */
export function readTestResults(study: StudyReader, { dataset: name, tests, subjects, limit }: ResultsQuestion): Output<'tests.results'> {
  return inSnapshot(study, () => {
    const dataset = datasets[name];
    const where = both(ofSubjects(dataset, subjects), ofTests(tests));
    const from = `${wholeRecords(name)} WHERE ${where.text}`;
    const of = readNumber(study.db, `SELECT count(*) FROM ${from}`, ...where.values);
    const terms = storedTerms(study.db);
    const results = study.db
      .prepare<unknown[], StoredResult>(`SELECT ${resultCells(dataset)} FROM ${from} ORDER BY ${compileOrder(dataset, [])} LIMIT ?`)
      .all(...where.values, limit);
    return {
      generation: currentGeneration(study),
      ctcae: study.gradedBy ?? terms.ctcae,
      of,
      results: results.map((stored) => testResult(name, stored, terms)),
    };
  });
}

/** In its unit, with its limits if they are in the same unit. */
function testResult(
  dataset: TestDataset,
  { carried, grade_low, grade_high, not_graded, ...cells }: StoredResult,
  terms: StudyTerms,
): TestResult {
  const { test, unit: sent, value, result, low, high } = cells;
  const { unit, hasLimits } = unitOfResult(dataset, { test, unit: sent, text: value === null ? result : null }, terms);
  return {
    ...{ ...cells, unit, low: hasLimits ? low : null, high: hasLimits ? high : null, carriedForward: carried === 'Y' },
    ...{ gradeLow: grade_low, gradeHigh: grade_high, notGraded: not_graded },
  };
}

interface StoredResult extends Omit<TestResult, 'carriedForward' | 'gradeLow' | 'gradeHigh' | 'notGraded'> {
  readonly carried: string | null;
  readonly grade_low: number | null;
  readonly grade_high: number | null;
  readonly not_graded: string | null;
}

/** Cells by the names of `TestResult`; null for columns that a dataset does not have. */
function resultCells(dataset: Dataset): string {
  const has = (name: string): boolean => dataset.columns.some((column) => column.name === name);
  const cells = {
    key: dataset.key,
    subject: 'subject',
    test: 'test',
    code: 'test_code',
    visit: 'visit',
    collected: 'collected',
    value: 'result_number',
    comparator: 'result_comparator',
    bound: 'result_bound',
    result: 'result',
    unit: 'unit',
    flag: 'range_flag',
    low: 'range_low',
    high: 'range_high',
    carried: 'carried_forward',
    grade_low: 'ctcae_grade_low',
    grade_high: 'ctcae_grade_high',
    not_graded: 'ctcae_not_graded',
  };
  const always = ['subject', 'test'];
  const cell = (name: string): string => {
    if (!has(name)) return 'NULL';
    // A missing subject or test becomes an empty text, because the record exists all the same.
    return always.includes(name) ? `ifnull(${quoted(name)}, '')` : quoted(name);
  };
  const named = Object.entries(cells).map(([as, name]) => `${cell(name)} AS ${quoted(as)}`);
  return [...named, `${sqlTime(findColumn(dataset, 'collected'))} AS at`].join(', ');
}

function ofTests(tests: readonly string[] | null): Sql {
  return tests === null
    ? { text: '1', values: [] }
    : { text: '"test" IN (SELECT value FROM json_each(?))', values: [JSON.stringify(tests)] };
}

function both(left: Sql, right: Sql): Sql {
  return { text: `(${left.text}) AND (${right.text})`, values: [...left.values, ...right.values] };
}

/**
 * Lists the tests that have results, with their units. If the results of a name have several codes, its code is the most frequent one. Call
 * inside the reader's snapshot.
 */
export function listTests(
  { db }: StudyReader,
  name: TestDataset,
  tally: ResultTally,
  subjects: readonly string[] | null,
): Pick<Output<'tests.list'>, 'tests'> {
  const shared = new Map(
    db
      .prepare<[], SharedCells>(`SELECT _id AS id, "test_code" AS code, "unit" AS unit FROM ${quoted(sharedTable(name))}`)
      .all()
      .map((cells) => [cells.id, cells]),
  );
  const terms = storedTerms(db);
  const subjectsOf = new Map<string, number>();
  const codesOf = new Map<string, Map<string, number>>();
  const tests = new Map<string, UnitOfTest>();
  for (const one of talliesOf(tally[name], subjects)) {
    if (one.subject !== null)
      for (const test of new Set(one.tests.map((counted) => counted.test))) subjectsOf.set(test, (subjectsOf.get(test) ?? 0) + 1);
    for (const counted of one.tests) {
      const { code, unit: sent } = shared.get(counted.shared) ?? { code: null, unit: null };
      const { unit } = unitOfResult(name, { test: counted.test, unit: sent, text: null }, terms);
      const place = JSON.stringify([counted.test, unit]);
      const before = tests.get(place) ?? { test: counted.test, unit, records: 0, numbers: 0 };
      tests.set(place, { ...before, records: before.records + counted.records, numbers: before.numbers + counted.numbers });
      if (code === null) continue;
      const codes = codesOf.get(counted.test) ?? new Map<string, number>();
      codesOf.set(counted.test, codes.set(code, (codes.get(code) ?? 0) + counted.records));
    }
  }
  const listed = summed([...tests.values()]).map((test): TestSummary => ({
    ...test,
    code: mostFrequent(codesOf.get(test.test)),
    subjects: subjectsOf.get(test.test) ?? 0,
  }));
  return { tests: listed.toSorted((left, right) => right.records - left.records) };
}

function mostFrequent(counts: ReadonlyMap<string, number> = new Map()): string | null {
  const [most] = [...counts].toSorted((left, right) => right[1] - left[1] || compareTexts(left[0], right[0]));
  return most?.[0] ?? null;
}

/** Lists the tests that have records with one of these codes, each name once per code. Call inside the reader's snapshot. */
export function testsWithCodes(
  { db }: StudyReader,
  name: TestDataset,
  tally: ResultTally,
  { codes, subjects }: { readonly codes: readonly string[]; readonly subjects: readonly string[] | null },
): readonly { readonly test: string; readonly code: string }[] {
  const codeOf = new Map(
    db
      .prepare<[string], [number, string]>(
        `SELECT _id, "test_code" FROM ${quoted(sharedTable(name))} WHERE "test_code" IN (SELECT value FROM json_each(?))`,
      )
      .raw()
      .all(JSON.stringify(codes)),
  );
  const found = new Map<string, { readonly test: string; readonly code: string }>();
  for (const { tests } of talliesOf(tally[name], subjects))
    for (const { test, shared } of tests) {
      const code = codeOf.get(shared);
      if (code !== undefined) found.set(JSON.stringify([test, code]), { test, code });
    }
  return [...found.values()].toSorted((left, right) => compareTexts(left.code, right.code) || compareTexts(left.test, right.test));
}

interface SharedCells {
  readonly id: number;
  readonly code: string | null;
  readonly unit: string | null;
}

interface UnitOfTest {
  readonly test: string;
  readonly unit: string | null;
  readonly records: number;
  readonly numbers: number;
}

type Summed = Omit<TestSummary, 'code' | 'subjects'>;

/** Sums the rows of each test; each of its units has one row. Sorted once, because a test may have a unit for each result. */
function summed(rows: readonly UnitOfTest[]): readonly Summed[] {
  return [...Map.groupBy(rows, ({ test }) => test)].map(([test, of]) => ({
    test,
    records: of.reduce((sum, { records }) => sum + records, 0),
    numbers: of.reduce((sum, { numbers }) => sum + numbers, 0),
    units: of.map(({ unit, records }) => ({ unit, records })).sort((left, right) => right.records - left.records),
  }));
}
