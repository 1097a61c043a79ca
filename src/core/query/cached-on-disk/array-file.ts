import { hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { errnoOf } from '../../platform/errno.ts';
import { openChunk, sealChunk, tagBytes } from '../../platform/sealed-chunk.ts';
import { openOrdinary, unfinishedName } from '../../platform/files.ts';
import type { Slices } from '../columns-in-memory/slices.ts';

/*
 * A file of number arrays, each of which can be read separately. In plain text it begins with `magic`, a salt and the length of the first
 * chunk. Chunks follow, sealed under a key used only for this file, derived from the study's key and the salt. The first chunk is JSON that
 * describes the arrays and their positions. Each array begins with a new chunk. A chunk's number is its nonce, so that no chunk can replace
 * another. Numbers are little-endian, like the processors that Carrel runs on.
 */
const magic = Buffer.from('carrel-columns-1', 'latin1');
const saltBytes = 32;
const headLength = magic.length + saltBytes + 4;
const keyBytes = 32;
/** Plain bytes of every chunk of an array except its last. */
const chunkBytes = 1024 * 1024;
/** Maximum bytes of the first chunk, sealed. */
const longestIndex = 1024 * 1024;

const kinds = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f64: Float64Array } as const;
type Kind = keyof typeof kinds;

export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** An array in the file: the number of its first chunk, and the byte offset where that begins, counted from the end of the index. */
interface Place {
  readonly kind: Kind;
  readonly length: number;
  readonly chunk: number;
  readonly at: number;
}

interface Index {
  readonly about: unknown;
  readonly arrays: readonly Place[];
}

/** The file is not the one that was written: it was truncated, changed or exchanged. */
export class DamagedArrays extends Error {
  override readonly name = 'DamagedArrays';
}

export interface ArrayFile {
  /** The description given when the arrays were written. */
  readonly about: unknown;
  /** Reads the array of this place in the order of writing. Throws {@link DamagedArrays} and file system errors. */
  read(place: number): NumberArray;
  /** The same in slices; the file is open only while a chunk is read. Also throws {@link NoLongerWanted}. */
  readMeanwhile(place: number, slices: Slices): Promise<NumberArray>;
  /** Bytes that the array of this place takes in memory. */
  size(place: number): number;
}

/**
 * Writes a file (0600) that gets its final name only when it is complete, and only if `mayTake` still returns true. `about` is any JSON
 * value. Throws file system errors, and then leaves an earlier file unchanged. Nothing is flushed to be durable: what a power loss leaves
 * of it does not open.
 */
export async function writeArrays(
  path: string,
  studyKey: Buffer,
  about: unknown,
  arrays: readonly NumberArray[],
  mayTake: () => boolean,
): Promise<void> {
  const part = unfinishedName(path);
  const salt = randomBytes(saltBytes);
  const key = fileKey(studyKey, salt);
  let handle: FileHandle | null = null;
  try {
    handle = await open(part, 'wx', 0o600);
    await writeAll(handle, beginning(key, salt, about, arrays));
    let number = 1;
    for (const array of arrays) {
      if (!mayTake()) return;
      for (const plain of chunksOf(array)) await writeAll(handle, sealChunk(key, number++, false, plain));
    }
    await handle.close();
    handle = null;
    if (mayTake()) await rename(part, path);
  } finally {
    key.fill(0);
    await handle?.close().catch(() => undefined);
    await rm(part, { force: true }).catch(() => undefined);
  }
}

/** A write may take only part of the bytes, for example if the disk becomes full. */
async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at)).bytesWritten;
}

function beginning(key: Buffer, salt: Buffer, about: unknown, arrays: readonly NumberArray[]): Buffer {
  const head = Buffer.alloc(headLength);
  magic.copy(head);
  salt.copy(head, magic.length);
  // The position of an array depends on the length of the index, so positions are counted from its end.
  const index: Index = { about, arrays: placesOf(arrays) };
  const sealed = sealChunk(key, 0, false, Buffer.from(JSON.stringify(index)));
  if (sealed.length > longestIndex) throw new RangeError('There are too many arrays for one file.');
  head.writeUInt32LE(sealed.length, headLength - 4);
  return Buffer.concat([head, sealed]);
}

function placesOf(arrays: readonly NumberArray[]): readonly Place[] {
  let [chunk, at] = [1, 0];
  return arrays.map((array) => {
    const place = { kind: kindOf(array), length: array.length, chunk, at };
    const chunks = Math.ceil(array.byteLength / chunkBytes);
    chunk += chunks;
    at += array.byteLength + chunks * tagBytes;
    return place;
  });
}

function kindOf(array: NumberArray): Kind {
  if (array instanceof Uint8Array) return 'u8';
  if (array instanceof Uint16Array) return 'u16';
  return array instanceof Uint32Array ? 'u32' : 'f64';
}

function* chunksOf({ buffer, byteOffset, byteLength }: NumberArray): Generator<Uint8Array> {
  for (let at = 0; at < byteLength; at += chunkBytes) yield new Uint8Array(buffer, byteOffset + at, Math.min(chunkBytes, byteLength - at));
}

/**
 * Opens a file of arrays; returns null if there is none. The file is open only during a read, and is opened by name each time. If the
 * study's key is zeroed later, nothing can be read. Throws {@link DamagedArrays} and file system errors.
 */
export function openArrays(path: string, studyKey: Buffer): ArrayFile | null {
  const file = openIfThere(path);
  if (file === null) return null;
  try {
    const { salt, end, index } = readIndex(file, studyKey);
    const placeOf = (place: number): Place => {
      const wanted = index.arrays[place];
      if (wanted === undefined) throw new DamagedArrays('There is no such array.');
      return wanted;
    };
    return {
      about: index.about,
      read: (place) => {
        const wanted = placeOf(place);
        return withFile(path, (again) => {
          const chunks = readArray((into, at) => readInto(into, again, at), fileKey(studyKey, salt), wanted, end);
          let chunk = chunks.next();
          while (chunk.done !== true) chunk = chunks.next();
          return chunk.value;
        });
      },
      readMeanwhile: async (place, slices) => {
        const readAt: ReadAt = (into, at) => withFile(path, (again) => readInto(into, again, at));
        const wanted = placeOf(place);
        const chunks = readArray(readAt, fileKey(studyKey, salt), wanted, end);
        try {
          let chunk = chunks.next();
          for (; chunk.done !== true; chunk = chunks.next()) if (slices.due()) await slices.rest();
          return chunk.value;
        } finally {
          // Zeroes the key of an array that is no longer wanted.
          chunks.return(nothing);
        }
      },
      size: (place) => {
        const { kind, length } = placeOf(place);
        return length * kinds[kind].BYTES_PER_ELEMENT;
      },
    };
  } finally {
    closeSync(file);
  }
}

function openIfThere(path: string): number | null {
  try {
    // Opening a pipe in its place would block.
    return openOrdinary(path);
  } catch (error: unknown) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function withFile<T>(path: string, work: (file: number) => T): T {
  const file = openOrdinary(path);
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}

/** `end`: the byte offset in the file where the arrays begin. */
function readIndex(file: number, studyKey: Buffer): { readonly salt: Buffer; readonly end: number; readonly index: Index } {
  const head = readExactly(file, headLength, 0);
  const length = head.readUInt32LE(headLength - 4);
  if (!head.subarray(0, magic.length).equals(magic) || length <= tagBytes || length > longestIndex)
    throw new DamagedArrays('The file does not begin as one of arrays does.');
  const salt = head.subarray(magic.length, magic.length + saltBytes);
  const key = fileKey(studyKey, salt);
  try {
    const index = JSON.parse(unsealed(key, 0, readExactly(file, length, headLength)).toString('utf8')) as Index;
    return { salt, end: headLength + length, index };
  } finally {
    key.fill(0);
  }
}

/** Fills the bytes from a byte offset in the file, and returns them. */
type ReadAt = (bytes: Buffer, at: number) => Buffer;

const nothing = new Uint8Array();

/** Reads an array, with a yield after each chunk. The key is zeroed. `end`: the byte offset in the file where the arrays begin. */
function* readArray(readAt: ReadAt, key: Buffer, { kind, length, chunk, at }: Place, end: number): Generator<undefined, NumberArray> {
  try {
    const array = new kinds[kind](length);
    const bytes = new Uint8Array(array.buffer);
    const sealed = Buffer.allocUnsafe(Math.min(chunkBytes, bytes.length) + tagBytes);
    for (let [number, from, place] = [chunk, 0, end + at]; from < bytes.length; number++) {
      const size = Math.min(chunkBytes, bytes.length - from);
      bytes.set(unsealed(key, number, readAt(sealed.subarray(0, size + tagBytes), place)), from);
      from += size;
      place += size + tagBytes;
      yield;
    }
    return array;
  } finally {
    key.fill(0);
  }
}

function unsealed(key: Buffer, number: number, sealed: Buffer): Buffer {
  try {
    return openChunk(key, number, false, sealed);
  } catch (error: unknown) {
    throw new DamagedArrays('A chunk is not the one that was sealed.', { cause: error });
  }
}

function readExactly(file: number, length: number, position: number): Buffer {
  return readInto(Buffer.allocUnsafe(length), file, position);
}

/** Fills these bytes. */
function readInto(bytes: Buffer, file: number, position: number): Buffer {
  for (let at = 0; at < bytes.length;) {
    const read = readSync(file, bytes, at, bytes.length - at, position + at);
    if (read === 0) throw new DamagedArrays('The file is shorter than what was written.');
    at += read;
  }
  return bytes;
}

function fileKey(studyKey: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', studyKey, salt, 'carrel columns 1', keyBytes));
}
