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

/** A sealed file whose passphrase was right and whose header is genuine. */
export interface OpenedSealed<H extends SealedHeader> {
  readonly header: H;
  /** The database in order. Throws CORRUPT where the rest is not what was sealed: then all of it must be thrown away. */
  contents(): Generator<Buffer>;
  /** SHA-256 of the whole file, hex; after `contents` came to its end. */
  sha256(): string;
  close(): void;
}

/** Opens a sealed file; an ordinary file only, and no link (`links`: refuse). Errors: USAGE where it cannot be read, CORRUPT, VERSION, LOCKED. */
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

/** Writes the database of a sealed file to a new file, durably. Errors: CORRUPT, CANCELLED (`cancelled` says it), what the system says. */
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

/** The parts of the database, which are as long as the header says. */
function* exactly(kind: SealedKind, size: number, first: Buffer, chunks: Generator<Buffer, void>): Generator<Buffer> {
  let left = size - first.length;
  yield first;
  for (const chunk of chunks) {
    left -= chunk.length;
    yield chunk;
  }
  if (left !== 0) throw kind.damaged();
}

/** A pipe or device is refused without waiting for what it would say. */
function openFile(kind: SealedKind, path: string, links: 'follow' | 'refuse'): number {
  try {
    if (links === 'refuse' && lstatSync(path).isSymbolicLink()) throw kind.unreadable();
    return openOrdinary(path);
  } catch (error: unknown) {
    throw error instanceof AppError ? error : kind.unreadable(error);
  }
}

/** So many bytes, or fewer at the end of the file. `at` null: where the last such reading ended. */
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
