import { join } from 'node:path';
import { AppError, reportOf, type ErrorReport } from '../../shared/errors.ts';
import { appendAudit } from './audit/audit.ts';
import type { AuditEvent, UnlockWith } from './audit/audit-event.ts';
import {
  createVaultDatabase,
  openVaultDatabase,
  studiesFolder,
  vaultFiles,
  vaultPath,
  writeVault,
  type VaultDatabase,
} from './database.ts';
import { failedTries } from './audit/failed-tries.ts';
import { cleanUpIfPossible, makePrivateFolder, namesIn, sweepUnfinished } from '../platform/files.ts';
import { hasKeyFile, keyFilePath, readKeyFile, writeKeyFile } from './keys/key-file.ts';
import { olderVault } from './older-vault.ts';
import { assertOwnFolder } from '../platform/own-folder.ts';
import { isReadOnlyFolder, readOnlyFolder } from '../platform/read-only-folder.ts';
import { findBreak, openBesideWriter } from './read-beside-writer.ts';
import { keepReserve } from './reserve.ts';
import { finishSetAside } from './set-aside.ts';
import { acquireSyncLock } from './studies/sync-lock.ts';
import { forgetTries, readTries, secondsToWait, triesPath } from './keys/tries.ts';
import { vaultSealPath, type SealBreak } from './vault-seal.ts';
import { vaultOver, type Vault } from './vault.ts';
import { findVaultKey, freshKey, waysIn, wrapKey, type Locks, type Unlock } from './keys/vault-key.ts';

/**
 * What is known about a data folder's vault without opening it. `wait`: seconds until a passphrase can be tried; `problem`: why nothing
 * opens it.
 */
export interface VaultState {
  readonly exists: boolean;
  readonly unlockWith: readonly UnlockWith[];
  readonly wait: number;
  readonly problem: ErrorReport | null;
}

/** What to do with a vault that is not in the state of its last change: an older copy, or one without its seal. */
export type OlderVault = 'refuse' | 'accept';

/** Checks without opening or changing anything. A vault whose key file is missing or damaged exists, and nothing opens it. */
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

/**
 * Creates a vault with a random key. Throws USAGE if there is one, LOCKED if there is data without its keys, SECURITY if the folder does
 * not belong to this account, STORE.
 */
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

/** The trail's event for a folder that others could write to until now. */
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
 * Opens a vault; in a read-only folder, for reading only. Throws LOCKED (no vault, missing or damaged key file, wrong passphrase, too early
 * after wrong ones, key store changed), CORRUPT (the vault file is damaged, or older than its last change), SECURITY (the folder does not
 * belong to this account), VERSION, STORE; BUSY if another account keeps changing a read-only folder.
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
    // An empty folder may be lost in a power failure or when a data folder is copied.
    if (!vault.readOnly) makePrivateFolder(studiesFolder(dir));
    if (found !== null && older === 'refuse') throw olderVault(found);
    // Accepting such a vault must be recorded in the trail.
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

/** Deletes leftovers of killed writers. */
function sweep(dir: string): void {
  const seals = vaultFiles(dir).map((name) => vaultSealPath(join(dir, name)));
  for (const path of [keyFilePath(dir), triesPath(dir), ...seals])
    cleanUpIfPossible(() => {
      sweepUnfinished(path);
    });
}

/** Returns the open vault and how it differs from the state of its last change. The key is zeroed or taken over by the vault. */
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

/** Prevents a new key over data that an earlier key protects. */
function assertNoData(dir: string): void {
  if (hasData(dir)) {
    throw new AppError(
      'LOCKED',
      `The key file keys.json is missing from ${dir}, but there is mirrored data. Nothing was deleted, and no new key is created over it. Put keys.json back from a copy of this data folder; without one, set this copy aside in the window or use another data folder, mirror the studies again, and restore your last backup with: carrel restore`,
    );
  }
}
