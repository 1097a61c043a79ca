import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { columnsOf } from '../database/database.ts';
import { gradeByBaseline } from '../flip/grade-by-baseline.ts';
import { layoutOf, quoted, rowTable, sharedTable, stagedTable } from '../database/layout.ts';
import { storableRow, type StorableRow } from '../pages/encoded-rows.ts';
import { createIndexes, createRows, createShared, createView, recordFingerprint, staleProjections } from '../database/projection.ts';
import { insertIssues, keyHashes, rowInserter, shownRows } from '../pages/staged-rows.ts';
import { forgetOrder } from '../passes/staged-order.ts';
import { countFirstLoad, storeCounts } from '../database/status.ts';
import { findPass, listPages, rereadPage, type StoredPage } from '../pages/stored-pages.ts';
import { readNumber } from '../database/read-number.ts';
import type { ReadableStudy } from '../database/study.ts';
import { recordSubjectsSeen } from '../database/subjects-seen.ts';

/**
 * Rereads the stored pages into the tables of datasets whose declaration or terms have changed, one transaction each, without the network.
 * Generations and order of records are preserved; the ledger gets no entry, because no data changed.
 */
export function rebuildProjections(study: ReadableStudy): readonly Dataset[] {
  const stale = staleProjections(study.db, study.datasets, study.terms);
  for (const dataset of stale)
    study.db
      .transaction(() => {
        rebuild(study, dataset);
        // Until the last dataset is rebuilt, others may still have tables of an earlier version.
        if (dataset !== stale.at(-1)) return;
        gradeByBaseline(
          study,
          stale.some(({ name }) => name === 'labs'),
        );
        recordSubjectsSeen(study, true);
      })
      .immediate();
  return stale;
}

function rebuild(study: ReadableStudy, dataset: Dataset): void {
  const { db } = study;
  // A dataset declared after the file was created has no state yet.
  db.prepare('INSERT OR IGNORE INTO state (dataset) VALUES (?)').run(dataset.name);
  // Columns that were read from staged rows have the cells of before.
  forgetOrder(db, dataset.name);
  const known = setOldTableAside(study, dataset);
  createRows(db, dataset, rowTable(dataset.name));
  createShared(db, dataset);
  createView(db, dataset);
  const records = readShownPages(study, dataset, known);
  db.exec(`DROP TABLE IF EXISTS ${quoted(oldTable(dataset))}; DROP TABLE IF EXISTS ${quoted(stagedTable(dataset.name))}`);
  createIndexes(db, dataset);
  createRows(db, dataset, stagedTable(dataset.name));
  readStagedPages(study, dataset);
  countFirstLoad(study, dataset.name);
  storeCounts(study, dataset.name, records);
  recordFingerprint(db, dataset, study.terms);
}

/** What is known of a record that is read again. `row`: its number in the table; null: the next one. */
type Known = (key: string) => readonly [added: number, changed: number, row: number | null];

function oldTable(dataset: Dataset): string {
  return `${rowTable(dataset.name)}_old`;
}

/** Renames the table of records and indexes it by key if the key column still exists. Returns a function from a key to what it says. */
function setOldTableAside({ db }: ReadableStudy, dataset: Dataset): Known {
  const columns = columnsOf(db, rowTable(dataset.name));
  const newest = db.prepare<[string], number | null>('SELECT generation FROM state WHERE dataset = ?').pluck().get(dataset.name) ?? 0;
  db.exec(`DROP VIEW IF EXISTS ${quoted(dataset.name)}; DROP TABLE IF EXISTS ${quoted(sharedTable(dataset.name))}`);
  if (columns.length === 0) return () => [newest, newest, null];
  const indexes = db
    .prepare<[string], string>("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL")
    .pluck()
    .all(rowTable(dataset.name));
  for (const index of indexes) db.exec(`DROP INDEX ${quoted(index)}`);
  db.exec(`ALTER TABLE ${quoted(rowTable(dataset.name))} RENAME TO ${quoted(oldTable(dataset))}`);
  if (!columns.includes(dataset.key)) return () => [newest, newest, null];
  db.exec(`CREATE INDEX ${quoted(`${oldTable(dataset)}_key`)} ON ${quoted(oldTable(dataset))} (${quoted(dataset.key)})`);
  const read = db
    .prepare<[string], [number, number, number]>(
      `SELECT _added, _changed, rowid FROM ${quoted(oldTable(dataset))} WHERE ${quoted(dataset.key)} = ?`,
    )
    .raw();
  let last = readNumber(db, `SELECT ifnull(max(rowid), 0) FROM ${quoted(oldTable(dataset))}`);
  return (key) => read.get(key) ?? [newest, newest, (last += 1)];
}

function readShownPages(study: ReadableStudy, dataset: Dataset, known: Known): number {
  const pass = findPass(study, dataset.name, 'current');
  if (pass === null) return 0;
  const insert = rowInserter(study.db, dataset, rowTable(dataset.name));
  const present = new Set<string>();
  for (const page of onePerBody(listPages(study, pass))) {
    for (const row of rereadBody(study, dataset, page)) {
      // The new key may be less distinct than the one by which the pass was proven; the first record is kept.
      if (!present.has(row.key)) insert(row, ...known(row.key));
      present.add(row.key);
    }
  }
  return present.size;
}

function readStagedPages(study: ReadableStudy, dataset: Dataset): void {
  const pass = findPass(study, dataset.name, 'staged');
  if (pass === null) return;
  const { db } = study;
  db.prepare(`UPDATE pass SET combinations = (SELECT ifnull(max(_id), 0) FROM ${quoted(sharedTable(dataset.name))}) WHERE id = ?`).run(
    pass,
  );
  const generation = db.prepare<[number], number>('SELECT generation FROM pass WHERE id = ?').pluck().get(pass) ?? 0;
  const insert = rowInserter(db, dataset, stagedTable(dataset.name));
  const isShown = shownRows(db, dataset);
  for (const page of onePerBody(listPages(study, pass))) {
    for (const row of rereadBody(study, dataset, page)) if (!isShown(row)) insert(row, generation, generation);
  }
}

/** Pages may share a body; its records were stored once. */
function onePerBody(pages: readonly StoredPage[]): Iterable<StoredPage> {
  return new Map(pages.map((page) => [page.body, page])).values();
}

/** Returns the rows of a page, and rewrites what is stored of its body: what it says about itself, its keys and issues. */
function rereadBody(study: ReadableStudy, dataset: Dataset, page: StoredPage): readonly StorableRow[] {
  const { db } = study;
  const { head, entries, rows, issues } = rereadPage(study, dataset.name, page);
  db.prepare('UPDATE body SET head = ?, entries = ?, keys = ? WHERE id = ?').run(JSON.stringify(head), entries, keyHashes(rows), page.body);
  db.prepare('UPDATE page SET entries = ?, total = ? WHERE body = ?').run(entries, head.total, page.body);
  db.prepare('DELETE FROM body_issue WHERE body = ?').run(page.body);
  insertIssues(db, page.body, issues);
  const layout = layoutOf(dataset);
  return rows.map((row) => storableRow(layout, row));
}
