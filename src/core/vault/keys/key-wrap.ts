import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/errors.ts';
import { SCRYPT, scryptKey, scryptKeyInThread } from './scrypt.ts';

/** Bytes of each part of a passphrase's seal; other lengths are never written. A shorter tag would be easier to guess. */
export const sealBytes = { salt: 32, nonce: 12, key: 32, tag: 16 } as const;

const gcm = { authTagLength: sealBytes.tag };

/** The vault key sealed under a passphrase; all fields base64. */
export interface PassphraseSeal {
  readonly salt: string;
  readonly nonce: string;
  readonly sealed: string;
  readonly tag: string;
}

/** Seals a 32-byte key under a passphrase with scrypt and AES-256-GCM. */
export async function sealUnderPassphrase(key: Buffer, passphrase: string): Promise<PassphraseSeal> {
  const salt = randomBytes(sealBytes.salt);
  const nonce = randomBytes(sealBytes.nonce);
  const wrapping = await derive(passphrase, salt);
  try {
    const cipher = createCipheriv('aes-256-gcm', wrapping, nonce, gcm).setAAD(associated());
    const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
    return { salt: base64(salt), nonce: base64(nonce), sealed: base64(sealed), tag: base64(cipher.getAuthTag()) };
  } finally {
    wrapping.fill(0);
  }
}

/** Returns the key, or null if it was sealed under another passphrase. */
export async function openWithPassphrase(seal: PassphraseSeal, passphrase: string): Promise<Buffer | null> {
  const wrapping = await derive(passphrase, Buffer.from(seal.salt, 'base64'));
  try {
    const decipher = createDecipheriv('aes-256-gcm', wrapping, Buffer.from(seal.nonce, 'base64'), gcm).setAAD(associated());
    decipher.setAuthTag(Buffer.from(seal.tag, 'base64'));
    return Buffer.concat([decipher.update(Buffer.from(seal.sealed, 'base64')), decipher.final()]);
  } catch {
    return null;
  } finally {
    wrapping.fill(0);
  }
}

/**
 * An operating system's key store, provided by the window, which alone can access one. `backend` names the kind of store; a key sealed by
 * one kind is not opened with another.
 */
export interface KeyStore {
  readonly backend: string;
  readonly platform: NodeJS.Platform;
  /** Whether it can keep secrets and is responding. */
  readonly available: boolean;
  readonly wrap: (key: Buffer) => Promise<Buffer>;
  readonly unwrap: (sealed: Buffer) => Promise<Unwrapped>;
}

/** `sealAgain`: the store has a newer key of its own, and the key should be sealed again. */
export interface Unwrapped {
  readonly key: Buffer;
  readonly sealAgain: boolean;
}

/** The vault key sealed by a key store; `sealed` base64. */
export interface KeyStoreSeal {
  readonly backend: string;
  readonly sealed: string;
}

const WEAK_BACKENDS: readonly string[] = ['basic_text', 'unknown', ''];

/** True for a store that really protects a secret: on Linux neither the plain-text one nor an unknown one. */
export function isRealKeyStore(store: Pick<KeyStore, 'backend' | 'platform'>): boolean {
  return store.platform !== 'linux' || !WEAK_BACKENDS.includes(store.backend);
}

/** Seals a key with the key store. Throws LOCKED if the store does not really protect it. */
export async function sealInKeyStore(key: Buffer, store: KeyStore): Promise<KeyStoreSeal> {
  assertReal(store);
  const sealed = await store.wrap(key);
  assertNotPlain(sealed, store);
  return { backend: store.backend, sealed: base64(sealed) };
}

/** Opens a key with the key store. Throws LOCKED with the cause; nothing is changed or deleted. */
export async function openWithKeyStore(seal: KeyStoreSeal, store: KeyStore): Promise<Unwrapped> {
  if (seal.backend !== store.backend) {
    const offers = isRealKeyStore(store) ? `"${store.backend}"` : `only an insecure key store ("${store.backend}")`;
    throw new AppError(
      'LOCKED',
      `The key was sealed by the key store "${seal.backend}", but this session offers ${offers}. Nothing was deleted. Log in with the earlier key store, or use the passphrase if one was set.`,
    );
  }
  assertReal(store);
  const sealed = Buffer.from(seal.sealed, 'base64');
  assertNotPlain(sealed, store);
  const opened = await store.unwrap(sealed).catch((cause: unknown) => {
    throw refusedBy(store, cause);
  });
  if (opened.key.length !== sealBytes.key) {
    opened.key.fill(0);
    throw new AppError(
      'LOCKED',
      'The key store of this computer returned something that is not a key. Nothing was deleted. Use the passphrase if one was set.',
    );
  }
  return opened;
}

/** Distinguishes a locked key store from an open one without the key, because only the former is temporary. */
function refusedBy(store: KeyStore, cause: unknown): AppError {
  return store.available
    ? new AppError(
        'LOCKED',
        'The key store of this computer is open, but it cannot open this key: the data folder comes from another computer or account, or the key store was reset. Nothing was deleted. Use the passphrase if one was set, or open it on the computer where it was created.',
        cause,
      )
    : new AppError(
        'LOCKED',
        'The key store of this computer is not responding: it may be locked. Nothing was deleted. Unlock it and try again, or use the passphrase if one was set.',
        cause,
      );
}

function assertReal(store: KeyStore): void {
  if (!isRealKeyStore(store)) {
    throw new AppError('LOCKED', `This session has no secure key store (it offers "${store.backend}"). Use a passphrase instead.`);
  }
}

/** On Linux, a sealed text that begins with v10 was "encrypted" under a publicly known password. */
function assertNotPlain(sealed: Buffer, store: KeyStore): void {
  if (store.platform === 'linux' && sealed.subarray(0, 3).toString('latin1') === 'v10') {
    throw new AppError(
      'LOCKED',
      'The key store of this session is not secure (its seal is in the plain format). Use a passphrase instead.',
    );
  }
}

/** Derives a 32-byte key from a passphrase. Other systems may compose its characters differently, so it is normalized to NFC (RFC 8265). */
export async function derive(passphrase: string, salt: Buffer): Promise<Buffer> {
  const bytes = Buffer.from(passphrase.normalize('NFC'), 'utf8');
  const deriveKey = process.versions.electron === undefined ? scryptKey : scryptKeyInThread;
  try {
    return await deriveKey({ passphrase: bytes, salt });
  } finally {
    bytes.fill(0);
  }
}

/** A key derived from a passphrase, with its salt; 32 bytes each. It seals like the passphrase without revealing it. */
export interface StretchedPassphrase {
  readonly salt: Buffer;
  readonly key: Buffer;
}

/** Derives a key from a passphrase with a new salt. The caller zeroes the key. */
export async function stretchPassphrase(passphrase: string): Promise<StretchedPassphrase> {
  const salt = randomBytes(sealBytes.salt);
  return { salt, key: await derive(passphrase, salt) };
}

function associated(): Buffer {
  return Buffer.from(`carrel vault key, scrypt ${SCRYPT.n} ${SCRYPT.r} ${SCRYPT.p}`);
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64');
}
