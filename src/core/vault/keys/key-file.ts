import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../shared/errors.ts';
import { errnoOf } from '../../platform/errno.ts';
import { readOrdinary, storeFailure, writeDurably } from '../../platform/files.ts';
import { sealBytes } from './key-wrap.ts';
import { SCRYPT } from './scrypt.ts';

const FORMAT = 'carrel keys';
const VERSION = 1;

const longestFile = 128 * 1024;
/** What a key store sealed may have any length; everything else has a fixed one. */
const bytes = z.base64().max(16_384);
const exactly = (length: number): z.ZodType<string> =>
  z.base64().refine((text) => Buffer.from(text, 'base64').length === length && text.length === Math.ceil(length / 3) * 4);
const passphraseSchema = z.strictObject({
  kdf: z.literal('scrypt'),
  n: z.literal(SCRYPT.n),
  r: z.literal(SCRYPT.r),
  p: z.literal(SCRYPT.p),
  salt: exactly(sealBytes.salt),
  nonce: exactly(sealBytes.nonce),
  sealed: exactly(sealBytes.key),
  tag: exactly(sealBytes.tag),
});
const keyStoreSchema = z.strictObject({ backend: z.string().max(64), sealed: bytes });
const contentSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  passphrase: passphraseSchema.nullable(),
  keyStore: keyStoreSchema.nullable(),
});
const fileSchema = contentSchema.extend({ check: z.string() });
const versionSchema = z.looseObject({ format: z.literal(FORMAT), version: z.int() });

/** The wrapped vault key in keys.json: by passphrase, by the OS key store, or both. */
export type WrappedKeys = Pick<z.infer<typeof contentSchema>, 'passphrase' | 'keyStore'>;

export function keyFilePath(dir: string): string {
  return join(dir, 'keys.json');
}

export function hasKeyFile(dir: string): boolean {
  return existsSync(keyFilePath(dir));
}

/** Writes keys.json atomically (0600). Throws STORE. */
export function writeKeyFile(dir: string, keys: WrappedKeys): void {
  const content = contentSchema.parse({ format: FORMAT, version: VERSION, passphrase: keys.passphrase, keyStore: keys.keyStore });
  writeDurably(keyFilePath(dir), `${JSON.stringify({ ...content, check: checksum(content) }, null, 2)}\n`);
}

/** Reads keys.json. Throws LOCKED if it is damaged (never confused with a wrong passphrase), VERSION if it is newer. */
export function readKeyFile(dir: string): WrappedKeys {
  const parsed = parseJson(readText(dir));
  const version = versionSchema.safeParse(parsed);
  if (version.success && version.data.version > VERSION) {
    throw new AppError(
      'VERSION',
      'keys.json was made by a newer version of Carrel. Nothing was changed. Use that version, or a newer one.',
    );
  }
  const file = fileSchema.safeParse(parsed);
  if (!file.success) throw damaged();
  const { check, ...content } = file.data;
  if (check !== checksum(content)) throw damaged();
  return { passphrase: content.passphrase, keyStore: content.keyStore };
}

/** Whether a folder's `keys.json` is a key file of Carrel, of whatever version and however damaged otherwise. */
export function isKeyFile(dir: string): boolean {
  try {
    return readOrdinary(keyFilePath(dir), longestFile).includes(JSON.stringify(FORMAT));
  } catch {
    return false;
  }
}

function readText(dir: string): string {
  try {
    return readOrdinary(keyFilePath(dir), longestFile);
  } catch (error: unknown) {
    if (errnoOf(error) === 'ENOENT')
      throw new AppError(
        'LOCKED',
        `The key file keys.json is missing from ${dir}. Put it back from a copy of this data folder; without one, set this copy aside in the window or use another data folder, mirror the studies again, and restore your last backup with: carrel restore`,
        error,
      );
    if (['EFTYPE', 'EFBIG', 'EISDIR'].includes(errnoOf(error))) throw damaged();
    throw storeFailure('keys.json could not be read', error);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged();
  }
}

function damaged(): AppError {
  return new AppError(
    'LOCKED',
    'The key file keys.json is damaged: the passphrase is not the problem. Nothing was deleted, and no new key is created over existing data. Put keys.json back from a copy of this data folder; without one, set this copy aside in the window or use another data folder, mirror the studies again, and restore your last backup with: carrel restore',
  );
}

/** Distinguishes a damaged file from a wrong passphrase. It protects against accidents; the seals protect against attackers. */
function checksum(content: z.infer<typeof contentSchema>): string {
  return createHash('sha256')
    .update(JSON.stringify([content.format, content.version, content.passphrase, content.keyStore]))
    .digest('hex');
}
