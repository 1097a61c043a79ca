import { datasets } from '../../../shared/datasets/datasets.ts';
import type { Row } from '../../../shared/datasets/declaration.ts';
import { gradeCells } from '../../../shared/datasets/grade-columns.ts';
import { plausibleBounds, wholeDate } from '../../../shared/derive/plausible-date.ts';
import type { RangeFlag } from '../../../shared/derive/range-flag.ts';
import { calendarDay } from '../../../shared/derive/study-day.ts';
import { testsByBaseline, type GradeBaseline } from '../../../shared/grading/grade-result.ts';
import type { Db } from '../database/database.ts';
import { defaultAnchorDays } from './anchor-days.ts';
import { quoted, rowTable, sharedTable, wholeRecords } from '../database/layout.ts';
import { asOfOf } from '../database/status.ts';
import type { ReadableStudy } from '../database/study.ts';

const { name } = datasets.labs;

/** Rows read at once. */
const step = 5000;

type Graded = readonly [row: number, low: number | null, high: number | null, why: string | null];

/**
 * Regrades the results whose CTCAE criterion depends on the subject's baseline, which is not known when a page is read: the last number on
 * or before the subject's anchor day. Must run inside the transaction that changed the rows. Returns true if a grade changed. `isFresh`:
 * every row was just read from its page, so a grade can differ only if it waits for its baseline or the baseline is outside its range.
 */
export function gradeByBaseline(study: Pick<ReadableStudy, 'db' | 'study' | 'terms' | 'datasets'>, isFresh: boolean): boolean {
  const { db, terms } = study;
  if (!study.datasets.includes(datasets.labs) || !hasRows(study)) return false;
  const tests = testsByBaseline(terms.ctcae);
  const baselines = readBaselines(study, tests);
  const changed: Graded[] = [];
  const read = gradedRows(db, tests, { most: step, only: isFresh ? subjectsBeyond(baselines) : null });
  for (let rows = read(0); rows.length > 0; rows = read(Number(rows.at(-1)?.['_row'])))
    for (const row of rows) {
      const cells = gradeCells(row, { code: String(row['test_code']), terms, baseline: baselineIn(baselines, row) });
      if (cells[0] !== row['ctcae_grade_low'] || cells[1] !== row['ctcae_grade_high'] || cells[2] !== row['ctcae_not_graded'])
        changed.push([Number(row['_row']), ...cells]);
    }
  const update = db.prepare<[number | null, number | null, string | null, number]>(
    `UPDATE ${quoted(rowTable(name))} SET ctcae_grade_low = ?, ctcae_grade_high = ?, ctcae_not_graded = ? WHERE rowid = ?`,
  );
  for (const [row, low, high, why] of changed) update.run(low, high, why, row);
  return changed.length > 0;
}

function hasRows({ db }: Pick<ReadableStudy, 'db'>): boolean {
  return db.prepare(`SELECT 1 FROM ${quoted(rowTable(name))} LIMIT 1`).get() !== undefined;
}

/** Baselines by test and subject: the last number on or before the subject's anchor day. */
export type Baselines = ReadonlyMap<string, GradeBaseline>;

/** Returns the baseline of a record; null if its subject has none. */
export function baselineIn(baselines: Baselines, row: Row): GradeBaseline | null {
  return baselines.get(keyOf(String(row['subject']), String(row['test_code']))) ?? null;
}

/** Codes contain no blank. */
function keyOf(subject: string, code: string): string {
  return `${code} ${subject}`;
}

function subjectOfKey(key: string): string {
  return key.slice(key.indexOf(' ') + 1);
}

/** Condition for records of these tests; the code is a shared cell. */
const ofTests = `_shared IN (SELECT _id FROM ${quoted(sharedTable(name))} WHERE test_code IN (SELECT value FROM json_each(?)))`;

/** Returns the last number of each subject and test (LBTESTCD) on or before the subject's anchor day. Must run inside a snapshot. */
export function readBaselines(study: Pick<ReadableStudy, 'db' | 'study'>, tests: readonly string[]): Baselines {
  const days = defaultAnchorDays(study);
  const { first, last } = plausibleBounds(asOfOf(study, name));
  const rows = study.db
    .prepare<[string, number, number], [string, string, string, number, number, RangeFlag | null]>(
      `SELECT subject, test_code, substr(collected, 1, ${String(wholeDate)}), collected_at, standard_result, range_flag FROM ${wholeRecords(name)}
       WHERE ${ofTests} AND subject <> '' AND standard_result IS NOT NULL AND collected_at BETWEEN ? AND ? AND length(collected) >= ${String(wholeDate)}
       ORDER BY ${quoted(rowTable(name))}.rowid`,
    )
    .raw();
  const latest = new Map<string, GradeBaseline & { readonly at: number }>();
  for (const [subject, code, date, at, value, flag] of rows.iterate(JSON.stringify(tests), first, last)) {
    const day = days.get(subject);
    const found = day === undefined ? null : calendarDay(date);
    if (day === undefined || found === null || found > day) continue;
    const key = keyOf(subject, code);
    const before = latest.get(key);
    if (before === undefined || at >= before.at) latest.set(key, { value, flag, at });
  }
  return latest;
}

/** Subjects with a baseline not flagged as within its range. */
function subjectsBeyond(baselines: Baselines): readonly string[] {
  return [...new Set([...baselines].flatMap(([key, { flag }]) => (flag === 'NORMAL' ? [] : [subjectOfKey(key)])))];
}

interface RowsAtOnce {
  readonly most: number;
  /** Only records of these subjects and records without a grade; null: all. */
  readonly only: readonly string[] | null;
}

/** Returns a function that reads the next records of some tests after a row number: the inputs of their grades and the grades they have. */
export function gradedRows(db: Db, tests: readonly string[], { most, only }: RowsAtOnce): (behind: number) => readonly Row[] {
  const row = `${quoted(rowTable(name))}.rowid`;
  const those = only === null ? '' : 'AND (ctcae_not_graded IS NOT NULL OR subject IN (SELECT value FROM json_each(?)))';
  const read = db.prepare<(string | number)[], Row>(
    `SELECT ${row} AS _row, subject, test_code, ifnull(result_number_sent, result_number) AS result_number, result, unit, reference_range,
      ctcae_grade_low, ctcae_grade_high, ctcae_not_graded FROM ${wholeRecords(name)} WHERE ${row} > ? AND ${ofTests} ${those} ORDER BY ${row} LIMIT ?`,
  );
  const listed = [JSON.stringify(tests), ...(only === null ? [] : [JSON.stringify(only)])];
  return (behind) => read.all(behind, ...listed, most);
}
