import { existsSync } from 'node:fs';
import { AppError, reportOf, type ErrorReport } from '../../../shared/errors.ts';
import type { KeyStoreUse } from '../../../shared/security.ts';
import type { KeyedFile } from '../../store/study-file/reencrypt.ts';
import { appendAudit } from '../audit/audit.ts';
import type { PassphraseChange } from '../audit/audit-event.ts';
import { openVaultDatabase, type VaultDatabase } from '../database.ts';
import { assertAsMarked } from '../studies/diagnose-study.ts';
import { failedTries } from '../audit/failed-tries.ts';
import { hasKeyFile } from './key-file.ts';
import type { KeyStore } from './key-wrap.ts';
import { moveVault } from './move-vault.ts';
import { olderVault } from '../older-vault.ts';
import { storeStudiesLeft } from './rekey.ts';
import { KEY_STORE_SETTING } from '../settings/security.ts';
import { storeSetting } from '../settings/settings.ts';
import { fileState } from '../studies/study-file-state.ts';
import { acquireSyncLock } from '../studies/sync-lock.ts';
import { forgetTries } from './tries.ts';
import { vaultOver, type Vault } from '../vault.ts';
import { findSealBreak } from '../vault-seal.ts';
import { findVaultKey, freshKey, wrapKey, type Unlock } from './vault-key.ts';

/** How a vault is to be opened from now on. */
export interface Protection {
  readonly passphrase: string | null;
  readonly keyStore: KeyStore;
  readonly use: KeyStoreUse;
}

export interface KeyChange {
  /** What opens it at present. */
  readonly unlock: Unlock;
  readonly to: Protection;
  /** Whether every study gets a new key too. */
  readonly studies: boolean;
}

/** Does the work on large files and receives progress. */
export interface KeyWork {
  readonly copy: (from: KeyedFile, to: KeyedFile) => Promise<void>;
  readonly onProgress: (done: number, of: number) => void;
}

/** The vault, opened with its new key. `error`: why a study kept its earlier key; everything can still be opened. */
export interface KeysChanged {
  readonly vault: Vault;
  readonly renewed: number;
  /** Number of damaged files that were set aside earlier and cannot be re-encrypted. */
  readonly aside: number;
  readonly error: ErrorReport | null;
}

/**
 * Changes what opens a closed vault and always gives it a new key, which makes earlier key files and passphrases useless. If it is
 * interrupted, everything opens with either the earlier or the new protection. Throws USAGE, BUSY and errors of opening; nothing was
 * changed then.
 */
export async function changeKeys(dir: string, change: KeyChange, work: KeyWork, now: () => Date = () => new Date()): Promise<KeysChanged> {
  assertAllowed(change.to);
  if (!hasKeyFile(dir)) throw new AppError('LOCKED', 'There is no key file in the data folder. Nothing was changed.');
  const release = await acquireSyncLock(dir);
  try {
    const vault = await moveToNewKey(dir, change, now);
    return change.studies ? await renewStudyKeys(vault, work) : { vault, renewed: 0, aside: 0, error: null };
  } finally {
    release();
  }
}

/** Refuses a vault that nothing would open, and a key store that is not available. */
export function assertAllowed({ passphrase, keyStore, use }: Protection): void {
  if (passphrase === '') throw new AppError('USAGE', 'An empty passphrase protects nothing. Nothing was changed.');
  if (passphrase === null && use !== 'always')
    throw new AppError('USAGE', 'Something must open this copy: a passphrase, or the key store of this computer. Nothing was changed.');
  if (use !== 'off' && !keyStore.available)
    throw new AppError(
      'LOCKED',
      'This computer has no secure key store available: there is none, or it is locked. Nothing was changed. Unlock it, or use the passphrase only.',
    );
}

async function moveToNewKey(dir: string, { unlock, to, studies }: KeyChange, now: () => Date): Promise<Vault> {
  const failed = failedTries(dir);
  const found = await findVaultKey(dir, unlock, now);
  const key = freshKey();
  let db: VaultDatabase | null = null;
  try {
    const wrapped = await wrapKey(key, { passphrase: to.passphrase, keyStore: to.use === 'always' ? to.keyStore : null });
    db = openNewest(dir, found.key);
    const moved = moveVault(db, dir, { key, wrapped }, (copy) => {
      storeSetting(copy, KEY_STORE_SETTING, to.use);
      if (studies) storeStudiesLeft(copy, copy.prepare<[], string>('SELECT number FROM study ORDER BY number').pluck().all());
      for (const event of failed) appendAudit(copy, event, now());
      appendAudit(copy, { kind: 'protection-changed', passphrase: passphraseChange(unlock, to.passphrase), keyStore: to.use }, now());
    });
    forgetTries(dir);
    return vaultOver(moved, dir, key, now);
  } catch (error: unknown) {
    key.fill(0);
    db?.close();
    throw error;
  } finally {
    found.key.fill(0);
  }
}

/** A move must not make a restored older copy the newest. */
function openNewest(dir: string, key: Buffer): VaultDatabase {
  const db = openVaultDatabase(dir, key);
  const broken = findSealBreak(db);
  if (broken === null) return db;
  db.close();
  throw olderVault(broken);
}

function passphraseChange(unlock: Unlock, after: string | null): PassphraseChange {
  const before = 'passphrase' in unlock ? unlock.passphrase : null;
  if (before === null) return after === null ? 'none' : 'set';
  if (after === null) return 'removed';
  return before === after ? 'kept' : 'changed';
}

/**
 * Renews one study after the other. A damaged study keeps its key and the rest continue; any other error, such as a full disk, stops the
 * renewal.
 */
async function renewStudyKeys(vault: Vault, { copy, onProgress }: KeyWork): Promise<KeysChanged> {
  const studies = vault.keys.left();
  let [renewed, aside, done] = [0, 0, 0];
  let error: ErrorReport | null = null;
  for (const study of studies) {
    onProgress(done, studies.length);
    done += 1;
    try {
      if (await renewStudyKey(vault, study, copy)) renewed += 1;
      else aside += 1;
    } catch (thrown: unknown) {
      error ??= reportOf(thrown);
      if (error.code !== 'CORRUPT') break;
    }
  }
  onProgress(done, studies.length);
  if (error === null) vault.keys.endRenewal(renewed);
  return { vault, renewed, aside, error };
}

/** Returns false if there is no sound file to encrypt, because it was set aside or is missing. */
async function renewStudyKey(vault: Vault, study: string, copy: KeyWork['copy']): Promise<boolean> {
  const entry = vault.study(study);
  if (entry === null || ['set-aside', 'lost'].includes(fileState(entry))) return false;
  // A file modified by another program must not become a valid one.
  assertAsMarked(entry);
  const to = vault.keys.beginCopy();
  try {
    if (existsSync(entry.path)) await copy({ path: entry.path, key: entry.key }, to);
    vault.keys.take(study, to);
    return true;
  } finally {
    to.key.fill(0);
  }
}
