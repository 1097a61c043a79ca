import { createHash } from 'node:crypto';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { AppError } from '../../shared/errors.ts';
import { openOrdinary } from '../platform/files.ts';
import { openChunks } from './sealed-chunks.ts';
import { decodeHeader, type PackHeader } from './pack-header.ts';
import { damagedPack, openPrefix, prefixLength } from './pack-prefix.ts';

/** A site pack whose passphrase was right and whose header is genuine. */
export interface OpenedPack {
  readonly header: PackHeader;
  /** The study's file in order. Throws CORRUPT where the rest is not what was packed: then all of it must be thrown away. */
  contents(): Generator<Buffer>;
  /** SHA-256 of the whole file, hex; after `contents` came to its end. */
  sha256(): string;
  close(): void;
}

/** Opens a site pack. Errors: USAGE where it cannot be read, CORRUPT, VERSION, LOCKED. */
export async function openPack(path: string, passphrase: string): Promise<OpenedPack> {
  const file = openFile(path);
  let bodyKey: Buffer | null = null;
  try {
    const size = fstatSync(file).size;
    const hash = createHash('sha256');
    const readNext = (bytes: number): Buffer => {
      const read = readFully(file, bytes, null);
      hash.update(read);
      return read;
    };
    const key = await openPrefix((bytes) => readFully(file, bytes, 0), passphrase);
    bodyKey = key;
    readNext(prefixLength);
    const chunks = openChunks(key, readNext, size - prefixLength);
    const first = chunks.next();
    const { header, rest } = decodeHeader(first.done === true ? Buffer.alloc(0) : first.value);
    return {
      header,
      contents: () => exactly(header.size, rest, chunks),
      sha256: () => hash.digest('hex'),
      close: () => {
        key.fill(0);
        closeSync(file);
      },
    };
  } catch (error: unknown) {
    bodyKey?.fill(0);
    closeSync(file);
    throw error;
  }
}

/** The parts of the study's file, which are as long as the header says. */
function* exactly(size: number, first: Buffer, chunks: Generator<Buffer, void>): Generator<Buffer> {
  let left = size - first.length;
  yield first;
  for (const chunk of chunks) {
    left -= chunk.length;
    yield chunk;
  }
  if (left !== 0) throw damagedPack();
}

function openFile(path: string): number {
  try {
    return openOrdinary(path);
  } catch (error: unknown) {
    throw unreadable(error);
  }
}

/** So many bytes, or fewer at the end of the file. `at` null: where the last such reading ended. */
function readFully(file: number, bytes: number, at: number | null): Buffer {
  const buffer = Buffer.alloc(bytes);
  let filled = 0;
  try {
    while (filled < bytes) {
      const read = readSync(file, buffer, filled, bytes - filled, at === null ? null : at + filled);
      if (read === 0) break;
      filled += read;
    }
  } catch (error: unknown) {
    throw unreadable(error);
  }
  return buffer.subarray(0, filled);
}

function unreadable(cause: unknown): AppError {
  return new AppError(
    'USAGE',
    'The site pack cannot be read: there is no such file, it is no ordinary file, or it may not be read. Nothing was changed.',
    cause,
  );
}
