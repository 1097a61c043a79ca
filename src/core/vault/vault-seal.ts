import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual, type Hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import type { Db } from '../store/database/database.ts';
import { errnoOf } from '../platform/errno.ts';
import { readOrdinary, storeFailure, writeDurably } from '../platform/files.ts';

const SETTING = 'vault.seal';
const FORMAT = 'carrel vault seal 2';
/** From versions that left the whole seal readable. */
const EARLIER_FORMAT = 'carrel vault seal 1';
const LONGEST_FILE = 64 * 1024;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Characters to which the sealed text is padded, so that its length reveals nothing. */
const PADDED = 1024;

const stateSchema = z.strictObject({ entries: z.int().min(0), head: z.string(), content: z.string() });
const contentSchema = z.strictObject({ current: stateSchema, pending: stateSchema.nullable() });
/** `empty`: no change of the vault was complete when it was written. Nothing else can be read without the vault. */
const fileSchema = z.strictObject({ format: z.literal(FORMAT), empty: z.boolean(), sealed: z.base64().max(16_384) });
const earlierFileSchema = contentSchema.extend({ mac: z.string() });
const markSchema = z.strictObject({ file: z.string(), key: z.string() });

/** State of a vault: how far its audit trail goes, and a digest (hex) of everything else in it. */
type VaultState = z.infer<typeof stateSchema>;
type SealFile = z.infer<typeof contentSchema>;

/**
 * Path of the file next to a vault file that records, encrypted, the state after its last change. With the trail's last link in clear text,
 * anybody with the folder could guess its entries one by one.
 */
export function vaultSealPath(vaultPath: string): string {
  return vaultPath.replace(/\.db$/, '.seal');
}

/**
 * Runs a change of the vault inside its transaction and stores the resulting state as pending before it can be committed. After any
 * interruption, the vault is in one of the two states. Throws STORE.
 */
export function changeSealed<T>(db: Db, change: () => T): T {
  const key = sealKey(db);
  const current = stateOf(db);
  const result = change();
  const pending = stateOf(db);
  if (pending.content !== current.content || pending.head !== current.head) writeSeal(db.name, key, { current, pending });
  return result;
}

/** After the commit: invalidates the state before the change. Call within a transaction that holds the vault's lock. */
export function completeSeal(db: Db): void {
  const mark = readMark(db);
  if (mark === null) return;
  const seal = readSeal(db.name, mark.key);
  if (seal === 'missing' || seal?.pending !== null) writeSeal(db.name, mark.key, { current: stateOf(db), pending: null });
}

/** How a vault differs from the state of its last change. */
export interface SealBreak {
  readonly why: 'seal-missing' | 'seal-not-genuine' | 'vault-older' | 'seal-older' | 'vault-changed';
  /** Audit entries in the vault, and those written according to the seal. */
  readonly entries: number;
  readonly written: number | null;
}

/**
 * Returns null if a vault (its `file`, if the connection reads a copy) is in the state of its last change. Otherwise it is readable, but is
 * an earlier copy or contains pages of one, or the seal file is missing or not genuine.
 */
export function findSealBreak(db: Db, file = db.name): SealBreak | null {
  // Another process may change the vault between the two reads, so a difference is confirmed under its lock.
  if (compare(db, file) === null) return null;
  try {
    return db.transaction(() => compare(db, file)).immediate();
  } catch {
    return compare(db, file);
  }
}

/** Describes the break. Nothing else is judged by such a vault, because a study's file may be newer. */
export function sayBreak({ why, entries, written }: SealBreak): string {
  const says: Readonly<Record<SealBreak['why'], string>> = {
    'seal-missing': 'The seal of the vault (its .seal file) is missing, so it is unknown whether the vault file is the newest.',
    'seal-not-genuine':
      'The seal of the vault (its .seal file) is damaged or not genuine, so it is unknown whether the vault file is the newest.',
    'vault-older': `An older copy of the vault file was put back: its audit trail ends at entry ${entries}, but ${written ?? 0} were written.`,
    'seal-older': `An older copy of the seal of the vault was put back: it records ${written ?? 0} audit entries, but the vault has ${entries}.`,
    'vault-changed':
      'The vault file differs from its state after the last change: parts of an earlier copy were put back, or another program changed it.',
  };
  return says[why];
}

function compare(db: Db, file: string): SealBreak | null {
  const mark = readMark(db);
  // A vault older than seals has none, and neither has one whose creation was interrupted.
  if (mark === null) return neverSealed(db, file);
  const [seal, state] = [readSeal(file, mark.key), stateOf(db)];
  const { entries } = state;
  if (seal === 'missing') return { why: 'seal-missing', entries, written: null };
  if (seal === null) return { why: 'seal-not-genuine', entries, written: null };
  if ([seal.current, seal.pending].some((known) => known !== null && isSame(known, state))) return null;
  const written = seal.current.entries;
  const why = entries < written ? 'vault-older' : entries > written ? 'seal-older' : 'vault-changed';
  return { why, entries, written };
}

function isSame(left: VaultState, right: VaultState): boolean {
  return left.entries === right.entries && left.head === right.head && left.content === right.content;
}

function neverSealed(db: Db, file: string): SealBreak | null {
  const { entries } = stateOf(db);
  return entries > 0 && existsSync(vaultSealPath(file)) ? { why: 'seal-not-genuine', entries, written: null } : null;
}

/** The key of the seal is stored in the vault itself, with the name of its file: a copy under another key has no seal yet. */
function sealKey(db: Db): Buffer {
  const mark = readMark(db);
  if (mark !== null) return mark.key;
  const key = randomBytes(32);
  db.prepare('INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value').run(
    SETTING,
    JSON.stringify({ file: basename(db.name), key: key.toString('hex') }),
  );
  return key;
}

function readMark(db: Db): { readonly key: Buffer } | null {
  const stored = db.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck().get(SETTING);
  if (stored === undefined) return null;
  const mark = parseMark(stored);
  // An unreadable mark was not written by Carrel: no seal is genuine under it.
  if (mark === null) return { key: Buffer.alloc(0) };
  return mark.file === basename(db.name) ? { key: Buffer.from(mark.key, 'hex') } : null;
}

function parseMark(stored: string): z.infer<typeof markSchema> | null {
  try {
    return markSchema.parse(JSON.parse(stored));
  } catch {
    return null;
  }
}

function stateOf(db: Db): VaultState {
  const head = db.prepare<[], { readonly entries: number; readonly hash: Buffer }>('SELECT entries, hash FROM audit_head').get();
  return { entries: head?.entries ?? 0, head: head?.hash.toString('hex') ?? '', content: digestOfContent(db) };
}

/** Digest of the schema and of every table, including row positions, except the trails, which are covered by a head and recorded ends. */
function digestOfContent(db: Db): string {
  const schema = db
    .prepare<[], readonly [string, string]>('SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name')
    .raw()
    .all();
  const digest = createHash('sha256').update(JSON.stringify(schema));
  const tables = schema.filter(([name, sql]) => sql.startsWith('CREATE TABLE') && name !== 'audit' && name !== 'earlier_audit');
  for (const [name] of tables) {
    digest.update(JSON.stringify(name));
    const rows = db.prepare<[], readonly Cell[]>(`SELECT rowid, * FROM "${name}" ORDER BY rowid`).raw();
    for (const row of rows.iterate()) row.forEach((cell, place) => digestCell(digest, place, cell));
  }
  return digest.digest('hex');
}

type Cell = Uint8Array | string | number | null;

/** Bytes may be a key: they are never converted to text, and this copy is zeroed. */
function digestCell(digest: Hash, place: number, cell: Cell): void {
  if (!(cell instanceof Uint8Array)) {
    digest.update(JSON.stringify([place, cell]));
    return;
  }
  digest.update(JSON.stringify([place, { bytes: cell.byteLength }])).update(cell);
  cell.fill(0);
}

function writeSeal(vaultPath: string, key: Buffer, seal: SealFile): void {
  const empty = seal.current.entries === 0;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', fileKey(key), nonce, { authTagLength: TAG_BYTES }).setAAD(associated(empty));
  const text = JSON.stringify(seal).padEnd(PADDED);
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
  writeDurably(vaultSealPath(vaultPath), `${JSON.stringify({ format: FORMAT, empty, sealed })}\n`);
}

/** Null if it is not genuine. */
function readSeal(vaultPath: string, key: Buffer): SealFile | 'missing' | null {
  try {
    const parsed: unknown = JSON.parse(readOrdinary(vaultSealPath(vaultPath), LONGEST_FILE));
    const file = fileSchema.safeParse(parsed);
    return file.success ? openSeal(file.data, key) : openEarlier(earlierFileSchema.parse(parsed), key);
  } catch (error: unknown) {
    const code = errnoOf(error);
    if (code === 'ENOENT') return 'missing';
    if (code !== '' && code !== 'EFTYPE' && code !== 'EFBIG' && !code.startsWith('ERR_'))
      throw storeFailure('The seal of the vault could not be read', error);
    return null;
  }
}

/** Throws if it was not sealed under this key with this `empty` flag. */
function openSeal({ empty, sealed }: z.infer<typeof fileSchema>, key: Buffer): SealFile {
  const bytes = Buffer.from(sealed, 'base64');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', fileKey(key), nonce, { authTagLength: TAG_BYTES }).setAAD(associated(empty));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  return contentSchema.parse(JSON.parse(text));
}

function openEarlier({ mac, ...seal }: z.infer<typeof earlierFileSchema>, key: Buffer): SealFile | null {
  const [found, expected] = [Buffer.from(mac), Buffer.from(macOf(seal, key))];
  return found.length === expected.length && timingSafeEqual(found, expected) ? seal : null;
}

function fileKey(key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', FORMAT, 32));
}

function associated(empty: boolean): Buffer {
  return Buffer.from(`${FORMAT}${empty ? ', empty' : ''}`);
}

/**
 * Whether the seal next to a vault file records a completed change: false without a seal, null if it is unreadable. Without the vault, its
 * authenticity cannot be checked.
 */
export function tellsOfChanges(vaultPath: string): boolean | null {
  try {
    const parsed: unknown = JSON.parse(readOrdinary(vaultSealPath(vaultPath), LONGEST_FILE));
    const file = fileSchema.safeParse(parsed);
    return file.success ? !file.data.empty : earlierFileSchema.parse(parsed).current.entries > 0;
  } catch (error: unknown) {
    return errnoOf(error) === 'ENOENT' ? false : null;
  }
}

/** Hex. */
function macOf({ current, pending }: SealFile, key: Buffer): string {
  const parts = [current, pending].map((state) => (state === null ? null : [state.entries, state.head, state.content]));
  return createHmac('sha256', key)
    .update(JSON.stringify([EARLIER_FORMAT, ...parts]))
    .digest('hex');
}
