import { databaseBytes, type Db } from './database.ts';

/** Free pages that stay: every sync needs some for a moment. */
const KEPT_FREE = 8;
/** Pages that are given back in one transaction: 4 MiB. */
const PAGES_AT_ONCE = 1024;
/** Bytes of the largest file that is written anew: it is held in memory meanwhile. */
const MOST_WRITTEN_ANEW = 128 * 1024 * 1024;

/**
 * Gives the free pages of a database back to the disk: pages from its end take the place of free ones, a part in each step and transaction.
 * A file of an earlier version does not know of its pages to what they belong: it is written anew, once and in one step, and does from then
 * on. A larger one keeps its free pages for later syncs. The file becomes shorter with the next checkpoint. Throws SqliteError.
 */
export function* giveBackFreePages(db: Db): Generator<void> {
  let free = numberOf(db, 'freelist_count');
  if (free <= KEPT_FREE) return;
  if (numberOf(db, 'auto_vacuum') === 0) {
    if (databaseBytes(db) > MOST_WRITTEN_ANEW) return;
    db.pragma('auto_vacuum=INCREMENTAL');
    db.exec('VACUUM');
    yield;
    return;
  }
  while (free > 0) {
    // Each page is a step of the statement: `pragma` would hand an object for each of them back.
    db.exec(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`);
    yield;
    const left = numberOf(db, 'freelist_count');
    if (left >= free) return;
    free = left;
  }
}

function numberOf(db: Db, pragma: 'auto_vacuum' | 'freelist_count'): number {
  return Number(db.pragma(pragma, { simple: true }));
}
