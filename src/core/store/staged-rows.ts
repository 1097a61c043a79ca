import type { Dataset } from '../../shared/datasets/declaration.ts';
import { shortHash } from '../bundle/bundle-entry.ts';
import type { ExtractedRow, FoundIssue } from '../extract/extractor.ts';
import type { Db } from './database.ts';
import { internalColumns, quoted, tableColumns } from './projection.ts';

type Bound = Buffer | number | string | null;

/** The hashes of record keys, one after the other, as a body keeps them. */
export function keyHashes(rows: readonly ExtractedRow[]): Buffer {
  return Buffer.concat(rows.map((row) => shortHash(row.key)));
}

/** A function that inserts rows into a table of a dataset, given the generations in which they were new and changed. */
export function rowInserter(db: Db, dataset: Dataset, table: string): (row: ExtractedRow, added: number, changed: number) => void {
  const columns = tableColumns(dataset);
  const insert = db.prepare<Bound[]>(`INSERT INTO ${quoted(table)} (${columns.map(quoted).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`);
  return (row, added, changed) => {
    const internals: Record<(typeof internalColumns)[number], Bound> = { _hash: row.hash, _added: added, _changed: changed, _undescribed: row.undescribed };
    insert.run(...row.cells, ...internalColumns.map((column) => internals[column]));
  };
}

/** A function that tells whether a record is shown exactly as it came. */
export function shownRows(db: Db, dataset: Dataset): (row: ExtractedRow) => boolean {
  const hash = db.prepare<[string], Buffer>(`SELECT _hash FROM ${quoted(dataset.name)} WHERE ${quoted(dataset.key)} = ?`).pluck();
  return (row) => hash.get(row.key)?.equals(row.hash) === true;
}

export function insertIssues(db: Db, body: number, issues: readonly FoundIssue[]): void {
  const insert = db.prepare('INSERT INTO body_issue (body, key, rule, path, quarantined) VALUES (?, ?, ?, ?, ?)');
  for (const issue of issues) insert.run(body, issue.key, issue.rule, issue.path, issue.quarantined ? 1 : 0);
}
