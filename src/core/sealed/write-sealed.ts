import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import type { AtomicFile } from '../platform/atomic-file.ts';
import { stretchPassphrase, type StretchedPassphrase } from '../vault/keys/key-wrap.ts';
import { storeError } from '../store/database/store-error.ts';
import { chunkBytes, sealChunks } from './sealed-chunks.ts';
import { encodeHeader, type SealedHeader } from './sealed-header.ts';
import type { SealedKind } from './sealed-kind.ts';
import { makePrefix } from './sealed-prefix.ts';

/** What a file is sealed under: a passphrase, or a key derived from one earlier. */
export type SealedUnder = string | StretchedPassphrase;

export interface SealedControl {
  readonly signal?: AbortSignal;
  /** Bytes done, and their total; 0 of 0 while the copy is made. */
  readonly onProgress?: (bytes: number, of: number) => void;
}

/** What is sealed: an encrypted database with an empty journal, and its header. `cancelled`: message when cancelled. */
export interface SealedContent<H extends SealedHeader> {
  readonly schema: z.ZodType<H>;
  readonly header: H;
  readonly path: string;
  readonly cancelled: string;
}

/** Writes a header and a database to a file sealed under a passphrase. Throws EXPORT, STORE, CANCELLED. */
export async function writeSealed<H extends SealedHeader>(
  file: AtomicFile,
  kind: SealedKind,
  under: SealedUnder,
  content: SealedContent<H>,
  { signal, onProgress }: SealedControl,
): Promise<void> {
  const { size } = content.header;
  const { prefix, bodyKey } = await prefixUnder(kind, under);
  try {
    file.write(prefix);
    let done = 0;
    for (const chunk of sealChunks(bodyKey, partsOf(content))) {
      if (signal?.aborted === true) throw new AppError('CANCELLED', content.cancelled);
      file.write(chunk);
      done += chunk.length;
      onProgress?.(Math.min(done, size), size);
      await setImmediate();
    }
  } finally {
    bodyKey.fill(0);
  }
}

async function prefixUnder(kind: SealedKind, under: SealedUnder): Promise<ReturnType<typeof makePrefix>> {
  if (typeof under !== 'string') return makePrefix(kind, under);
  const stretched = await stretchPassphrase(under);
  try {
    return makePrefix(kind, stretched);
  } finally {
    stretched.key.fill(0);
  }
}

function* partsOf<H extends SealedHeader>({ schema, header, path }: SealedContent<H>): Generator<Buffer> {
  yield encodeHeader(schema, header);
  const source = openSync(path, 'r');
  try {
    for (let left = header.size; left > 0;) {
      const part = Buffer.alloc(Math.min(left, chunkBytes));
      const read = readSync(source, part);
      if (read === 0) throw new AppError('STORE', 'The copy to be sealed is missing. Nothing was written. Try again.');
      left -= read;
      yield part.subarray(0, read);
    }
  } catch (error: unknown) {
    throw storeError(error, 'The copy to be sealed');
  } finally {
    closeSync(source);
  }
}
