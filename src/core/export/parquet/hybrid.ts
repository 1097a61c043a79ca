import type { ByteWriter } from 'hyparquet-writer';

/** Values of a packed group, and of the shortest run that is written as one. */
const together = 8;

/**
 * Writes numbers of `width` bits, at most 24, as Parquet's hybrid of runs and packed groups: the bytes that `writeRleBitPackedHybrid` of
 * hyparquet-writer makes, which asks for room byte by byte and takes four times as long.
 */
export function appendHybrid(writer: ByteWriter, values: Int32Array | Uint8Array, width: number): void {
  const groups = Math.ceil(values.length / together);
  // Before each run there may be a packed group, with a head of five bytes each.
  writer.ensure(groups * (width + 2 * 5 + Int32Array.BYTES_PER_ELEMENT));
  const bytes = new Uint8Array(writer.buffer, writer.index);
  let [at, packed, first, from] = [0, 0, 0, 0];
  while (from < values.length) {
    const run = runFrom(values, from);
    if (run < together) {
      if (packed++ === 0) first = from;
      from += together;
      continue;
    }
    if (packed > 0) at = packGroups(bytes, at, values.subarray(first, first + packed * together), packed, width);
    packed = 0;
    at = putVarInt(bytes, at, run << 1);
    for (let bit = 0; bit < width; bit += 8) bytes[at++] = (values[from] ?? 0) >> bit;
    from += run;
  }
  if (packed > 0) at = packGroups(bytes, at, values.subarray(first, first + packed * together), packed, width);
  writer.index += at;
  writer.offset += at;
}

/** How many values from one on are the same. */
function runFrom(values: Int32Array | Uint8Array, from: number): number {
  const value = values[from];
  let end = from + 1;
  while (end < values.length && values[end] === value) end++;
  return end - from;
}

/** Packs groups of eight values, what the last one lacks as zeros; where their bytes end. */
function packGroups(bytes: Uint8Array, begin: number, values: Int32Array | Uint8Array, groups: number, width: number): number {
  let at = putVarInt(bytes, begin, (groups << 1) | 1);
  const end = at + groups * width;
  let [bits, held] = [0, 0];
  for (let value = 0; value < values.length; value++) {
    bits |= (values[value] ?? 0) << held;
    for (held += width; held >= 8; held -= 8) {
      bytes[at++] = bits;
      bits >>>= 8;
    }
  }
  for (; at < end; bits = 0) bytes[at++] = bits;
  return end;
}

function putVarInt(bytes: Uint8Array, begin: number, value: number): number {
  let [at, rest] = [begin, value];
  for (; rest > 0x7f; rest >>>= 7) bytes[at++] = rest | 0x80;
  bytes[at++] = rest;
  return at;
}
