import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createInflateRaw, inflateRaw } from 'node:zlib';
import type { PlainFile } from './plain-file.ts';

/** A member in a zip's directory; only those that can be read without a passphrase are listed. */
export interface ZipMember {
  readonly name: string;
  readonly isDeflated: boolean;
  /** Bytes as stored in the zip. */
  readonly packed: number;
  /** Offset of its own header. */
  readonly at: number;
}

type Bytes = Pick<PlainFile, 'size' | 'read'>;

/**
 * Largest directory in bytes; an export has five members, a workbook of Carrel's about ten, one saved by a spreadsheet program about
 * thirty.
 */
const mostDirectoryBytes = 256 * 1024;
/** Size of the end of a zip with the longest comment. */
const longestEnd = 22 + 65_535;
const signatures = { end: 0x06054b50, end64: 0x06064b50, locator: 0x07064b50, member: 0x02014b50, header: 0x04034b50 } as const;
const endSignature = Buffer.from('PK\x05\x06', 'latin1');
const unpack = promisify(inflateRaw);

/**
 * The members of a zip (APPNOTE 6.3) by its central directory; null if it is not a zip, cannot be an export, or has a directory that
 * readers may find in two places. A name that occurs twice, ignoring case and slashes, is dropped completely, because zip readers do not
 * agree which one counts.
 */
export async function readMembers(file: Bytes): Promise<ReadonlyMap<string, ZipMember> | null> {
  const place = await findDirectory(file);
  if (place === null || place.length > mostDirectoryBytes || place.at + place.length !== place.before) return null;
  const bytes = await file.read(place.at, place.length);
  const members = new Map<string, ZipMember>();
  const seen = new Map<string, string>();
  let at = 0;
  let count = 0;
  for (; at + 46 <= bytes.length && bytes.readUInt32LE(at) === signatures.member; count++) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const end = at + 46 + (nameLength ?? 0);
    const next = end + (extraLength ?? 0) + (commentLength ?? 0);
    if (next > bytes.length) return null;
    const name = bytes.toString('utf8', at + 46, end);
    const member = memberOf(bytes, at, name, bytes.subarray(end, end + (extraLength ?? 0)));
    const folded = name
      .toLowerCase()
      .replaceAll('\\', '/')
      .replace(/^(\.?\/)+|\0.*$/gs, '');
    const before = seen.get(folded);
    if (before !== undefined) members.delete(before);
    else if (member !== null) members.set(name, member);
    seen.set(folded, name);
    at = next;
  }
  return at === bytes.length && count === place.count ? members : null;
}

/** The bytes of a member; null if there are more than `most`, or they cannot be unpacked. */
export async function readMember(file: Bytes, member: ZipMember, most: number): Promise<Buffer | null> {
  const start = await startOf(file, member);
  if (start === null || member.packed > most) return null;
  const packed = await file.read(start, member.packed);
  if (packed.length < member.packed) return null;
  if (!member.isDeflated) return packed;
  try {
    return await unpack(packed, { maxOutputLength: most });
  } catch {
    return null;
  }
}

/** Bytes of the zip passed to the unpacker at a time. */
const piece = 256 * 1024;

/** Yields the bytes of a member of any size, 64 KiB at a time. Throws the unpacker's errors for invalid data. */
export async function* memberBytes(file: Bytes, member: ZipMember): AsyncGenerator<Buffer> {
  const start = await startOf(file, member);
  if (start === null) return;
  const packed = async function* (): AsyncGenerator<Buffer> {
    for (let at = 0; at < member.packed; at += piece) yield await file.read(start + at, Math.min(piece, member.packed - at));
  };
  if (!member.isDeflated) {
    yield* packed();
    return;
  }
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  // If either stream ends, the other does too; errors are thrown to the reader.
  pipeline(Readable.from(packed(), { objectMode: false }), inflate, () => undefined);
  yield* inflate as AsyncIterable<Buffer>;
}

/** Location of the zip's directory. */
interface Directory {
  readonly at: number;
  readonly length: number;
  readonly count: number;
  /** Offset of what follows it. */
  readonly before: number;
}

async function findDirectory(file: Bytes): Promise<Directory | null> {
  const from = Math.max(0, file.size - longestEnd);
  const tail = await file.read(from, file.size - from);
  const at = tail.lastIndexOf(endSignature);
  // Some readers take the last end record, whatever follows it, so nothing may follow.
  if (at < 0 || at + 22 > tail.length || at + 22 + tail.readUInt16LE(at + 20) !== tail.length) return null;
  const found = { count: tail.readUInt16LE(at + 10), length: tail.readUInt32LE(at + 12), at: tail.readUInt32LE(at + 16) };
  const before = from + at;
  const large = await findDirectory64(file, before);
  if (large === null) return { ...found, before };
  const isSame =
    [0xffff, large.count].includes(found.count) &&
    [0xffffffff, large.length].includes(found.length) &&
    [0xffffffff, large.at].includes(found.at);
  return isSame ? large : null;
}

/**
 * The directory of a zip that is large, or was written as if it could become so; null if there is none. `end`: offset of its usual end
 * record.
 */
async function findDirectory64(file: Bytes, end: number): Promise<Directory | null> {
  if (end < 20) return null;
  const locator = await file.read(end - 20, 20);
  if (locator.length < 20 || locator.readUInt32LE(0) !== signatures.locator) return null;
  const at = Number(locator.readBigUInt64LE(8));
  const record = at + 56 > file.size ? locator : await file.read(at, 56);
  const none = { at: -1, length: 0, count: -1, before: 0 };
  if (record.length < 56 || record.readUInt32LE(0) !== signatures.end64) return none;
  const [count, length, place] = [32, 40, 48].map((offset) => Number(record.readBigUInt64LE(offset)));
  return { at: place ?? 0, length: length ?? 0, count: count ?? 0, before: at };
}

/** Null for a member that is encrypted, uses an unsupported method, or has a second name. */
function memberOf(bytes: Buffer, at: number, name: string, extra: Buffer): ZipMember | null {
  const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1;
  const method = bytes.readUInt16LE(at + 10);
  if (isEncrypted || (method !== 0 && method !== 8) || extraField(extra, extras.name) !== null) return null;
  const [packed, unpacked, place] = [20, 24, 42].map((offset) => bytes.readUInt32LE(at + offset));
  const large = largeSizes(extra, [unpacked === 0xffffffff, packed === 0xffffffff, place === 0xffffffff]);
  return { name, isDeflated: method === 8, packed: large[1] ?? packed ?? 0, at: large[2] ?? place ?? 0 };
}

/** Extra fields of a member: sizes beyond 32 bits, and an alternative name for readers that know it. */
const extras = { large: 0x0001, name: 0x7075 } as const;

/** The sizes and the offset that did not fit into 32 bits, in this order; only those wanted are present. */
function largeSizes(extra: Buffer, wanted: readonly boolean[]): readonly (number | undefined)[] {
  const field = extraField(extra, extras.large);
  let next = 0;
  return wanted.map((is) => {
    if (!is || field === null || next + 8 > field.length) return undefined;
    next += 8;
    return Number(field.readBigUInt64LE(next - 8));
  });
}

function extraField(extra: Buffer, wanted: number): Buffer | null {
  for (let at = 0; at + 4 <= extra.length;) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === wanted) return extra.subarray(at + 4, end);
    at = end;
  }
  return null;
}

/** Offset of a member's bytes after its own header; null if there is none, or it has another name. */
async function startOf(file: Bytes, { name, at, packed }: ZipMember): Promise<number | null> {
  if (at + 30 > file.size) return null;
  const header = await file.read(at, 30);
  if (header.length < 30 || header.readUInt32LE(0) !== signatures.header) return null;
  const nameLength = header.readUInt16LE(26);
  const own = await file.read(at + 30, nameLength);
  const start = at + 30 + nameLength + header.readUInt16LE(28);
  return own.toString('utf8') !== name || start + packed > file.size ? null : start;
}
