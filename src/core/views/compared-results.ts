import { datasets } from '../../shared/datasets/datasets.ts';
import { isSameVisit } from '../../shared/derive/anchor-visits.ts';
import type { ComparedResult } from '../../shared/derive/compare-visits.ts';
import { plausibleBounds } from '../../shared/derive/plausible-date.ts';
import { findColumn, sqlTime } from '../query/columns.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { sqlRowid } from '../query/tables.ts';
import { differentTexts } from '../store/flip/different-texts.ts';
import { quoted, wholeRecords } from '../store/database/layout.ts';
import { asOfOf } from '../store/database/status.ts';
import { storedTerms } from '../store/database/stored-terms.ts';
import { ofSubjects } from './of-subjects.ts';
import type { TestDataset } from './result-tally.ts';
import { unitOfResult } from './unit-of-result.ts';

export interface ComparedQuestion {
  readonly dataset: TestDataset;
  /** Null for all tests. */
  readonly tests: readonly string[] | null;
  readonly subjects: readonly string[] | null;
  readonly visits: { readonly a: string; readonly b: string };
}

/**
 * Returns the results at two visits, however these are spelled, by test, subject and date. Results without a subject, and those carried
 * forward from an earlier visit, are left out and counted. A date before 1990, or after the pass that brought it, is no time: a mistyped
 * year would make its result the last one. Call inside a snapshot.
 */
export function readComparedResults(
  study: StudyReader,
  { dataset: name, tests, subjects, visits }: ComparedQuestion,
): { readonly results: readonly ComparedResult[]; readonly nameless: number; readonly carriedForward: number } {
  const { db } = study;
  const dataset = datasets[name];
  const cell = (column: string): string => (dataset.columns.some((one) => one.name === column) ? quoted(column) : 'NULL');
  const labels = differentTexts({ db }, name, 'visit').filter((label) => isSameVisit(label, visits.a) || isSameVisit(label, visits.b));
  const where = ofSubjects(dataset, subjects);
  const time = sqlTime(findColumn(dataset, 'collected'));
  const { first, last } = plausibleBounds(asOfOf(study, name));
  const rows = db
    .prepare<unknown[], ComparedResult & { readonly carried: string | null }>(
      `SELECT ifnull("subject", '') AS subject, ifnull("test", '') AS test, ${cell('test_code')} AS code, "visit" AS visit, "collected" AS collected,
         CASE WHEN ${time} BETWEEN ? AND ? THEN ${time} END AS at,
         "result" AS result, "result_number" AS value, "unit" AS unit, ${cell('range_flag')} AS flag,
         ${cell('standard_result')} AS standard, ${cell('standard_unit')} AS standardUnit, ${cell('carried_forward')} AS carried
       FROM ${wholeRecords(name)}
       WHERE (${where.text}) AND "visit" IN (SELECT value FROM json_each(?))
         AND (? IS NULL OR ifnull("test", '') IN (SELECT value FROM json_each(?)))
       ORDER BY test, subject, at, ${sqlRowid(dataset)}`,
    )
    .all(first, last, ...where.values, JSON.stringify(labels), tests === null ? null : '', JSON.stringify(tests ?? []));
  const terms = storedTerms(db);
  const named = rows.filter(({ subject }) => subject !== '');
  const measured = named
    .filter(({ carried }) => carried !== 'Y')
    .map((row) => ({ ...row, unit: unitOfResult(name, { ...row, text: row.value === null ? row.result : null }, terms).unit }));
  return { results: measured, nameless: rows.length - named.length, carriedForward: named.length - measured.length };
}
