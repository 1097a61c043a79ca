import type { Dataset, DatasetName } from '../../../shared/datasets/datasets.ts';
import type { Db } from '../database/database.ts';
import { readMeta, removeMeta, writeMeta } from '../database/meta.ts';
import { layoutOf, quoted, rowTable, sharedTable } from '../database/layout.ts';
import { createIndexes, createRows, createShared, createView, rowColumns } from '../database/projection.ts';
import type { WritableStudy } from '../database/study.ts';

/** Tables are rewritten if more than this share of their pages is empty, and the empty part exceeds this many bytes. */
const MOST_EMPTY_SHARE = 1 / 6;
const LEAST_EMPTY_BYTES = 65_536;
/** Size in bytes of the largest dataset that is rewritten. Indexes are sorted in memory, so that no clear text reaches the disk. */
const MOST_WRITTEN_ANEW = 128 * 1024 * 1024;

/** Notes that rows of a dataset were deleted or changed, which leaves gaps in its pages. Must run inside the transaction that does so. */
export function noteGaps(db: Db, dataset: DatasetName): void {
  writeMeta(db, noteOf(dataset), '');
}

function noteOf(dataset: DatasetName): string {
  return `loosened ${dataset}`;
}

/**
 * Rewrites the tables of datasets whose pages have gaps that no later row would fill: SQLite merges pages only when they are two thirds
 * empty, and a new row goes to the end. One transaction per dataset; row numbers do not change. A dataset that takes more than `most` bytes
 * including its indexes keeps its gaps. Throws SqliteError.
 */
export function* compactTables(study: WritableStudy, most = MOST_WRITTEN_ANEW): Generator<void> {
  const { db } = study;
  for (const dataset of study.datasets) {
    if (readMeta(db, noteOf(dataset.name)) === undefined) continue;
    const { bytes, empty } = takenBy(db, dataset);
    const shouldCompact = bytes <= most && empty > LEAST_EMPTY_BYTES && empty > bytes * MOST_EMPTY_SHARE;
    db.transaction(() => {
      if (shouldCompact) writeTablesAnew(db, dataset);
      removeMeta(db, noteOf(dataset.name));
    }).immediate();
    yield;
  }
}

/** Bytes of the pages of a dataset's tables and indexes, and how many of these bytes are empty. */
interface Taken {
  readonly bytes: number;
  readonly empty: number;
}

function takenBy(db: Db, dataset: Dataset): Taken {
  const found = db
    .prepare<[string, string], Taken>(
      `SELECT ifnull(sum(d.pgsize), 0) AS bytes, ifnull(sum(d.unused), 0) AS empty
      FROM sqlite_schema s JOIN dbstat d ON d.name = s.name AND d.aggregate = 1 WHERE s.tbl_name IN (?, ?) AND s.rootpage > 0`,
    )
    .get(rowTable(dataset.name), sharedTable(dataset.name));
  return found ?? { bytes: 0, empty: 0 };
}

function writeTablesAnew(db: Db, dataset: Dataset): void {
  db.exec(`DROP VIEW ${quoted(dataset.name)}`);
  const shared = layoutOf(dataset).shared.columns.map(({ name }) => name);
  copyTable(db, sharedTable(dataset.name), ['_id', ...shared], () => createShared(db, dataset));
  copyTable(db, rowTable(dataset.name), ['rowid', ...rowColumns(dataset)], (table) => createRows(db, dataset, table));
  createIndexes(db, dataset);
  createView(db, dataset);
}

function copyTable(db: Db, table: string, columns: readonly string[], create: (table: string) => void): void {
  const loose = quoted(`${table}_loose`);
  const names = columns.map(quoted).join(', ');
  db.exec(`ALTER TABLE ${quoted(table)} RENAME TO ${loose}`);
  // The renamed table keeps its indexes, so new ones of the same names must wait until it is dropped.
  create(table);
  db.exec(`INSERT INTO ${quoted(table)} (${names}) SELECT ${names} FROM ${loose} ORDER BY rowid; DROP TABLE ${loose}`);
}
