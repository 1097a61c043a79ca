import { stepsBetweenChecks, type Slices } from './slices.ts';

/** Consecutive texts in UTF-8: text `n` (from 1) reaches from `starts[n]` to `starts[n + 1]`. */
export interface TextBytes {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  /** Number of texts. */
  readonly count: number;
}

/** Fewer texts than this are sorted by comparison. */
const few = 24;

interface Part {
  readonly from: number;
  readonly to: number;
  /** Length in bytes of the common prefix of all texts of the part. */
  readonly depth: number;
}

/** Returns the numbers of the texts in byte order, which is SQLite's order; equal texts are adjacent. */
export async function sortTexts(texts: TextBytes, slices: Slices): Promise<Uint32Array> {
  const order = new Uint32Array(texts.count);
  for (let at = 0; at < order.length; at++) order[at] = at + 1;
  const spare = new Uint32Array(texts.count);
  const parts: Part[] = [{ from: 0, to: texts.count, depth: 0 }];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (part.to - part.from <= few) insertEach(texts, order, part);
    else parts.push(...(await split(texts, order, spare, part, slices)));
    if (slices.due()) await slices.rest();
  }
  return order;
}

/** Returns one more than the byte, or 0 at the end of the text, which sorts first. */
function byteAt({ bytes, starts }: TextBytes, text: number, depth: number): number {
  const at = (starts[text] ?? 0) + depth;
  return at < (starts[text + 1] ?? 0) ? (bytes[at] ?? 0) + 1 : 0;
}

/** Sorts a part by one byte and returns the parts that still need sorting. */
async function split(
  texts: TextBytes,
  order: Uint32Array,
  spare: Uint32Array,
  { from, to, depth }: Part,
  slices: Slices,
): Promise<readonly Part[]> {
  const ends = new Uint32Array(257);
  for (let at = from; at < to; at++) {
    const byte = byteAt(texts, order[at] ?? 0, depth);
    ends[byte] = (ends[byte] ?? 0) + 1;
    if (at % stepsBetweenChecks === 0 && slices.due()) await slices.rest();
  }
  const parts: Part[] = [];
  let end = from;
  for (const [byte, length] of ends.entries()) {
    if (byte > 0 && length > 1) parts.push({ from: end, to: end + length, depth: depth + 1 });
    end += length;
    ends[byte] = end;
  }
  const [only] = parts;
  if (only !== undefined && only.to - only.from === to - from) return parts;
  for (let at = to - 1; at >= from; at--) {
    const text = order[at] ?? 0;
    const byte = byteAt(texts, text, depth);
    const place = (ends[byte] ?? 0) - 1;
    ends[byte] = place;
    spare[place] = text;
    if (at % stepsBetweenChecks === 0 && slices.due()) await slices.rest();
  }
  order.set(spare.subarray(from, to), from);
  return parts;
}

function insertEach(texts: TextBytes, order: Uint32Array, { from, to, depth }: Part): void {
  for (let at = from + 1; at < to; at++) {
    const text = order[at] ?? 0;
    let place = at;
    for (; place > from && compareFrom(texts, order[place - 1] ?? 0, text, depth) > 0; place--) order[place] = order[place - 1] ?? 0;
    order[place] = text;
  }
}

/** Compares two texts that share a prefix of `depth` bytes. */
export function compareFrom({ bytes, starts }: TextBytes, left: number, right: number, depth: number): number {
  const [leftEnd, rightEnd] = [starts[left + 1] ?? 0, starts[right + 1] ?? 0];
  let one = (starts[left] ?? 0) + depth;
  let other = (starts[right] ?? 0) + depth;
  for (; one < leftEnd && other < rightEnd; one++, other++) {
    const difference = (bytes[one] ?? 0) - (bytes[other] ?? 0);
    if (difference !== 0) return difference;
  }
  return leftEnd - one - (rightEnd - other);
}
