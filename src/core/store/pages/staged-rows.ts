import type Database from 'better-sqlite3-multiple-ciphers';
import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { memoizeByOwner } from '../../../shared/derive/memoize.ts';
import { shortHashText } from '../../bundle/bundle-entry.ts';
import type { ExtractedRow, FoundIssue } from '../../extract/extractor.ts';
import type { Db } from '../database/database.ts';
import { quoted, rowTable } from '../database/layout.ts';
import type { StorableRow } from './encoded-rows.ts';
import { rowColumns } from '../database/projection.ts';
import { sharedCells } from './shared-cells.ts';

type Bound = Uint8Array | number | string | null;

/** The hashes of record keys, concatenated, as a body stores them. */
export function keyHashes(rows: readonly ExtractedRow[]): Buffer {
  let hashes = '';
  for (const row of rows) hashes += shortHashText(row.key);
  return Buffer.from(hashes, 'latin1');
}

/** Most statements cached per table; a service has few kinds of rows. */
const MOST_STATEMENTS = 64;

/**
 * Returns a function that inserts rows into a table of a dataset, with the generations in which they were added and changed, under the next
 * number or the given one. Binding a null costs twice as much as binding a number, so each set of filled columns has its own statement.
 */
export function rowInserter(
  db: Db,
  dataset: Dataset,
  table: string,
): (row: StorableRow, added: number, changed: number, number?: number | null) => void {
  const columns = [...rowColumns(dataset), 'rowid'];
  const idOf = sharedCells(db, dataset);
  const statements = new Map<string, Database.Statement<Bound[]>>();
  const prepareFor = (isFilled: (place: number) => boolean): Database.Statement<Bound[]> => {
    const filled = columns.filter((_, place) => isFilled(place));
    return db.prepare<Bound[]>(
      `INSERT INTO ${quoted(table)} (${filled.map(quoted).join(', ')}) VALUES (${filled.map(() => '?').join(', ')})`,
    );
  };
  return ({ own, shared, hash, undescribed }, added, changed, number = null) => {
    const { kind, values } = filledValues(own, [idOf(shared), hash, added, changed, undescribed, number]);
    let statement = statements.get(kind);
    if (statement === undefined) {
      if (statements.size >= MOST_STATEMENTS) statements.clear();
      statement = prepareFor((place) => (kind.charCodeAt(place >> 4) & (1 << (place & 15))) !== 0);
      statements.set(kind, statement);
    }
    statement.run(...values);
  };
}

/** The values that are not null, and a bit mask of their columns, sixteen bits per character. */
function filledValues(own: readonly Bound[], internal: readonly Bound[]): { readonly kind: string; readonly values: readonly Bound[] } {
  const values: Bound[] = [];
  let kind = '';
  let bits = 0;
  for (let place = 0; place < own.length + internal.length; place++) {
    const value = (place < own.length ? own[place] : internal[place - own.length]) ?? null;
    if (value !== null) {
      values.push(value);
      bits |= 1 << (place & 15);
    }
    if ((place & 15) === 15) {
      kind += String.fromCharCode(bits);
      bits = 0;
    }
  }
  return { kind: kind + String.fromCharCode(bits), values };
}

/** Returns a function that checks if a record is shown exactly as received. */
export function shownRows(db: Db, dataset: Dataset): (row: Pick<StorableRow, 'key' | 'hash'>) => boolean {
  const hash = db.prepare<[string], Buffer>(`SELECT _hash FROM ${quoted(rowTable(dataset.name))} WHERE ${quoted(dataset.key)} = ?`).pluck();
  return (row) => hash.get(row.key)?.equals(row.hash) === true;
}

const issueInserter = memoizeByOwner((db: Db) =>
  db.prepare('INSERT INTO body_issue (body, key, rule, path, quarantined) VALUES (?, ?, ?, ?, ?)'),
);

export function insertIssues(db: Db, body: number, issues: Iterable<FoundIssue>): void {
  const insert = issueInserter(db);
  for (const issue of issues) insert.run(body, issue.key, issue.rule, issue.path, issue.quarantined ? 1 : 0);
}
