import type { Dataset, DatasetName } from '../../shared/datasets/datasets.ts';
import type { Db } from './database.ts';
import { layoutOf, quoted, rowTable, sharedTable } from './layout.ts';
import { createIndexes, createRows, createShared, createView, rowColumns } from './projection.ts';
import type { WritableStudy } from './study.ts';

/** Tables are written anew where more than this share of their pages is empty, and that is more than so many bytes. */
const MOST_EMPTY_SHARE = 1 / 6;
const LEAST_EMPTY_BYTES = 65_536;
/** Bytes of the largest dataset that is written anew: an index is sorted in memory, so that nothing of it is ever on the disk in clear. */
const MOST_WRITTEN_ANEW = 128 * 1024 * 1024;

/** Notes that rows of a dataset went or became others, which leaves gaps in its pages. Belongs inside the transaction that does it. */
export function noteLoosened(db: Db, dataset: DatasetName): void {
  db.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES (?, '')").run(noteOf(dataset));
}

function noteOf(dataset: DatasetName): string {
  return `loosened ${dataset}`;
}

/**
 * Writes the tables anew of those datasets whose pages have gaps that no later row would fill: SQLite joins pages only when they are two
 * thirds empty, and a new row goes to the end. One transaction a dataset; rows keep their numbers. A dataset that takes more than `most`
 * bytes with its indexes keeps its gaps. Throws SqliteError.
 */
export function* packLooseTables(study: WritableStudy, most = MOST_WRITTEN_ANEW): Generator<void> {
  const { db } = study;
  const isNoted = db.prepare('SELECT 1 FROM meta WHERE name = ?').pluck();
  for (const dataset of study.datasets) {
    if (isNoted.get(noteOf(dataset.name)) === undefined) continue;
    const { bytes, empty } = takenBy(db, dataset);
    const isLoose = bytes <= most && empty > LEAST_EMPTY_BYTES && empty > bytes * MOST_EMPTY_SHARE;
    db.transaction(() => {
      if (isLoose) writeTablesAnew(db, dataset);
      db.prepare('DELETE FROM meta WHERE name = ?').run(noteOf(dataset.name));
    }).immediate();
    yield;
  }
}

/** Bytes of the pages of a dataset's tables and indexes, and how many of them are empty. */
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
  // Its indexes are in the way of those of the same names.
  create(table);
  db.exec(`INSERT INTO ${quoted(table)} (${names}) SELECT ${names} FROM ${loose} ORDER BY rowid; DROP TABLE ${loose}`);
}
