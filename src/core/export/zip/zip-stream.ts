import { configure, Uint8ArrayReader, ZipWriter, type ZipWriterAddDataOptions } from '@zip.js/zip.js';
import type { Piece } from '../chunks.ts';
import { Deflate } from './deflate.ts';

configure({ useWebWorkers: false, CompressionStream: Deflate });

/** Adds members to a zip, one after another. */
export interface Zip {
  /** `stored`: it is already compressed. */
  readonly add: (name: string, bytes: Bytes, stored?: boolean) => Promise<void>;
}

export type Bytes = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export interface ZipForm {
  /** Members are encrypted with AES-256; null for no encryption. */
  readonly passphrase: string | null;
  /** Members that arrive in pieces may be larger than 4 GiB. Not every reader supports these, whatever their actual size. */
  readonly isLarge: boolean;
}

/** A member of a zip without ZIP64 fields became larger than the 32-bit fields can record. */
export class MemberTooLarge extends Error {}

/** Bytes that 32 bits can count, less what compression and encryption may add to incompressible data. */
const mostOfMember = 0xffff_ffff - 16 * 2 ** 20;
/** A member of up to this many bytes is held in memory, so that its sizes are in its header. */
const mostHeld = 2 ** 20;

/**
 * Streams a zip: `fill` adds its members one by one, and continues as fast as the bytes are consumed. `rows` returns how many rows were
 * added since its last call. Small members have their sizes in their headers, others after their data, and no member has ZIP64 fields
 * unless it may need them: SheetJS cannot open members with them, and Excel is reported to reject them. Throws `MemberTooLarge`.
 */
export async function* zipStream(fill: (zip: Zip) => Promise<void>, rows: () => number, form: ZipForm): AsyncGenerator<Piece> {
  const arrived = createQueue();
  const write = async (): Promise<void> => {
    const encryption = form.passphrase === null ? {} : { password: form.passphrase, encryptionStrength: 3 as const };
    const zip = new ZipWriter(new WritableStream({ write: arrived.put }), encryption);
    await fill({ add: (name, bytes, stored = false) => addMember(zip, form, name, bytes, stored ? { level: 0 } : {}) });
    await zip.close();
  };
  const written = write().then(arrived.end, arrived.fail);
  try {
    for await (const bytes of arrived) yield { bytes, rows: rows() };
  } finally {
    // A caller that stops early may rely on nothing being read afterwards.
    await written;
  }
}

async function addMember(
  zip: ZipWriter<unknown>,
  { isLarge }: ZipForm,
  name: string,
  bytes: Bytes,
  options: ZipWriterAddDataOptions,
): Promise<void> {
  const pieces = Symbol.asyncIterator in bytes ? bytes[Symbol.asyncIterator]() : bytes[Symbol.iterator]();
  try {
    const held: Uint8Array[] = [];
    let size = 0;
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
      held.push(next.value);
      size += next.value.length;
      if (size <= mostHeld) continue;
      await zip.add(name, readable(limited(held, pieces, isLarge ? Infinity : mostOfMember)), { ...options, zip64: isLarge });
      return;
    }
    await zip.add(name, new Uint8ArrayReader(Buffer.concat(held)), { ...options, dataDescriptor: false });
  } finally {
    await pieces.return?.();
  }
}

async function* limited(
  held: readonly Uint8Array[],
  pieces: Iterator<Uint8Array> | AsyncIterator<Uint8Array>,
  most: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  const counted = (piece: Uint8Array): Uint8Array => {
    size += piece.length;
    if (size > most) throw new MemberTooLarge('A member of the zip is larger than 4 GiB.');
    return piece;
  };
  for (const piece of held) yield counted(piece);
  for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield counted(next.value);
}

interface Queue extends AsyncIterable<Uint8Array> {
  /** Resolves when the bytes were taken, so that the writer waits for the reader. */
  readonly put: (bytes: Uint8Array) => Promise<void>;
  readonly end: () => void;
  readonly fail: (error: unknown) => void;
}

/** Passes pieces on one by one. */
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

/** Returns bytes as a stream that is read no faster than it is compressed. */
function readable(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      pull: async (controller) => {
        const piece = await pieces.next();
        if (piece.done === true) controller.close();
        else controller.enqueue(piece.value);
      },
      cancel: async () => {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}
