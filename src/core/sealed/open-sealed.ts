import { createHash } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, lstatSync, openSync, readSync, writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import { openOrdinary } from '../platform/files.ts';
import { openChunks } from './sealed-chunks.ts';
import { decodeHeader, type SealedHeader } from './sealed-header.ts';
import type { SealedKind } from './sealed-kind.ts';
import { openPrefix, prefixLength } from './sealed-prefix.ts';
import type { SealedControl } from './write-sealed.ts';

/** A sealed file opened with the correct passphrase and an authenticated header. */
export interface OpenedSealed<H extends SealedHeader> {
  readonly header: H;
  /** Yields the database in order. Throws CORRUPT if the rest is not what was sealed; everything yielded must then be discarded. */
  contents(): Generator<Buffer>;
  /** SHA-256 of the whole file, hex. Call after `contents` has ended. */
  sha256(): string;
  close(): void;
}

/**
 * Opens a sealed file, which must be an ordinary file and, with `links` refuse, not a link. Throws USAGE if it cannot be read, CORRUPT,
 * VERSION, LOCKED.
 */
export async function openSealed<H extends SealedHeader>(
  kind: SealedKind,
  schema: z.ZodType<H>,
  path: string,
  passphrase: string,
  links: 'follow' | 'refuse',
): Promise<OpenedSealed<H>> {
  const file = openFile(kind, path, links);
  let bodyKey: Buffer | null = null;
  try {
    const size = fstatSync(file).size;
    const hash = createHash('sha256');
    const readNext = (bytes: number): Buffer => {
      const read = readFully(kind, file, bytes, null);
      hash.update(read);
      return read;
    };
    const key = await openPrefix(kind, (bytes) => readFully(kind, file, bytes, 0), passphrase);
    bodyKey = key;
    readNext(prefixLength);
    const chunks = openChunks(kind, key, readNext, size - prefixLength);
    const first = chunks.next();
    const { header, rest } = decodeHeader(kind, schema, first.done === true ? Buffer.alloc(0) : first.value);
    return {
      header,
      contents: () => exactly(kind, header.size, rest, chunks),
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

/**
 * Writes the database of a sealed file durably to a new file. Throws CORRUPT, CANCELLED (with the message `cancelled`), and system errors.
 */
export async function unsealInto<H extends SealedHeader>(
  opened: OpenedSealed<H>,
  path: string,
  cancelled: string,
  { signal, onProgress }: SealedControl,
): Promise<void> {
  const file = openSync(path, 'wx', 0o600);
  try {
    let done = 0;
    for (const part of opened.contents()) {
      if (signal?.aborted === true) throw new AppError('CANCELLED', cancelled);
      for (let at = 0; at < part.length;) at += writeSync(file, part, at);
      done += part.length;
      onProgress?.(done, opened.header.size);
      await setImmediate();
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The parts of the database, whose total length must match the header. */
function* exactly(kind: SealedKind, size: number, first: Buffer, chunks: Generator<Buffer, void>): Generator<Buffer> {
  let left = size - first.length;
  yield first;
  for (const chunk of chunks) {
    left -= chunk.length;
    yield chunk;
  }
  if (left !== 0) throw kind.damaged();
}

/** A pipe or device is refused without waiting for its data. */
function openFile(kind: SealedKind, path: string, links: 'follow' | 'refuse'): number {
  try {
    if (links === 'refuse' && lstatSync(path).isSymbolicLink()) throw kind.unreadable();
    return openOrdinary(path);
  } catch (error: unknown) {
    throw error instanceof AppError ? error : kind.unreadable(error);
  }
}

/** Reads this many bytes, or fewer at the end of the file. `at` null: continues after the last such read. */
function readFully(kind: SealedKind, file: number, bytes: number, at: number | null): Buffer {
  const buffer = Buffer.alloc(bytes);
  let filled = 0;
  try {
    while (filled < bytes) {
      const read = readSync(file, buffer, filled, bytes - filled, at === null ? null : at + filled);
      if (read === 0) break;
      filled += read;
    }
  } catch (error: unknown) {
    throw kind.unreadable(error);
  }
  return buffer.subarray(0, filled);
}
