import { configure, ZipWriter, type ZipWriterConstructorOptions } from '@zip.js/zip.js';
import type { Piece } from '../chunks.ts';
import { Deflate } from './deflate.ts';

configure({ useWebWorkers: false, CompressionStream: Deflate });

export type Zip = ZipWriter<unknown>;

/**
 * A zip as it comes: `fill` adds its members one after the other, and is let go on as fast as the bytes are taken. `rows`: how many
 * were added since it was asked last.
 */
export async function* zipStream(
  fill: (zip: Zip) => Promise<void>,
  rows: () => number,
  options: ZipWriterConstructorOptions = {},
): AsyncGenerator<Piece> {
  const arrived = createQueue();
  const write = async (): Promise<void> => {
    const zip = new ZipWriter(new WritableStream({ write: arrived.put }), options);
    await fill(zip);
    await zip.close();
  };
  const written = write().then(arrived.end, arrived.fail);
  try {
    for await (const bytes of arrived) yield { bytes, rows: rows() };
  } finally {
    // Whoever leaves early may rely on it that nothing is read any more.
    await written;
  }
}

interface Queue extends AsyncIterable<Uint8Array> {
  /** Resolves when it was taken: whoever writes waits for whoever reads. */
  readonly put: (bytes: Uint8Array) => Promise<void>;
  readonly end: () => void;
  readonly fail: (error: unknown) => void;
}

/** Hands pieces over one by one. */
function createQueue(): Queue {
  const passage = new TransformStream<Uint8Array, Uint8Array>();
  const writer = passage.writable.getWriter();
  return {
    put: (bytes) => writer.write(bytes),
    end: () => void writer.close(),
    fail: (error) => void writer.abort(error),
    [Symbol.asyncIterator]: () => passage.readable[Symbol.asyncIterator](),
  };
}

/** Bytes as a stream that is read no faster than it is compressed. */
export function readable(bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = Symbol.asyncIterator in bytes ? bytes[Symbol.asyncIterator]() : bytes[Symbol.iterator]();
  return new ReadableStream(
    {
      pull: async (controller) => {
        const piece = await pieces.next();
        if (piece.done === true) controller.close();
        else controller.enqueue(piece.value);
      },
      cancel: async () => {
        await pieces.return?.();
      },
    },
    { highWaterMark: 1 },
  );
}
