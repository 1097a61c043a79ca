import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { checkpoint, openDatabase, removeDatabase, type Db } from '../store/database/database.ts';
import { backupKind } from './backup-kind.ts';
import { hasTables } from './check-contents.ts';

const VERSION = 1;

/*
 * The database in a backup. Per study it contains the generations, the ledger's entries, and when each record was added and last changed,
 * with digests of its text and (`shown`, only for a shown record) of its cells, but none of its values. `fingerprint`: of the declaration
 * with which the cells were read. `fields`: JSON of the last values of a record that an unconfirmed copy lacked.
 */
const SCHEMA = `
  CREATE TABLE study (number TEXT PRIMARY KEY, demo INTEGER NOT NULL) STRICT;
  CREATE TABLE generation (
    study TEXT NOT NULL, number INTEGER NOT NULL, at TEXT NOT NULL, datasets TEXT NOT NULL, PRIMARY KEY (study, number)
  ) STRICT;
  CREATE TABLE first_load (
    study TEXT NOT NULL, dataset TEXT NOT NULL, generation INTEGER NOT NULL, at TEXT NOT NULL, changed_in INTEGER NOT NULL,
    fingerprint TEXT NOT NULL, PRIMARY KEY (study, dataset)
  ) STRICT;
  CREATE TABLE change (
    id INTEGER PRIMARY KEY, study TEXT NOT NULL, generation INTEGER NOT NULL, at TEXT NOT NULL, dataset TEXT NOT NULL, key TEXT NOT NULL,
    subject TEXT, kind TEXT NOT NULL, fields TEXT NOT NULL
  ) STRICT;
  CREATE INDEX change_study ON change (study, dataset);
  CREATE TABLE record (
    study TEXT NOT NULL, dataset TEXT NOT NULL, key TEXT NOT NULL, subject TEXT, hash BLOB NOT NULL, added INTEGER NOT NULL,
    changed INTEGER NOT NULL, fields TEXT, shown BLOB, PRIMARY KEY (study, dataset, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE annotation (
    study TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (study, kind, name)
  ) STRICT;
  CREATE TABLE vault (id INTEGER PRIMARY KEY CHECK (id = 1), part TEXT NOT NULL) STRICT;
  PRAGMA user_version = ${VERSION};
`;

/**
 * Temporary location of a database that is being sealed or was unsealed. Leftovers of a killed process are deleted like those of a site
 * pack.
 */
export interface BackupPlace {
  readonly path: string;
  readonly key: Buffer;
  /** Deletes the file and zeroes the key. */
  remove(): void;
}

/** Returns a new location in a folder. `key`: the key of an existing database; random by default. */
export function backupPlace(folder: string, key = randomBytes(32)): BackupPlace {
  const path = join(folder, `backup.pack-${String(process.pid)}-${randomBytes(6).toString('hex')}`);
  return {
    path,
    key,
    remove: () => {
      key.fill(0);
      removeDatabase(path);
    },
  };
}

/** Fills a new database in one transaction. */
export function fillBackup({ path, key }: BackupPlace, fill: (db: Db) => void): void {
  const db = openDatabase(path, key, 'write');
  try {
    db.transaction(() => {
      db.exec(SCHEMA);
      fill(db);
    }).immediate();
    checkpoint(db);
  } finally {
    db.close();
  }
}

/** Opens the unsealed database. Throws VERSION if it is newer, CORRUPT if it is anything other than a backup. */
export function openBackupDatabase({ path, key }: BackupPlace): Db {
  const db = openDatabase(path, key, 'read');
  try {
    const version = Number(db.pragma('user_version', { simple: true }));
    if (version !== VERSION) throw version > VERSION ? backupKind.newer() : backupKind.damaged();
    if (!hasTables(db, SCHEMA)) throw backupKind.damaged();
    return db;
  } catch (error: unknown) {
    db.close();
    throw error;
  }
}
