import Database from 'better-sqlite3-multiple-ciphers';
import { closeSync, fsyncSync, openSync, readSync, statSync } from 'node:fs';
import { AppError } from '../../shared/errors.ts';
import { memoizeByOwner } from './memoize-by-owner.ts';
import { nativeBinding } from './native-binding.ts';
import { damaged } from './store-error.ts';

export type Db = Database.Database;

const KEY_BYTES = 32;
/** Bytes of a page, unless a file says otherwise; none of ours does. */
const PAGE = 4096;
const MAGIC = 'SQLite format 3\0';
/** Pragma, value to set, value that must be read back. */
const settings = [
  ['temp_store', 'MEMORY', 2],
  ['synchronous', 'FULL', 2],
  ['trusted_schema', 'OFF', 0],
  ['cell_size_check', 'ON', 1],
  ['secure_delete', 'ON', 1],
  ['foreign_keys', 'ON', 1],
] as const;

/**
 * Opens an encrypted database with all promised settings and proves each by reading it back; `write` makes the file where there is none.
 * `key`: 32 random bytes. `company`: another thread of this process has it open. Throws CORRUPT where key and file do not belong
 * together or the file is not encrypted, SqliteError otherwise.
 */
export function openDatabase(path: string, key: Buffer, access: 'read' | 'write', company: 'none' | 'thread' = 'none'): Db {
  if (key.length !== KEY_BYTES) throw new TypeError('The key of a database has 32 bytes.');
  for (const suffix of ['', '-wal', '-shm', '-journal']) assertOrdinary(path + suffix);
  const isNew = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
  if (isNew) open(path, key, access, 'new').close();
  if (company === 'none' && !isOpenHere(path)) assertEncrypted(path);
  const db = connect(path, key, access);
  connections.set(path, [...(connections.get(path) ?? []).filter((other) => other.open), db]);
  return db;
}

/**
 * The connections of this thread. POSIX takes all locks that a process has on a file as soon as it closes that file once, whoever opened it:
 * a file that a connection is open to must be looked at by SQLite alone, or the last writer elsewhere would take its journal away.
 */
const connections = new Map<string, readonly Db[]>();

function isOpenHere(path: string): boolean {
  return connections.get(path)?.some((db) => db.open) ?? false;
}

function connect(path: string, key: Buffer, access: 'read' | 'write'): Db {
  try {
    return open(path, key, access, 'shared');
  } catch (error: unknown) {
    if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_IOERR_SHMSIZE') throw error;
    // A full disk has no room for the memory that processes share, but what was mirrored must stay readable: one process alone needs none.
    return open(path, key, access, 'alone');
  }
}

/** A connection that is the only one there is. Throws SqliteError (busy) where another process has the file open. */
export function openAlone(path: string, key: Buffer): Db {
  return open(path, key, 'write', 'alone');
}

/** A database in memory, for asking a few rows that are in no file. */
export function openInMemory(): Db {
  return new Database(':memory:', nativeBinding());
}

/** Whether a file is shorter than one of SQLite's pages, which it would take for a database that is still to be made. */
export function isCutShort(path: string): boolean {
  return statSync(path).size < PAGE;
}

function open(path: string, key: Buffer, access: 'read' | 'write', company: 'shared' | 'alone' | 'new'): Db {
  const db = new Database(path, {
    readonly: access === 'read' && company !== 'alone',
    fileMustExist: access === 'read',
    timeout: WAIT,
    ...nativeBinding(),
  });
  try {
    unlock(db, key);
    if (company === 'alone') db.pragma('locking_mode=EXCLUSIVE');
    // Only a file without any page takes it: where each page belongs is noted from then on, so that free ones can be given back.
    if (company === 'new') db.pragma('auto_vacuum=INCREMENTAL');
    applySettings(db, access);
    return db;
  } catch (error: unknown) {
    db.close();
    throw error;
  }
}

/** Milliseconds that a checkpoint waits for readers, and that anything else waits for another writer. */
const CHECKPOINT_WAIT = 250;
const WAIT = 5000;

/** Moves the journal into the file, so that losing the journal loses nothing; false where a reader is in the way (try again later). */
export function checkpoint(db: Db): boolean {
  db.pragma(`busy_timeout = ${CHECKPOINT_WAIT}`);
  try {
    const [outcome] = db.pragma('wal_checkpoint(TRUNCATE)') as readonly { readonly busy: number }[];
    return outcome?.busy === 0;
  } finally {
    db.pragma(`busy_timeout = ${WAIT}`);
  }
}

/**
 * Encrypts every page of a file anew under another key. For a file that nobody else has open and that can be made again: a crash in
 * between leaves one that neither key opens. Its journal is encrypted as well, and takes as much room as the file meanwhile.
 */
export function changeKey(path: string, key: Buffer, newKey: Buffer): void {
  const db = new Database(path, { fileMustExist: true, timeout: WAIT, ...nativeBinding() });
  try {
    unlock(db, key);
    db.pragma('temp_store=MEMORY');
    // The library changes no key under a write-ahead log.
    assertSetting(db, 'journal_mode=DELETE', 'delete');
    db.pragma('synchronous=OFF');
    const raw = rawKey(newKey);
    db.rekey(raw);
    raw.fill(0);
  } finally {
    db.close();
  }
  openDatabase(path, newKey, 'write').close();
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Writes all of a database, as it is now, into a new file under the same key, encrypted as well. The target must not exist. */
export function copyDatabase(db: Db, target: string): void {
  // Nothing is written to the database itself, but SQLite asks for the right to write somewhere.
  db.pragma('query_only=OFF');
  try {
    db.prepare('VACUUM INTO ?').run(target);
  } finally {
    if (db.readonly) db.pragma('query_only=ON');
  }
}

/** Bytes of a database as this connection sees it, its journal included. */
export function databaseBytes(db: Db): number {
  return askBytes(db).get() ?? 0;
}

const askBytes = memoizeByOwner((db: Db) =>
  db.prepare<[], number>('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size').pluck(),
);

/** KiB of decrypted pages: a file up to this size is held whole by its writer, of a larger one as much as SQLite does unasked. */
const WHOLE_FILE = 98_304;
const PART_OF_FILE = 16_384;

/**
 * Each index that a first load builds reads all rows, and reading means decrypting: what was staged of some 200,000 records is
 * still in the cache. A file that does not fit would only push itself out of it; false then. `adding`: bytes that it is about to
 * grow by at least.
 */
export function fitCache(db: Db, adding = 0): boolean {
  const fits = (databaseBytes(db) + adding) / 1024 <= WHOLE_FILE;
  if (fitting.get(db) === fits) return fits;
  fitting.set(db, fits);
  db.pragma(`cache_size = ${-(fits ? WHOLE_FILE : PART_OF_FILE)}`);
  if (!fits) db.pragma('shrink_memory');
  return fits;
}

/** What the cache of a connection was made for: it is asked before every page. */
const fitting = new WeakMap<Db, boolean>();

function unlock(db: Db, key: Buffer): void {
  db.pragma("cipher='chacha20'");
  const raw = rawKey(key);
  db.key(raw);
  raw.fill(0);
}

/** Bare bytes would be taken for a passphrase and stretched by the library. */
function rawKey(key: Buffer): Buffer {
  return Buffer.concat([Buffer.from('raw:'), key]);
}

function applySettings(db: Db, access: 'read' | 'write'): void {
  for (const [name, value] of settings) db.pragma(`${name}=${value}`);
  if (access === 'write') db.pragma('journal_mode=WAL');
  else db.pragma('query_only=ON');
  for (const [name, , expected] of settings) assertSetting(db, name, expected);
  assertSetting(db, 'cipher', 'chacha20');
  // The first read of the file: a wrong key ends here.
  assertSetting(db, 'journal_mode', 'wal');
}

function assertSetting(db: Db, name: string, expected: string | number): void {
  const found: unknown = db.pragma(name, { simple: true });
  if (found !== expected)
    throw new AppError(
      'STORE',
      `The encrypted cache cannot be used safely here: its setting ${name} did not take effect. Nothing was read or written. Reinstall Carrel.`,
    );
}

/** A pipe in the place of a file would be waited for without end. */
function assertOrdinary(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) throw damaged('A file of the encrypted cache');
}

/** A key given late or not at all would make a readable file without any error. */
function assertEncrypted(path: string): void {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(MAGIC.length);
    const read = readSync(file, start, 0, start.length, 0);
    if (read === start.length && start.toString('latin1') === MAGIC) throw damaged('A file of the encrypted cache');
  } finally {
    closeSync(file);
  }
}
