import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../../shared/errors.ts';
import { emptyJournal, guarded, openPrivate, vaultPath, writeVault, type VaultDatabase } from '../database.ts';
import { syncFolder } from '../../platform/files.ts';
import { isWhole, removeDatabase } from '../../store/database/database.ts';
import { readKeyFile, writeKeyFile, type WrappedKeys } from './key-file.ts';
import { readSetting, storeSetting } from '../settings/settings.ts';
import { vaultSealPath } from '../vault-seal.ts';

/** The vault's setting that names both files while it moves from one key to another. */
const SETTING = 'keys.move';

/** The new key of a vault, and that key sealed under its new protection. */
export interface NewKey {
  readonly key: Buffer;
  readonly wrapped: WrappedKeys;
}

/**
 * Moves an open vault to a new key: a complete copy under that key is made next to it, keys.json is atomically replaced with the new key's
 * seals, then the earlier file is deleted. If this is interrupted, keys.json opens one of the two, and the next opening deletes the other.
 * `change` is applied to the copy and only takes effect with the move. Everything is synchronous under the lock of the earlier file, so
 * that no other change is lost. Closes the earlier database. Throws STORE, CORRUPT; the earlier key then stays valid.
 */
export function moveVault(db: VaultDatabase, dir: string, to: NewKey, change: (copy: VaultDatabase) => void): VaultDatabase {
  const path = vaultPath(dir, to.key);
  writeVault(db, () => storeSetting(db, SETTING, JSON.stringify([basename(db.name), basename(path)])));
  return guarded(() => {
    db.exec('BEGIN IMMEDIATE');
    let copy: VaultDatabase | null = null;
    try {
      copy = copyUnder(db, path, to.key, change);
      writeKeyFile(dir, to.wrapped);
    } catch (error: unknown) {
      db.exec('ROLLBACK');
      copy?.close();
      if (isSurelyNot(dir, to.wrapped)) removeVault(path);
      throw error;
    }
    const earlier = db.name;
    db.exec('ROLLBACK');
    db.close();
    finishLater(copy, earlier);
    return copy;
  });
}

/**
 * Deletes what an interrupted move left next to the opened vault. `openedBy`: keys.json at the time of opening. Another process may be
 * moving the vault right now; it is not if keys.json is unchanged while we hold the lock.
 */
export function finishMove(db: VaultDatabase, dir: string, openedBy: WrappedKeys): void {
  if ((readSetting(db, SETTING) ?? '') === '') return;
  writeVault(db, () => {
    const stored = readSetting(db, SETTING) ?? '';
    if (stored === '' || isSurelyNot(dir, openedBy)) return;
    for (const name of JSON.parse(stored) as readonly string[]) if (name !== basename(db.name)) removeVault(join(dir, name));
    storeSetting(db, SETTING, '');
  });
}

/** Copied table by table, because a copy of the bytes would still be under the earlier key. */
function copyUnder(db: VaultDatabase, path: string, key: Buffer, change: (copy: VaultDatabase) => void): VaultDatabase {
  const copy = openPrivate(path, key);
  try {
    copy
      .transaction(() => {
        const made = db.prepare<[], { readonly name: string; readonly type: string; readonly sql: string }>(
          "SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type = 'table' DESC, rowid",
        );
        for (const { sql } of made.all()) copy.exec(sql);
        for (const { name, type } of made.all()) if (type === 'table') copyRows(db, copy, name);
        copy.pragma(`user_version = ${String(db.pragma('user_version', { simple: true }))}`);
      })
      .immediate();
    // A vault needs its own seal before it becomes valid.
    writeVault(copy, () => {
      change(copy);
    });
    emptyJournal(copy);
    if (!isWhole(copy))
      throw new AppError('STORE', 'The copy of the vault under its new key is damaged and is not used. Nothing was changed. Try again.');
    return copy;
  } catch (error: unknown) {
    copy.close();
    throw error;
  }
}

function copyRows(from: VaultDatabase, to: VaultDatabase, table: string): void {
  const read = from.prepare<[], readonly unknown[]>(`SELECT * FROM "${table}"`).raw();
  const insert = to.prepare(
    `INSERT INTO "${table}" VALUES (${read
      .columns()
      .map(() => '?')
      .join(', ')})`,
  );
  for (const row of read.iterate()) {
    insert.run(...row);
    for (const cell of row) if (cell instanceof Uint8Array) cell.fill(0);
  }
}

/**
 * A write of keys.json that failed late may still have happened. If the file cannot be read, both vault files stay for the next opening.
 */
function isSurelyNot(dir: string, wrapped: WrappedKeys): boolean {
  try {
    return !isDeepStrictEqual(readKeyFile(dir), wrapped);
  } catch {
    return false;
  }
}

/** The new key is valid from here on. If the earlier file cannot be deleted now, the next opening does it. */
function finishLater(copy: VaultDatabase, earlier: string): void {
  try {
    removeVault(earlier);
    forgetMove(copy);
  } catch {
    return;
  }
}

function forgetMove(db: VaultDatabase): void {
  writeVault(db, () => storeSetting(db, SETTING, ''));
}

function removeVault(path: string): void {
  removeDatabase(path);
  rmSync(vaultSealPath(path), { force: true });
  syncFolder(join(path, '..'));
}
