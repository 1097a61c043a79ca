import type { TestResult, TestSummary } from '../../shared/calls/views.ts';
import type { Output } from '../../shared/contract.ts';
import { datasets, type Dataset } from '../../shared/datasets/datasets.ts';
import type { StudyTerms } from '../../shared/terms/study-terms.ts';
import { findColumn, sqlTime } from '../query/columns.ts';
import { compileOrder } from '../query/compile.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { Sql } from '../query/sql.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, sharedTable, wholeRecords } from '../store/layout.ts';
import { currentGeneration } from '../store/seal.ts';
import { storedTerms } from '../store/stored-terms.ts';
import { ofSubjects } from './of-subjects.ts';
import { talliesOf, type ResultTally, type TestDataset } from './result-tally.ts';
import { unitOfResult } from './unit-of-result.ts';

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
    const of =
      study.db
        .prepare<unknown[], number>(`SELECT count(*) FROM ${from}`)
        .pluck()
        .get(...where.values) ?? 0;
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

/** Lists the tests that have results, with their units. Call inside the reader's snapshot. */
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
  const tests = new Map<string, UnitOfTest>();
  for (const one of talliesOf(tally[name], subjects)) {
    if (one.subject !== null)
      for (const test of new Set(one.tests.map((counted) => counted.test))) subjectsOf.set(test, (subjectsOf.get(test) ?? 0) + 1);
    for (const counted of one.tests) {
      const { code, unit: sent } = shared.get(counted.shared) ?? { code: null, unit: null };
      const { unit } = unitOfResult(name, { test: counted.test, unit: sent, text: null }, terms);
      const place = JSON.stringify([counted.test, unit]);
      const before = tests.get(place) ?? { test: counted.test, code, unit, records: 0, numbers: 0 };
      const [records, numbers] = [before.records + counted.records, before.numbers + counted.numbers];
      tests.set(place, { ...before, code: before.code ?? code, records, numbers });
    }
  }
  const listed = [...summed([...tests.values()]).values()].map((test) => ({ ...test, subjects: subjectsOf.get(test.test) ?? 0 }));
  return { tests: listed.toSorted((left, right) => right.records - left.records) };
}

interface SharedCells {
  readonly id: number;
  readonly code: string | null;
  readonly unit: string | null;
}

interface UnitOfTest {
  readonly test: string;
  readonly code: string | null;
  readonly unit: string | null;
  readonly records: number;
  readonly numbers: number;
}

function summed(rows: readonly UnitOfTest[]): ReadonlyMap<string, Omit<TestSummary, 'subjects'>> {
  const tests = new Map<string, Omit<TestSummary, 'subjects'>>();
  for (const { test, code, unit, records, numbers } of rows) {
    const known = tests.get(test) ?? { test, code, records: 0, numbers: 0, units: [] };
    const before = known.units.find((one) => one.unit === unit)?.records ?? 0;
    const others = known.units.filter((one) => one.unit !== unit);
    const units = [...others, { unit, records: before + records }].sort((left, right) => right.records - left.records);
    tests.set(test, { test, code: known.code ?? code, records: known.records + records, numbers: known.numbers + numbers, units });
  }
  return tests;
}
