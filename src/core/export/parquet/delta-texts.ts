import type { ByteWriter } from 'hyparquet-writer';
import { deltaBinaryPack } from 'hyparquet-writer/src/delta.js';
import type { Texts } from './texts.ts';

/** Average number of bytes that a text must share with the previous one for delta encoding to be used. */
const worthDelta = 4;

/** Number of texts that are examined. */
const mostLooked = 10_000;

/** Whether consecutive texts have common prefixes, as record ids often do. */
export function startAlike(texts: Texts | null, values: Int32Array): boolean {
  if (texts === null) return false;
  const looked = Math.min(values.length, mostLooked);
  let alike = 0;
  for (let at = 1; at < looked; at++) alike += texts.alike(values[at] ?? 0, values[at - 1] ?? 0);
  return alike > 0 && alike >= worthDelta * looked;
}

/**
 * Writes DELTA_BYTE_ARRAY: the length of the prefix that each text shares with the previous one, the length of the remainder, and the
 * remainders.
 */
export function appendDeltas(writer: ByteWriter, texts: Texts | null, values: Int32Array): void {
  if (texts === null) throw new RangeError('Only text columns can use delta byte array encoding.');
  const alike = new Int32Array(values.length);
  const rest = new Int32Array(values.length);
  let length = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    const same = at === 0 ? 0 : texts.alike(value, values[at - 1] ?? 0);
    alike[at] = same;
    rest[at] = texts.end(value) - texts.start(value) - same;
    length += rest[at] ?? 0;
  }
  deltaBinaryPack(writer, alike, 'INT32');
  deltaBinaryPack(writer, rest, 'INT32');
  const rests = new Uint8Array(length);
  let written = 0;
  for (let at = 0; at < values.length; at++) {
    const end = texts.end(values[at] ?? 0);
    for (let from = end - (rest[at] ?? 0); from < end; from++) rests[written++] = texts.bytes[from] ?? 0;
  }
  writer.appendBytes(rests);
}
