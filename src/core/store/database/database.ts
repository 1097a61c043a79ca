import Database from 'better-sqlite3-multiple-ciphers';
import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { AppError } from '../../../shared/errors.ts';
import { memoizeByOwner } from '../../../shared/derive/memoize.ts';
import { syncFile } from '../../platform/files.ts';
import { nativeBinding } from './native-binding.ts';
import { damaged } from './store-error.ts';

export type Db = Database.Database;

const KEY_BYTES = 32;
/** Page size in bytes: SQLite's default, which all our files use. */
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
 * Opens an encrypted database with all promised settings and verifies each by reading it back. With `write`, creates a missing file. `key`:
 * 32 random bytes. `company`: 'thread' if another thread of this process has the file open. Throws CORRUPT if the key does not fit the file
 * or the file is not encrypted, SqliteError otherwise.
 */
export function openDatabase(path: string, key: Buffer, access: 'read' | 'write', company: 'none' | 'thread' = 'none'): Db {
  if (key.length !== KEY_BYTES) throw new TypeError('The key of a database must have 32 bytes.');
  for (const suffix of databaseSuffixes) assertOrdinary(path + suffix);
  const isNew = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
  if (isNew) open(path, key, access, 'new').close();
  forgetClosed();
  if (company === 'none' && !connections.has(path)) assertEncrypted(path);
  const db = connect(path, key, access);
  connections.set(path, [...(connections.get(path) ?? []), db]);
  return db;
}

/**
 * The connections of this thread. POSIX releases all locks that a process holds on a file as soon as the process closes that file once,
 * whoever opened it. A file with an open connection must therefore be read by SQLite alone; otherwise the last writer elsewhere would
 * delete its journal.
 */
const connections = new Map<string, readonly Db[]>();

/** A closed connection keeps its statements in memory. */
function forgetClosed(): void {
  for (const [path, all] of connections) {
    const open = all.filter((db) => db.open);
    if (open.length === 0) connections.delete(path);
    else connections.set(path, open);
  }
}

function connect(path: string, key: Buffer, access: 'read' | 'write'): Db {
  try {
    return open(path, key, access, 'shared');
  } catch (error: unknown) {
    if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_IOERR_SHMSIZE') throw error;
    // A full disk has no room for the shared-memory file, but mirrored data must stay readable; a single process does not need that file.
    return open(path, key, access, 'alone');
  }
}

/** Opens a database as its only connection. Throws SqliteError (busy) if another process has the file open. */
export function openAlone(path: string, key: Buffer): Db {
  return open(path, key, 'write', 'alone');
}

/** What follows the name of a database in the names of its files. */
const databaseSuffixes = ['', '-wal', '-shm', '-journal'] as const;

/** Deletes a database that nobody has open, with its journal files. */
export function removeDatabase(path: string): void {
  for (const suffix of databaseSuffixes) rmSync(path + suffix, { force: true });
}

/** An in-memory database, for queries on a few rows that are in no file. */
export function openInMemory(): Db {
  return new Database(':memory:', nativeBinding());
}

/** Whether a file is shorter than one page. SQLite would treat such a file as a new database. */
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
    // Takes effect only in a file without pages. It records what each page belongs to, so that free pages can be returned to the disk.
    if (company === 'new') db.pragma('auto_vacuum=INCREMENTAL');
    applySettings(db, access);
    return db;
  } catch (error: unknown) {
    db.close();
    throw error;
  }
}

/** Milliseconds that a checkpoint waits for readers, and that everything else waits for another writer. */
const CHECKPOINT_WAIT = 250;
const WAIT = 5000;

/** Moves the journal into the file, so that losing the journal loses nothing. Returns false if a reader prevents it (try again later). */
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
 * Re-encrypts every page of a file under another key. Only for a file that nobody else has open and that can be recreated: a crash leaves a
 * file that neither key opens. The journal is encrypted too, and temporarily takes as much space as the file.
 */
export function changeKey(path: string, key: Buffer, newKey: Buffer): void {
  const db = new Database(path, { fileMustExist: true, timeout: WAIT, ...nativeBinding() });
  try {
    unlock(db, key);
    db.pragma('temp_store=MEMORY');
    // The library cannot change the key in write-ahead log mode.
    assertSetting(db, 'journal_mode=DELETE', 'delete');
    db.pragma('synchronous=OFF');
    const raw = rawKey(newKey);
    db.rekey(raw);
    raw.fill(0);
  } finally {
    db.close();
  }
  openDatabase(path, newKey, 'write').close();
  syncFile(path);
}

/** Writes a snapshot of the database to a new file, encrypted under the same key. The target must not exist. */
export function copyDatabase(db: Db, target: string): void {
  // The database itself is not written, but SQLite requires write permission for this statement.
  db.pragma('query_only=OFF');
  try {
    db.prepare('VACUUM INTO ?').run(target);
  } finally {
    if (db.readonly) db.pragma('query_only=ON');
  }
}

/**
 * Whether a database has the page size and the encoding of all our files. The mark of a file is over the ends of pages of this size: of
 * smaller ones, most could be replaced unnoticed. Texts of another encoding are ordered otherwise.
 */
export function hasOurForm(db: Db): boolean {
  return db.pragma('page_size', { simple: true }) === PAGE && db.pragma('encoding', { simple: true }) === 'UTF-8';
}

/** Whether a database's structure is sound: its pages, rows and indexes. */
export function isWhole(db: Db): boolean {
  return db.pragma('integrity_check(1)', { simple: true }) === 'ok';
}

/** The columns of a table, in order; none if there is no such table. */
export function columnsOf(db: Db, table: string): readonly string[] {
  return db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
}

/** An entry of a database's schema. `sql`: with single blanks; null for the index that SQLite makes for a key. */
export interface SchemaEntry {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly sql: string | null;
}

/** All tables, indexes, views and triggers as defined, by type and name. */
export function schemaOf(db: Db): readonly SchemaEntry[] {
  return db
    .prepare<[], SchemaEntry>('SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema ORDER BY type, name')
    .all()
    .map((entry) => ({ ...entry, sql: entry.sql?.replaceAll(/\s+/g, ' ') ?? null }));
}

/** Size of a database in bytes as this connection sees it, including its journal. */
export function databaseBytes(db: Db): number {
  return askBytes(db).get() ?? 0;
}

const askBytes = memoizeByOwner((db: Db) =>
  db.prepare<[], number>('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size').pluck(),
);

/** KiB of decrypted pages: a writer caches a file up to this size whole; for a larger one it uses SQLite's default. */
const WHOLE_FILE = 98_304;
const PART_OF_FILE = 16_384;

/**
 * Each index that a first load builds reads, and so decrypts, all rows; with this cache, what was staged of some 200,000 records is still
 * in memory. A file that does not fit would only evict itself, so false is returned. `adding`: bytes by which the file is about to grow, at
 * least.
 */
export function fitCache(db: Db, adding = 0): boolean {
  const fits = (databaseBytes(db) + adding) / 1024 <= WHOLE_FILE;
  if (fitting.get(db) === fits) return fits;
  fitting.set(db, fits);
  db.pragma(`cache_size = ${-(fits ? WHOLE_FILE : PART_OF_FILE)}`);
  if (!fits) db.pragma('shrink_memory');
  return fits;
}

/** Whether the cache of each connection is set for a whole file; recorded because `fitCache` runs before every page. */
const fitting = new WeakMap<Db, boolean>();

function unlock(db: Db, key: Buffer): void {
  db.pragma("cipher='chacha20'");
  const raw = rawKey(key);
  db.key(raw);
  raw.fill(0);
}

/** The library would take bare bytes for a passphrase and derive a key from them. */
function rawKey(key: Buffer): Buffer {
  return Buffer.concat([Buffer.from('raw:'), key]);
}

function applySettings(db: Db, access: 'read' | 'write'): void {
  for (const [name, value] of settings) db.pragma(`${name}=${value}`);
  if (access === 'write') db.pragma('journal_mode=WAL');
  else db.pragma('query_only=ON');
  for (const [name, , expected] of settings) assertSetting(db, name, expected);
  assertSetting(db, 'cipher', 'chacha20');
  // First read of the file: fails with a wrong key.
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

/** Opening a pipe in place of a file would block forever. */
function assertOrdinary(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) throw damaged('A file of the encrypted cache');
}

/** A key set late or not at all would create a readable file without any error. */
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
