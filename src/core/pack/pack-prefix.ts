import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '../../shared/errors.ts';
import { derive } from '../vault/key-wrap.ts';
import { SCRYPT } from '../vault/scrypt.ts';

/*
 * What stands in clear at the beginning of a site pack (docs/site-pack.md): how the passphrase is stretched, and the pack's own key,
 * sealed under it. The digest at its end tells damage from a wrong passphrase.
 */
export const packMagic = Buffer.from('carrel-site-pack', 'latin1');
const version = 1;
const place = { version: 16, length: 18, scrypt: 20, salt: 24, nonce: 56, sealed: 68, tag: 100, digest: 116 } as const;
const gcm = { authTagLength: place.digest - place.tag };
const digestBytes = 32;
const keyBytes = 32;

/** Bytes of the prefix. */
export const prefixLength = place.digest + digestBytes;
/** A later version may have a longer one, up to this. */
const longestPrefix = 4096;
/** Bytes that say which version it is, and how long. */
const headLength = place.scrypt;

/** A new prefix with the key that the rest of the file is sealed with. The caller zeroes the key. */
export async function makePrefix(passphrase: string): Promise<{ readonly prefix: Buffer; readonly bodyKey: Buffer }> {
  const prefix = Buffer.alloc(prefixLength);
  packMagic.copy(prefix);
  prefix.writeUInt16BE(version, place.version);
  prefix.writeUInt16BE(prefixLength, place.length);
  scryptBytes().copy(prefix, place.scrypt);
  randomBytes(keyBytes).copy(prefix, place.salt);
  randomBytes(place.sealed - place.nonce).copy(prefix, place.nonce);
  const packKey = randomBytes(keyBytes);
  const wrapping = await derive(passphrase, saltOf(prefix));
  try {
    const cipher = createCipheriv('aes-256-gcm', wrapping, nonceOf(prefix), gcm).setAAD(associated(prefix));
    Buffer.concat([cipher.update(packKey), cipher.final(), cipher.getAuthTag()]).copy(prefix, place.sealed);
    digestOf(prefix.subarray(0, place.digest)).copy(prefix, place.digest);
    return { prefix, bodyKey: bodyKeyOf(packKey, prefix) };
  } finally {
    wrapping.fill(0);
    packKey.fill(0);
  }
}

/**
 * The key of the rest of the file. `read` gives so many bytes from the beginning, or fewer at the end of the file.
 * Throws CORRUPT where it is no site pack or is damaged, VERSION where it is newer, LOCKED for another passphrase.
 */
export async function openPrefix(read: (bytes: number) => Buffer, passphrase: string): Promise<Buffer> {
  const prefix = checkedPrefix(read);
  if (prefix.readUInt16BE(place.version) !== version)
    throw new AppError(
      'VERSION',
      'This site pack was made by a newer version of Carrel. Nothing was changed. Use that version, or a newer one.',
    );
  // A version 1 with other parameters was made by nobody.
  if (prefix.length !== prefixLength || !prefix.subarray(place.scrypt, place.salt).equals(scryptBytes())) throw damagedPack();
  const wrapping = await derive(passphrase, saltOf(prefix));
  try {
    const packKey = unwrap(prefix, wrapping);
    const bodyKey = bodyKeyOf(packKey, prefix);
    packKey.fill(0);
    return bodyKey;
  } finally {
    wrapping.fill(0);
  }
}

/** CORRUPT: the file is not what was packed. */
export function damagedPack(cause?: unknown): AppError {
  return new AppError(
    'CORRUPT',
    'This file is no site pack, or it is damaged: it is not what was packed. Nothing of it was taken in, and nothing was changed. Copy it again, or ask for a new pack.',
    cause,
  );
}

function checkedPrefix(read: (bytes: number) => Buffer): Buffer {
  const head = read(headLength);
  if (head.length < headLength || !head.subarray(0, packMagic.length).equals(packMagic)) throw damagedPack();
  const length = head.readUInt16BE(place.length);
  if (length < headLength + digestBytes || length > longestPrefix) throw damagedPack();
  const prefix = read(length);
  const end = length - digestBytes;
  if (prefix.length < length || !digestOf(prefix.subarray(0, end)).equals(prefix.subarray(end))) throw damagedPack();
  return prefix;
}

function unwrap(prefix: Buffer, wrapping: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', wrapping, nonceOf(prefix), gcm).setAAD(associated(prefix));
  decipher.setAuthTag(prefix.subarray(place.tag, place.digest));
  try {
    return Buffer.concat([decipher.update(prefix.subarray(place.sealed, place.tag)), decipher.final()]);
  } catch {
    throw new AppError(
      'LOCKED',
      'The passphrase is not the one of this site pack. Nothing was changed. Ask whoever packed it, then try again.',
    );
  }
}

function bodyKeyOf(packKey: Buffer, prefix: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', packKey, saltOf(prefix), 'carrel site pack 1 body', keyBytes));
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
