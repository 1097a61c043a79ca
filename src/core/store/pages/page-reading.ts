import { promisify } from 'node:util';
import { constants, createDeflateRaw, deflateRaw } from 'node:zlib';
import { readBundle, type BundleHead } from '../../bundle/bundle.ts';
import { ByteCollector } from '../../platform/byte-collector.ts';
import { isLarge } from '../../platform/memory.ts';
import type { Extractor } from '../../extract/extractor.ts';
import { layoutOf } from '../database/layout.ts';
import { RecordEncoder, type EncodedRecords } from './encoded-records.ts';

/** Everything that is staged of a body, in a form that can be sent to another thread. */
export interface PageReading extends EncodedRecords {
  /** Bytes of the body as received. */
  readonly size: number;
  readonly head: BundleHead;
  readonly entries: number;
  readonly deflated: Uint8Array;
}

/** The parts of a reading that may be large. */
export function bytesOf({ deflated, rows, issues }: PageReading): readonly Uint8Array[] {
  return [deflated, ...('ends' in rows ? [rows.bytes] : []), ...('ends' in issues ? [issues.bytes] : [])];
}

const deflate = promisify(deflateRaw);
/** Fast: higher levels cost more time than the bytes saved are worth. */
const LEVEL = constants.Z_BEST_SPEED;

/**
 * Reads a body as a page of a dataset, without using the database. `onRecords` is called when the records of a large page have been read
 * and the memory used for that can be released. Throws PROTOCOL and LIMIT (see parseBundle).
 */
export async function readPageBody(
  extractor: Extractor,
  body: Buffer,
  study: string,
  onRecords?: () => Promise<void>,
): Promise<PageReading> {
  const size = body.length;
  // Runs on another thread while this one reads the records. A large body is deflated afterwards instead, which takes less memory.
  const deflating = isLarge(body) ? null : deflate(body, { level: LEVEL });
  const layout = layoutOf(extractor.dataset);
  let encoder = new RecordEncoder(layout, size);
  try {
    const { head, entries } = readBundle(body, extractor, () => {
      encoder = new RecordEncoder(layout, size);
      return (entry) => extractor.read(entry, study, encoder);
    });
    const records = encoder.finish();
    if (deflating === null) await onRecords?.();
    return { size, head, entries, ...records, deflated: await (deflating ?? deflateLarge(body)) };
  } catch (error: unknown) {
    await deflating;
    throw error;
  }
}

/** Bytes deflated at a time. */
const SLICE = 256 * 1024;

async function deflateLarge(body: Buffer): Promise<Buffer> {
  const deflated = new ByteCollector();
  const stream = createDeflateRaw({ level: LEVEL, chunkSize: SLICE });
  const all = (async () => {
    for await (const chunk of stream) deflated.add(chunk as Buffer);
  })();
  for (let at = 0; at < body.length; at += SLICE)
    await new Promise<void>((resolve, reject) => {
      stream.write(body.subarray(at, at + SLICE), (error) => (error ? reject(error) : resolve()));
    });
  stream.end();
  await all;
  return deflated.take();
}
