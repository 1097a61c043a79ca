import { openChunk, sealChunk, tagBytes } from '../platform/sealed-chunk.ts';
import type { SealedKind } from './sealed-kind.ts';

/** Plain bytes of every chunk except the last, which has 1 to this many. */
export const chunkBytes = 65_536;

/*
 * STREAM (Hoang, Reyhanitabar, Rogaway, Vizár 2015) over AES-256-GCM: the nonce is the chunk's number, and its last byte marks the last
 * chunk. So no chunk can be omitted, moved, repeated, truncated or added. The key is used for this file only.
 */

/** Seals a sequence of bytes, however divided. There must be at least one byte. */
export function* sealChunks(key: Buffer, parts: Iterable<Buffer>): Generator<Buffer> {
  let number = 0;
  let held: Buffer = Buffer.alloc(0);
  for (const part of parts) {
    held = held.length === 0 ? part : Buffer.concat([held, part]);
    // The last chunk must be marked as such, so one always waits.
    while (held.length > chunkBytes) {
      yield sealChunk(key, number++, false, held.subarray(0, chunkBytes));
      held = held.subarray(chunkBytes);
    }
  }
  yield sealChunk(key, number, true, held);
}

/**
 * Opens what `sealChunks` sealed, from `bytesLeft` bytes. `read` returns the next bytes in order, fewer only at the end. Throws CORRUPT at
 * the first chunk that is not the sealed one; everything yielded before must then be discarded.
 */
export function* openChunks(
  kind: Pick<SealedKind, 'damaged'>,
  key: Buffer,
  read: (bytes: number) => Buffer,
  bytesLeft: number,
): Generator<Buffer, void> {
  for (let number = 0, left = bytesLeft; ; number++) {
    const size = Math.min(left, chunkBytes + tagBytes);
    left -= size;
    const sealed = read(size);
    if (sealed.length !== size || size <= tagBytes) throw kind.damaged();
    yield opened(kind, key, number, left === 0, sealed);
    if (left === 0) return;
  }
}

function opened(kind: Pick<SealedKind, 'damaged'>, key: Buffer, number: number, last: boolean, sealed: Buffer): Buffer {
  try {
    return openChunk(key, number, last, sealed);
  } catch (error: unknown) {
    throw kind.damaged(error);
  }
}
