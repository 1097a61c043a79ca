import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { isByBaseline } from '../../../shared/datasets/declaration.ts';
import { testsByBaseline } from '../../../shared/grading/grade-result.ts';
import type { Proof } from '../../../shared/status.ts';
import { digestOf } from '../../bundle/bundle-entry.ts';
import type { ExtractedRow, FoundIssue } from '../../extract/extractor.ts';
import { sqlColumns } from '../../extract/sql-columns.ts';
import { quoted, rowTable } from '../database/layout.ts';
import { isWhole } from '../database/database.ts';
import { findPass, listPages, rereadPage, type StoredPage } from '../pages/stored-pages.ts';
import { guarded, storeError } from '../database/store-error.ts';
import type { ReadableStudy } from '../database/study.ts';
import { readNumber } from '../database/read-number.ts';

/**
 * Checks a study's file against itself: its structure, every body against its digest, every pass against its proof, and every row and issue
 * against the pages. Returns one sentence per finding; empty if everything is sound. Throws CORRUPT if a part cannot be read at all.
 */
export function checkStudy(study: ReadableStudy): readonly string[] {
  return guarded(whatIs(study), () => study.db.transaction(() => [...findingsOf(study)].filter((finding) => finding !== null)).deferred());
}

/**
 * The same one step after the other, such as a page: each gives a finding, or null for none. Other work can run between two steps, but not
 * on this connection. The check ends early with the iterator.
 */
export function* checkInSteps(study: ReadableStudy): Generator<string | null, void, undefined> {
  try {
    study.db.exec('BEGIN');
    yield* findingsOf(study);
  } catch (error: unknown) {
    throw storeError(error, whatIs(study));
  } finally {
    if (study.db.inTransaction) study.db.exec('ROLLBACK');
  }
}

function whatIs({ study }: ReadableStudy): string {
  return `The cache of study ${study}`;
}

function* findingsOf(study: ReadableStudy): Generator<string | null, void, undefined> {
  yield* checkStructure(study);
  for (const dataset of study.datasets) yield* checkDataset(study, dataset);
}

function checkStructure({ db, study }: ReadableStudy): readonly string[] {
  const sound = isWhole(db) && (db.pragma('foreign_key_check') as readonly unknown[]).length === 0;
  return sound ? [] : [`The structure of the cache file of study ${study} is damaged. ${advice}`];
}

const advice = 'Nothing was deleted. Set the file aside and mirror the study again.';

function* checkDataset(study: ReadableStudy, dataset: Dataset): Generator<string | null, void, undefined> {
  const pass = findPass(study, dataset.name, 'current');
  const rows = readNumber(study.db, `SELECT count(*) FROM ${quoted(rowTable(dataset.name))}`);
  if (pass === null) {
    yield rows === 0 ? null : sentence(study, dataset, 'has rows although nothing was mirrored');
    return;
  }
  const pages = listPages(study, pass);
  yield isProven(study, pass, pages) ? null : sentence(study, dataset, 'has pages that differ from those proven complete');
  const read = yield* readPages(study, dataset, pages);
  if (read.rows !== rows || !read.sameRows) yield sentence(study, dataset, 'has rows that do not match its pages');
  if (!read.sameIssues) yield sentence(study, dataset, 'has issues that do not match its pages');
}

/** Whether these pages of a pass are those of its proof. */
export function isProven({ db }: ReadableStudy, pass: number, pages: readonly StoredPage[]): boolean {
  const stored = db.prepare<[number], string | null>('SELECT proof FROM pass WHERE id = ?').pluck().get(pass) ?? null;
  const proof = stored === null ? null : (JSON.parse(stored) as Proof);
  return proof !== null && proof.pages === pages.length && proof.digest === digestOf(pages.map((page) => page.digest).join(''));
}

interface ReadPages {
  readonly rows: number;
  readonly sameRows: boolean;
  readonly sameIssues: boolean;
}

/** Compares the pages with the rows and issues, one page at a step. */
function* readPages(study: ReadableStudy, dataset: Dataset, pages: readonly StoredPage[]): Generator<null, ReadPages, undefined> {
  const isSameRow = rowComparer(study, dataset);
  let rows = 0;
  let sameRows = true;
  let sameIssues = true;
  for (const page of pages) {
    const read = rereadPage(study, dataset.name, page);
    rows += read.rows.length;
    sameRows &&= read.rows.every(isSameRow);
    sameIssues &&= isSameList(study, page, read.issues);
    yield null;
  }
  return { rows, sameRows, sameIssues };
}

/**
 * Compares a row with what its page says; order and spacing of the text are ignored. Of tests that CTCAE grades without a baseline, that
 * includes the grades.
 */
function rowComparer({ db, terms }: ReadableStudy, dataset: Dataset): (row: ExtractedRow) => boolean {
  const columns = sqlColumns(dataset);
  const code = columns.findIndex(({ name }) => name === 'test_code');
  const gradedByBaseline = new Set<unknown>(testsByBaseline(terms.ctcae));
  const read = db
    .prepare<[string], readonly unknown[]>(
      `SELECT ${columns.map(({ name }) => quoted(name)).join(', ')}, _undescribed, _hash FROM ${quoted(dataset.name)} WHERE ${quoted(dataset.key)} = ?`,
    )
    .raw();
  return (row) => {
    const stored = read.get(row.key);
    const hash = stored?.at(-1);
    if (stored === undefined || !(hash instanceof Buffer) || !hash.equals(row.hash)) return false;
    const isUnsaid = gradedByBaseline.has(row.cells[code]);
    const isSame = columns.every(({ column }, at) => row.cells[at] === stored[at] || (isUnsaid && isByBaseline(column)));
    return isSame && row.undescribed === stored.at(-2);
  };
}

function isSameList({ db }: ReadableStudy, page: StoredPage, issues: readonly FoundIssue[]): boolean {
  const stored = db
    .prepare<[number], readonly unknown[]>('SELECT key, rule, path, quarantined FROM body_issue WHERE body = ? ORDER BY id')
    .raw()
    .all(page.body);
  return (
    JSON.stringify(stored) === JSON.stringify(issues.map(({ key, rule, path, quarantined }) => [key, rule, path, quarantined ? 1 : 0]))
  );
}

function sentence({ study }: ReadableStudy, dataset: Dataset, what: string): string {
  return `${dataset.title} of study ${study} ${what}. ${advice}`;
}
