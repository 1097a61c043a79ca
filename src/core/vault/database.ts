import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { isCutShort, openDatabase, type Db } from '../store/database/database.ts';
import { withPrivateCopy } from '../store/study-file/private-copy.ts';
import { storeError } from '../store/database/store-error.ts';
import { createMissing, namesIn } from '../platform/files.ts';
import { isReadOnlyFolder, readOnlyFolder } from '../platform/read-only-folder.ts';
import { changeSealed, completeSeal, tellsOfChanges } from './vault-seal.ts';

export type VaultDatabase = Db;

const VERSION = 1;
const SCHEMA = `
  CREATE TABLE connection (id INTEGER PRIMARY KEY CHECK (id = 1), detail TEXT NOT NULL, secret TEXT NOT NULL) STRICT;
  CREATE TABLE study (
    number TEXT PRIMARY KEY, file TEXT NOT NULL UNIQUE, key BLOB NOT NULL, demo INTEGER NOT NULL, provisional INTEGER NOT NULL,
    added_at TEXT NOT NULL, last_opened TEXT, seal_current TEXT, seal_pending TEXT, set_aside TEXT
  ) STRICT;
  CREATE TABLE earlier_file (file TEXT PRIMARY KEY, study TEXT NOT NULL, key BLOB NOT NULL) STRICT;
  CREATE TABLE erasure (file TEXT PRIMARY KEY) STRICT;
  CREATE TABLE audit (number INTEGER PRIMARY KEY, at TEXT NOT NULL, actor TEXT NOT NULL, event TEXT NOT NULL, hash BLOB NOT NULL) STRICT;
  CREATE TABLE audit_head (id INTEGER PRIMARY KEY CHECK (id = 1), entries INTEGER NOT NULL, hash BLOB NOT NULL) STRICT;
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  PRAGMA user_version = ${VERSION};
`;

/** Path of the vault file of a key. The name is derived from the key, to distinguish the keys of another data folder from damage. */
export function vaultPath(dir: string, key: Buffer): string {
  const name = createHash('sha256').update('carrel vault name').update(key).digest('hex').slice(0, 16);
  return join(dir, `vault-${name}.db`);
}

/** The vault files in a data folder, for any key. */
export function vaultFiles(dir: string): readonly string[] {
  return namesIn(dir).filter((name) => /^vault-[0-9a-f]{16}\.db$/.test(name));
}

export function studiesFolder(dir: string): string {
  return join(dir, 'studies');
}

/** Creates the empty vault of a new key, or completes one whose creation was interrupted. */
export function createVaultDatabase(dir: string, key: Buffer): VaultDatabase {
  return guarded(() => {
    const db = openPrivate(vaultPath(dir, key), key);
    if (db.pragma('user_version', { simple: true }) === 0) db.transaction(() => db.exec(SCHEMA)).immediate();
    return db;
  });
}

/** Opens a vault file for writing. Creates a missing one that only its owner can read; SQLite would leave that to the process's defaults. */
export function openPrivate(path: string, key: Buffer): VaultDatabase {
  createMissing(path);
  return openDatabase(path, key, 'write');
}

/**
 * Opens the vault of a key. Completes a vault whose creation was interrupted, if it has no study yet. Throws LOCKED if the key belongs to
 * another data folder, CORRUPT if the file is damaged, VERSION if it is newer.
 */
export function openVaultDatabase(dir: string, key: Buffer): VaultDatabase {
  const path = vaultPath(dir, key);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) throw damaged();
  if (!existsSync(path) || statSync(path).size === 0) {
    assertNothingLost(dir, path);
    return createVaultDatabase(dir, key);
  }
  if (isCutShort(path) && namesIn(studiesFolder(dir)).length > 0) throw damaged();
  const db = guarded(() => openHere(path, key));
  const version: unknown = db.pragma('user_version', { simple: true });
  if (version === VERSION) return db;
  if (version === 0 && namesIn(studiesFolder(dir)).length === 0) {
    db.close();
    assertNeverSealed(path);
    return createVaultDatabase(dir, key);
  }
  db.close();
  if (version === 0) throw damaged();
  throw new AppError(
    'VERSION',
    'This data folder was made by a newer version of Carrel. Nothing was changed. Use that version, or a newer one.',
  );
}

/** In a read-only folder, the vault is read from a private copy of its present state. */
function openHere(path: string, key: Buffer): VaultDatabase {
  if (!isReadOnlyFolder(dirname(path))) return openDatabase(path, key, 'write');
  return withPrivateCopy(path, (copy) => openDatabase(copy, key, 'read'));
}

/**
 * Runs a change in one transaction under the database's own lock, then empties the journal so that losing it loses nothing. Throws STORE,
 * also if the folder is read-only, or if the file was deleted meanwhile: the system accepts writes to a deleted file while it is open.
 */
export function writeVault<T>(db: VaultDatabase, change: () => T): T {
  if (db.readonly) throw readOnlyFolder();
  const result = guarded(() =>
    db
      .transaction(() => {
        assertInPlace(db);
        return changeSealed(db, change);
      })
      .immediate(),
  );
  assertInPlace(db);
  try {
    emptyJournal(db);
    guarded(() => db.transaction(() => completeSeal(db)).immediate());
  } catch {
    // The change is durable in the journal, and its seal is stored as pending. If there is no space for more, the next change completes it.
  }
  return result;
}

/** Throws STORE if the file is gone. Checked before a change too, because its seal would be written into a folder that was wiped. */
function assertInPlace({ name }: VaultDatabase): void {
  if (existsSync(name)) return;
  throw new AppError(
    'STORE',
    vaultFiles(dirname(name)).length > 0
      ? 'Another Carrel changed the keys of the data folder, set its vault aside, or wiped it, while it was open here. Nothing was written. Lock and unlock the window, or run the command again.'
      : 'The data folder was deleted or moved while it was open, so anything written now would be lost. Put it back, or connect again to create a new one.',
  );
}

/**
 * Moves the journal into the file. Until then, the file still contains what a change removed. Throws STORE; BUSY if a reader prevents it.
 */
export function emptyJournal(db: VaultDatabase): void {
  const [outcome] = guarded(() => db.pragma('wal_checkpoint(TRUNCATE)')) as readonly { readonly busy: number }[];
  if (outcome?.busy !== 0)
    throw new AppError('BUSY', 'Another Carrel is reading the vault. The change was saved. Try again when it has finished.');
}

/** Runs a database call and converts errors of SQLite to BUSY, STORE or CORRUPT. */
export function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error: unknown) {
    const failure = storeError(error, 'The vault file');
    throw failure.code === 'CORRUPT' ? damaged(error) : failure;
  }
}

function assertNothingLost(dir: string, path: string): void {
  const others = vaultFiles(dir).filter((name) => (statSync(join(dir, name), { throwIfNoEntry: false })?.size ?? 0) > 0);
  if (others.length > 0) {
    throw new AppError(
      'LOCKED',
      'keys.json opens, but belongs to another data folder: the vault here was created with another key. Nothing was deleted. Put back the keys.json that belongs to this folder.',
    );
  }
  if (namesIn(studiesFolder(dir)).length > 0) {
    throw new AppError(
      'CORRUPT',
      'The vault file is missing although mirrored studies are there; it holds their keys. Nothing was deleted. Put the vault file back from a copy of this data folder; without one, set this copy aside in the window or use another data folder, mirror the studies again, and restore your last backup with: carrel restore',
    );
  }
  assertNeverSealed(path);
}

/** A vault whose creation was interrupted has no seal, or one without entries. */
function assertNeverSealed(path: string): void {
  if (tellsOfChanges(path) === false) return;
  throw new AppError(
    'CORRUPT',
    'The vault file is missing or empty, although its seal (the .seal file) shows that it held the connection and the audit trail. Nothing was deleted. Put the vault file back from a copy of this data folder; without one, set this copy aside in the window or use another data folder, mirror the studies again, and restore your last backup with: carrel restore',
  );
}

function damaged(cause?: unknown): AppError {
  return new AppError(
    'CORRUPT',
    'The vault file is damaged: the passphrase is correct, but the file was changed. Nothing was deleted. Put the vault file back from a copy of this data folder; without one, set this copy aside in the window or use another data folder, mirror the studies again, and restore your last backup with: carrel restore',
    cause,
  );
}
