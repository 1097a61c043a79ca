import { randomBytes } from 'node:crypto';
import { AppError, reportOf, type ErrorReport } from '../../shared/errors.ts';
import { appendAudit } from './audit.ts';
import type { AuditEvent, UnlockWith } from './audit-event.ts';
import { createVaultDatabase, openVaultDatabase, studiesFolder, vaultFiles, writeVault } from './database.ts';
import { makePrivateFolder, namesIn, sweepUnfinished } from './files.ts';
import { hasKeyFile, keyFilePath, readKeyFile, writeKeyFile, type WrappedKeys } from './key-file.ts';
import { openWithKeyStore, openWithPassphrase, sealInKeyStore, sealUnderPassphrase, SCRYPT, type KeyStore } from './key-wrap.ts';
import { finishErasures } from './studies.ts';
import { keepReserve } from './reserve.ts';
import { acquireSyncLock } from './sync-lock.ts';
import { forgetTries, readTries, rememberFailure, secondsToWait, triesPath, type Tries } from './tries.ts';
import { vaultOver, type Vault } from './vault.ts';

/** What can be said of a data folder's vault without opening it. `wait`: seconds until a passphrase is tried; `problem`: why nothing opens it. */
export interface VaultState {
  readonly exists: boolean;
  readonly unlockWith: readonly UnlockWith[];
  readonly wait: number;
  readonly problem: ErrorReport | null;
}

/** What a new vault opens with: at least one of the two. */
export interface NewLocks {
  readonly passphrase: string | null;
  readonly keyStore: KeyStore | null;
}

/** What is tried on an existing vault. */
export type Unlock = { readonly passphrase: string } | { readonly keyStore: KeyStore };

/** Looks without opening. A vault whose key file is missing or damaged exists, and opens with nothing. */
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

/** Makes a vault with a random key. Throws USAGE where one is there, LOCKED where data is there without its keys, STORE. */
export async function createVault(dir: string, locks: NewLocks, now: () => Date = () => new Date()): Promise<Vault> {
  if (locks.passphrase === '' || (locks.passphrase === null && locks.keyStore === null)) {
    throw new AppError('LOCKED', 'A vault needs a passphrase (or the key store of this computer, in the window). Nothing was made.');
  }
  makePrivateFolder(dir);
  const release = await acquireSyncLock(dir);
  try {
    if (hasKeyFile(dir)) throw new AppError('USAGE', `There is a vault in ${dir} already. Nothing was changed.`);
    assertNoData(dir);
    const key = randomBytes(32);
    const keys = await wrapKey(key, locks);
    makePrivateFolder(studiesFolder(dir));
    writeKeyFile(dir, keys);
    const db = createVaultDatabase(dir, key);
    writeVault(db, () => appendAudit(db, { kind: 'vault-created', with: waysIn(keys) }, now()));
    return vaultOver(db, dir, key, now);
  } finally {
    release();
  }
}

/**
 * Opens a vault. Throws LOCKED (no vault, no or damaged key file, wrong passphrase, too early after wrong ones, key store changed),
 * CORRUPT (the vault file is damaged), VERSION, STORE.
 */
export async function openVault(dir: string, unlock: Unlock, now: () => Date = () => new Date()): Promise<Vault> {
  if (!hasKeyFile(dir)) {
    assertNoData(dir);
    throw new AppError('LOCKED', `There is no vault in ${dir} yet. Connect first: that makes one.`);
  }
  sweepUnfinished(keyFilePath(dir));
  sweepUnfinished(triesPath(dir));
  const keys = readKeyFile(dir);
  const failed = readTries(dir);
  const key = 'passphrase' in unlock ? await keyByPassphrase(dir, keys, unlock.passphrase, now) : await keyByStore(keys, unlock.keyStore);
  const db = openVaultDatabase(dir, key);
  const vault = vaultOver(db, dir, key, now);
  const events: AuditEvent[] = [{ kind: 'unlocked', with: 'passphrase' in unlock ? 'passphrase' : 'os' }];
  if (failed.failures > 0) events.unshift({ kind: 'unlock-failed', times: failed.failures, last: lastTry(failed) });
  if (vault.audit.appendWhenPossible(events)) {
    forgetTries(dir);
    finishErasures(db, dir);
    keepReserve(dir);
  }
  return vault;
}

async function keyByPassphrase(dir: string, keys: WrappedKeys, passphrase: string, now: () => Date): Promise<Buffer> {
  if (keys.passphrase === null)
    throw new AppError(
      'LOCKED',
      'This vault has no passphrase: it opens with the key store of the computer it was made on, in the window. Nothing was changed.',
    );
  const wait = secondsToWait(readTries(dir), now().getTime());
  if (wait > 0) throw tooEarly(wait);
  const key = await openWithPassphrase(keys.passphrase, passphrase);
  if (key !== null) return key;
  rememberFailure(dir, now().getTime());
  const next = secondsToWait(readTries(dir), now().getTime());
  const advice = next > 0 ? `Wait ${next} seconds before the next try.` : 'Try again.';
  throw new AppError('LOCKED', `The passphrase is not the one of this vault. Nothing was changed. ${advice}`);
}

async function keyByStore(keys: WrappedKeys, store: KeyStore): Promise<Buffer> {
  if (keys.keyStore === null)
    throw new AppError('LOCKED', 'This vault does not open with the key store of this computer. Use its passphrase.');
  return openWithKeyStore(keys.keyStore, store);
}

function tooEarly(seconds: number): AppError {
  return new AppError(
    'LOCKED',
    `Too many wrong passphrases: the next one is looked at in ${seconds} seconds. Nothing was changed. Wait, then try again.`,
  );
}

async function wrapKey(key: Buffer, locks: NewLocks): Promise<WrappedKeys> {
  const { passphrase, keyStore } = locks;
  return {
    passphrase: passphrase === null ? null : { kdf: 'scrypt', ...SCRYPT, ...(await sealUnderPassphrase(key, passphrase)) },
    keyStore: keyStore === null ? null : await sealInKeyStore(key, keyStore),
  };
}

function waysIn(keys: WrappedKeys): readonly UnlockWith[] {
  const ways: UnlockWith[] = [];
  if (keys.passphrase !== null) ways.push('passphrase');
  if (keys.keyStore !== null) ways.push('os');
  return ways;
}

function hasData(dir: string): boolean {
  return vaultFiles(dir).length > 0 || namesIn(studiesFolder(dir)).length > 0;
}

/** Never a new key over data that an earlier key protects. */
function assertNoData(dir: string): void {
  if (hasData(dir)) {
    throw new AppError(
      'LOCKED',
      `The key file keys.json is missing from ${dir}, but mirrored data is there. Nothing was deleted and no new key is made over it. Put keys.json back from a backup, or choose another data folder.`,
    );
  }
}

function lastTry(tries: Tries): string {
  return new Date(tries.last).toISOString();
}
