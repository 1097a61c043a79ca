import { copyFileSync } from 'node:fs';
import { AppError } from '../../../shared/errors.ts';
import { syncFile } from '../../platform/files.ts';
import { checkpoint, isWhole, openDatabase, removeDatabase } from '../database/database.ts';
import { guarded } from '../database/store-error.ts';

/** A study's file and its 32-byte key. */
export interface KeyedFile {
  readonly path: string;
  readonly key: Buffer;
}

/**
 * Copies a study's file under another key, page by page, and rereads the whole copy with that key. The original is unchanged. The caller
 * holds the writer's lock and removes leftovers of an ended process. Throws BUSY, CORRUPT, STORE.
 */
export function copyUnderKey(from: KeyedFile, to: KeyedFile): void {
  guarded('The copy of a study under its new key', () => {
    emptyJournalOf(from);
    removeDatabase(to.path);
    copyFileSync(from.path, to.path);
    try {
      encryptAnew(to.path, from.key, to.key);
      assertReadable(to);
      syncFile(to.path);
    } catch (error: unknown) {
      removeDatabase(to.path);
      throw error;
    }
  });
}

/** A copy of the file would lack what is in the journal. */
function emptyJournalOf({ path, key }: KeyedFile): void {
  const db = openDatabase(path, key, 'write');
  try {
    if (!checkpoint(db))
      throw new AppError('BUSY', 'A study is being read by another Carrel, so it keeps its key for now. Try again when that is done.');
  } finally {
    db.close();
  }
}

/** Without a journal, because only the copy is at stake. */
function encryptAnew(path: string, before: Buffer, after: Buffer): void {
  const db = openDatabase(path, before, 'write');
  const raw = Buffer.concat([Buffer.from('raw:'), after]);
  try {
    db.pragma('journal_mode = DELETE');
    db.pragma('journal_mode = OFF');
    db.rekey(raw);
  } finally {
    raw.fill(0);
    db.close();
  }
}

/** Opening verifies key and settings; the check reads every page and its authentication tag. */
function assertReadable({ path, key }: KeyedFile): void {
  const db = openDatabase(path, key, 'write');
  try {
    if (!isWhole(db))
      throw new AppError('STORE', 'The copy of a study under its new key is damaged and is not used. Nothing was changed. Try again.');
    checkpoint(db);
  } finally {
    db.close();
  }
}
