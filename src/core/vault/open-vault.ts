import { join } from 'node:path';
import { AppError, reportOf, type ErrorReport } from '../../shared/errors.ts';
import { appendAudit } from './audit.ts';
import type { AuditEvent, UnlockWith } from './audit-event.ts';
import {
  createVaultDatabase,
  openVaultDatabase,
  studiesFolder,
  vaultFiles,
  vaultPath,
  writeVault,
  type VaultDatabase,
} from './database.ts';
import { failedTries } from './failed-tries.ts';
import { makePrivateFolder, namesIn, sweepUnfinished } from '../platform/files.ts';
import { hasKeyFile, keyFilePath, readKeyFile, writeKeyFile } from './key-file.ts';
import { olderVault } from './older-vault.ts';
import { assertOwnFolder } from '../platform/own-folder.ts';
import { isReadOnlyFolder, readOnlyFolder } from '../platform/read-only-folder.ts';
import { findBreak, openBesideWriter } from './read-beside-writer.ts';
import { keepReserve } from './reserve.ts';
import { finishSetAside } from './set-aside.ts';
import { acquireSyncLock } from './sync-lock.ts';
import { forgetTries, readTries, secondsToWait, triesPath } from './tries.ts';
import { vaultSealPath, type SealBreak } from './vault-seal.ts';
import { vaultOver, type Vault } from './vault.ts';
import { findVaultKey, freshKey, waysIn, wrapKey, type Locks, type Unlock } from './vault-key.ts';

/** What can be said of a data folder's vault without opening it. `wait`: seconds until a passphrase is tried; `problem`: why nothing opens it. */
export interface VaultState {
  readonly exists: boolean;
  readonly unlockWith: readonly UnlockWith[];
  readonly wait: number;
  readonly problem: ErrorReport | null;
}

/** What becomes of a vault that is not the one of its last change: an older copy, or one whose seal is gone. */
export type OlderVault = 'refuse' | 'accept';

/** Looks without opening, and changes nothing. A vault whose key file is missing or damaged exists, and opens with nothing. */
export function vaultState(dir: string, now: Date = new Date()): VaultState {
  const wait = secondsToWait(readTries(dir), now.getTime());
  try {
    if (hasKeyFile(dir)) return { exists: true, unlockWith: waysIn(readKeyFile(dir)), wait, problem: null };
    assertNoData(dir);
    return { exists: false, unlockWith: [], wait, problem: null };
  } catch (error: unknown) {
    return { exists: true, unlockWith: [], wait, problem: reportOf(error) };
  }
}

/** Makes a vault with a random key. Throws USAGE where one is there, LOCKED where data is there without its keys, SECURITY where the folder is not this account's own, STORE. */
export async function createVault(dir: string, locks: Locks, now: () => Date = () => new Date()): Promise<Vault> {
  if (locks.passphrase === '' || (locks.passphrase === null && locks.keyStore === null)) {
    throw new AppError('LOCKED', 'A vault needs a passphrase (or the key store of this computer, in the window). Nothing was created.');
  }
  makePrivateFolder(dir);
  const folder = assertOwnFolder(dir);
  await finishSetAside(dir);
  const release = await acquireSyncLock(dir);
  try {
    if (hasKeyFile(dir)) throw new AppError('USAGE', `There is already a vault in ${dir}. Nothing was changed.`);
    assertNoData(dir);
    const key = freshKey();
    try {
      const keys = await wrapKey(key, locks);
      makePrivateFolder(studiesFolder(dir));
      writeKeyFile(dir, keys);
      return vaultOver(begunVault(dir, key, [{ kind: 'vault-created', with: waysIn(keys) }, ...remarkOn(folder)], now), dir, key, now);
    } catch (error: unknown) {
      key.fill(0);
      throw error;
    }
  } finally {
    release();
  }
}

/** What the trail says of a folder that others could write into until now. */
function remarkOn(folder: ReturnType<typeof assertOwnFolder>): readonly AuditEvent[] {
  return folder === 'mended' ? [{ kind: 'folder-mended' }] : [];
}

function begunVault(dir: string, key: Buffer, events: readonly AuditEvent[], now: () => Date): VaultDatabase {
  const db = createVaultDatabase(dir, key);
  try {
    writeVault(db, () => {
      for (const event of events) appendAudit(db, event, now());
    });
    return db;
  } catch (error: unknown) {
    db.close();
    throw error;
  }
}

/**
 * Opens a vault. Throws LOCKED (no vault, no or damaged key file, wrong passphrase, too early after wrong ones, key store changed),
 * CORRUPT (the vault file is damaged, or older than its last change), SECURITY (the folder is not this account's own), VERSION, STORE. One whose
 * folder may only be read opens for reading; BUSY where another account changes that all the time.
 */
export async function openVault(
  dir: string,
  unlock: Unlock,
  now: () => Date = () => new Date(),
  older: OlderVault = 'refuse',
): Promise<Vault> {
  const folder = assertOwnFolder(dir);
  await finishSetAside(dir);
  if (!hasKeyFile(dir)) {
    assertNoData(dir);
    throw new AppError('LOCKED', `There is no vault in ${dir} yet. Connect first; this creates one.`);
  }
  if (!isReadOnlyFolder(dir)) sweep(dir);
  const failed = failedTries(dir);
  const { key, keys } = await findVaultKey(dir, unlock, now);
  const { vault, found } = await openSealed(dir, key, now);
  try {
    // An empty folder does not outlive every power loss, nor every copying of a data folder.
    if (!vault.readOnly) makePrivateFolder(studiesFolder(dir));
    if (found !== null && older === 'refuse') throw olderVault(found);
    // The trail must keep that such a vault was accepted.
    if (found !== null && vault.readOnly) throw readOnlyFolder();
    const events: readonly AuditEvent[] = [
      ...failed,
      ...remarkOn(folder),
      ...(found === null ? [] : [{ kind: 'older-accepted' as const, ...found }]),
      { kind: 'unlocked', with: 'passphrase' in unlock ? 'passphrase' : 'os' },
    ];
    if (vault.audit.appendWhenPossible(events)) {
      forgetTries(dir);
      vault.finishWork(keys);
      keepReserve(dir);
    }
    return vault;
  } catch (error: unknown) {
    vault.close();
    throw error;
  }
}

/** Removes what killed writers left. */
function sweep(dir: string): void {
  for (const path of [keyFilePath(dir), triesPath(dir)]) sweepUnfinished(path);
  for (const name of vaultFiles(dir)) sweepUnfinished(vaultSealPath(join(dir, name)));
}

/** The open vault, and in what it is not what its last change left. The key is zeroed, or the vault's. */
async function openSealed(dir: string, key: Buffer, now: () => Date): Promise<{ readonly vault: Vault; readonly found: SealBreak | null }> {
  if (!isReadOnlyFolder(dir)) {
    const vault = openWith(dir, key, now);
    return { vault, found: findBreak(vault) };
  }
  try {
    return await openBesideWriter(() => openWith(dir, Buffer.from(key), now), vaultSealPath(vaultPath(dir, key)));
  } finally {
    key.fill(0);
  }
}

function openWith(dir: string, key: Buffer, now: () => Date): Vault {
  try {
    return vaultOver(openVaultDatabase(dir, key), dir, key, now);
  } catch (error: unknown) {
    key.fill(0);
    throw error;
  }
}

function hasData(dir: string): boolean {
  return vaultFiles(dir).length > 0 || namesIn(studiesFolder(dir)).length > 0;
}

/** Never a new key over data that an earlier key protects. */
function assertNoData(dir: string): void {
  if (hasData(dir)) {
    throw new AppError(
      'LOCKED',
      `The key file keys.json is missing from ${dir}, but there is mirrored data. Nothing was deleted, and no new key is created over it. Put keys.json back from a copy of this data folder; without one, set this copy aside in the window or use another data folder, mirror the studies again, and restore your last backup with: carrel restore`,
    );
  }
}
