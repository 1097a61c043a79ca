import { databaseBytes, type Db } from '../database/database.ts';

/** Free pages to keep: every sync needs some temporarily. */
const KEPT_FREE = 8;
/** Pages returned in one transaction: 4 MiB. */
const PAGES_AT_ONCE = 1024;
/** Size in bytes of the largest file that is rewritten, because it is held in memory meanwhile. */
const MOST_WRITTEN_ANEW = 128 * 1024 * 1024;

/**
 * Returns free pages of a database to the disk: pages from its end replace free ones, some in each step and transaction. A file of an
 * earlier version does not record what its pages belong to; it is rewritten once, in one step, and records it from then on. If it is too
 * large for that, its free pages stay for later syncs. The file shrinks at the next checkpoint. Throws SqliteError.
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
    // Each page is a step of the statement; `pragma` would return an object for each.
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
