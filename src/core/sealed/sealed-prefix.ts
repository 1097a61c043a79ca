import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { derive, type StretchedPassphrase } from '../vault/keys/key-wrap.ts';
import { SCRYPT } from '../vault/keys/scrypt.ts';
import type { SealedKind } from './sealed-kind.ts';

/*
 * The clear-text start of a sealed file (docs/site-pack.md): the parameters of the key derivation, and the file's own key sealed under the
 * derived key. The digest at its end distinguishes damage from a wrong passphrase.
 */
const version = 1;
const place = { version: 16, length: 18, scrypt: 20, salt: 24, nonce: 56, sealed: 68, tag: 100, digest: 116 } as const;
const gcm = { authTagLength: place.digest - place.tag };
const digestBytes = 32;
const keyBytes = 32;

/** Bytes of the prefix. */
export const prefixLength = place.digest + digestBytes;
/** A later version may have a longer prefix, up to this. */
const longestPrefix = 4096;
/** Bytes that contain the version and the length. */
const headLength = place.scrypt;

/** Creates a prefix and the key that the rest of the file is sealed with. The caller zeroes the keys. */
export function makePrefix(
  kind: SealedKind,
  { salt, key: wrapping }: StretchedPassphrase,
): { readonly prefix: Buffer; readonly bodyKey: Buffer } {
  const prefix = Buffer.alloc(prefixLength);
  kind.magic.copy(prefix);
  prefix.writeUInt16BE(version, place.version);
  prefix.writeUInt16BE(prefixLength, place.length);
  scryptBytes().copy(prefix, place.scrypt);
  salt.copy(prefix, place.salt);
  randomBytes(place.sealed - place.nonce).copy(prefix, place.nonce);
  const fileKey = randomBytes(keyBytes);
  const cipher = createCipheriv('aes-256-gcm', wrapping, nonceOf(prefix), gcm).setAAD(associated(prefix));
  Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]).copy(prefix, place.sealed);
  digestOf(prefix.subarray(0, place.digest)).copy(prefix, place.digest);
  const bodyKey = bodyKeyOf(kind, fileKey, prefix);
  fileKey.fill(0);
  return { prefix, bodyKey };
}

/**
 * Returns the key of the rest of the file. `read` returns this many bytes from the start, or fewer at the end of the file. Throws CORRUPT
 * if it is another kind of file or damaged, VERSION if it is newer, LOCKED for a wrong passphrase.
 */
export async function openPrefix(kind: SealedKind, read: (bytes: number) => Buffer, passphrase: string): Promise<Buffer> {
  const prefix = checkedPrefix(kind, read);
  if (prefix.readUInt16BE(place.version) !== version) throw kind.newer();
  // Version 1 never has other parameters.
  if (prefix.length !== prefixLength || !prefix.subarray(place.scrypt, place.salt).equals(scryptBytes())) throw kind.damaged();
  const wrapping = await derive(passphrase, saltOf(prefix));
  try {
    const fileKey = unwrap(kind, prefix, wrapping);
    const bodyKey = bodyKeyOf(kind, fileKey, prefix);
    fileKey.fill(0);
    return bodyKey;
  } finally {
    wrapping.fill(0);
  }
}

function checkedPrefix(kind: SealedKind, read: (bytes: number) => Buffer): Buffer {
  const head = read(headLength);
  if (head.length < headLength || !head.subarray(0, kind.magic.length).equals(kind.magic)) throw kind.damaged();
  const length = head.readUInt16BE(place.length);
  if (length < headLength + digestBytes || length > longestPrefix) throw kind.damaged();
  const prefix = read(length);
  const end = length - digestBytes;
  if (prefix.length < length || !digestOf(prefix.subarray(0, end)).equals(prefix.subarray(end))) throw kind.damaged();
  return prefix;
}

function unwrap(kind: SealedKind, prefix: Buffer, wrapping: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', wrapping, nonceOf(prefix), gcm).setAAD(associated(prefix));
  decipher.setAuthTag(prefix.subarray(place.tag, place.digest));
  try {
    return Buffer.concat([decipher.update(prefix.subarray(place.sealed, place.tag)), decipher.final()]);
  } catch {
    throw kind.locked();
  }
}

function bodyKeyOf({ bodyInfo }: SealedKind, fileKey: Buffer, prefix: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', fileKey, saltOf(prefix), bodyInfo, keyBytes));
}

function scryptBytes(): Buffer {
  return Buffer.from([Math.log2(SCRYPT.n), SCRYPT.r, SCRYPT.p, 0]);
}

function saltOf(prefix: Buffer): Buffer {
  return prefix.subarray(place.salt, place.nonce);
}

function nonceOf(prefix: Buffer): Buffer {
  return prefix.subarray(place.nonce, place.sealed);
}

function associated(prefix: Buffer): Buffer {
  return prefix.subarray(0, place.nonce);
}

function digestOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
