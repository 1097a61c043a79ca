import { randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/errors.ts';
import { createTurns } from '../../../shared/turns.ts';
import type { UnlockWith } from '../audit/audit-event.ts';
import { readKeyFile, writeKeyFile, type WrappedKeys } from './key-file.ts';
import {
  openWithKeyStore,
  openWithPassphrase,
  sealInKeyStore,
  sealUnderPassphrase,
  type KeyStore,
  type KeyStoreSeal,
  type PassphraseSeal,
} from './key-wrap.ts';
import { isReadOnlyFolder } from '../../platform/read-only-folder.ts';
import { SCRYPT } from './scrypt.ts';
import { acquireTriesLock } from '../studies/sync-lock.ts';
import { readTries, recordFailure, secondsToWait, settleTries } from './tries.ts';

/** What opens a vault: at least one of the two. */
export interface Locks {
  readonly passphrase: string | null;
  readonly keyStore: KeyStore | null;
}

/** What an existing vault is opened with. `sealed`: a seal kept in memory instead of in keys.json. */
export type Unlock = { readonly passphrase: string } | { readonly keyStore: KeyStore; readonly sealed?: KeyStoreSeal | undefined };

export function freshKey(): Buffer {
  return randomBytes(32);
}

/** A vault's key, and the content of keys.json. */
export interface FoundKey {
  readonly key: Buffer;
  readonly keys: WrappedKeys;
}

/**
 * Returns the key of a data folder's vault. Throws LOCKED (wrong or too early passphrase, no such way to unlock, damaged key file, key
 * store unavailable), VERSION, STORE.
 */
export async function findVaultKey(dir: string, unlock: Unlock, now: () => Date): Promise<FoundKey> {
  const keys = readKeyFile(dir);
  if (!('passphrase' in unlock)) return keyByStore(dir, keys, unlock);
  return { key: await inTurn(() => keyByPassphrase(dir, keys, unlock.passphrase, now)), keys };
}

/** One passphrase at a time: none is tried before earlier wrong ones were counted. */
const inTurn = createTurns();

/** Seals a vault key under each of the locks. */
export async function wrapKey(key: Buffer, { passphrase, keyStore }: Locks): Promise<WrappedKeys> {
  return {
    passphrase: passphrase === null ? null : { kdf: 'scrypt', ...SCRYPT, ...(await sealUnderPassphrase(key, passphrase)) },
    keyStore: keyStore === null ? null : await sealInKeyStore(key, keyStore),
  };
}

export function waysIn(keys: WrappedKeys): readonly UnlockWith[] {
  const ways: UnlockWith[] = [];
  if (keys.passphrase !== null) ways.push('passphrase');
  if (keys.keyStore !== null) ways.push('os');
  return ways;
}

async function keyByPassphrase(dir: string, keys: WrappedKeys, passphrase: string, now: () => Date): Promise<Buffer> {
  if (keys.passphrase === null)
    throw new AppError(
      'LOCKED',
      'This vault has no passphrase: it opens with the key store of the computer it was created on, in the window. Nothing was changed.',
    );
  const release = isReadOnlyFolder(dir) ? null : await acquireTriesLock(dir);
  try {
    return await countedTry(dir, keys.passphrase, passphrase, now);
  } finally {
    release?.();
  }
}

/** Throws LOCKED if the passphrase is wrong or comes too early after wrong ones. */
async function countedTry(dir: string, sealed: PassphraseSeal, passphrase: string, now: () => Date): Promise<Buffer> {
  const wait = secondsToWait(settleTries(dir, now().getTime()), now().getTime());
  if (wait > 0) throw tooEarly(wait);
  const key = await openWithPassphrase(sealed, passphrase);
  if (key !== null) return key;
  recordFailure(dir, now().getTime());
  const next = secondsToWait(readTries(dir), now().getTime());
  const advice = next > 0 ? `Wait ${next} seconds before the next try.` : 'Try again.';
  throw new AppError('LOCKED', `The passphrase does not open this vault. Nothing was changed. ${advice}`);
}

async function keyByStore(
  dir: string,
  keys: WrappedKeys,
  { keyStore, sealed }: Extract<Unlock, { keyStore: KeyStore }>,
): Promise<FoundKey> {
  const seal = sealed ?? keys.keyStore;
  if (seal === null) throw new AppError('LOCKED', 'The key store of this computer does not open this vault. Use its passphrase.');
  const { key, sealAgain } = await openWithKeyStore(seal, keyStore);
  return { key, keys: sealAgain && sealed === undefined ? await renewStoreSeal(dir, keys, key, keyStore) : keys };
}

/** Called because the store has a newer key of its own. If this fails now, the existing seal still works. */
async function renewStoreSeal(dir: string, keys: WrappedKeys, key: Buffer, store: KeyStore): Promise<WrappedKeys> {
  try {
    const renewed = { ...keys, keyStore: await sealInKeyStore(key, store) };
    writeKeyFile(dir, renewed);
    return renewed;
  } catch {
    return keys;
  }
}

function tooEarly(seconds: number): AppError {
  return new AppError(
    'LOCKED',
    `Too many wrong passphrases: the next attempt is possible in ${seconds} seconds. Nothing was changed. Wait, then try again.`,
  );
}
