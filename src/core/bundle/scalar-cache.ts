import { SentNumber } from '../../shared/json.ts';
import { code } from './scan-json.ts';

/** A value other than object, array or null. */
export type Scalar = string | number | boolean | SentNumber;

/** The bytes of a page, and a view to read several of them at once. */
export interface PageText {
  readonly bytes: Buffer;
  readonly view: DataView;
  readonly ascii: boolean;
}

/** Values cached per place. */
const PLACES = 64;
/** Bytes; longer values are created each time. */
const LONGEST = 64;

/**
 * Recent values at one place of a shape, as bytes and as read. Most values repeat: from record to record, like a visit, or periodically,
 * like the tests of a panel. A repeated value is not created, hashed or collected again.
 */
export class ScalarCache {
  readonly #isText: boolean;
  readonly #bytes = new Uint8Array(PLACES * LONGEST);
  readonly #view = viewOf(this.#bytes);
  readonly #lengths = new Int32Array(PLACES).fill(-1);
  readonly #values = new Array<Scalar>(PLACES).fill('');
  #latest = 0;

  constructor(isText: boolean) {
    this.#isText = isText;
  }

  /** The most recent value. */
  get latest(): Scalar {
    return this.#values[this.#latest] ?? '';
  }

  /** Returns the end of the most recent text if it occurs here again, otherwise -1. */
  repeatedUntil({ bytes, view }: PageText, start: number): number {
    const place = this.#latest;
    const end = start + (this.#lengths[place] ?? -1);
    return end >= start && bytes[end] === code.quote && isSame(view, start, this.#view, place * LONGEST, end - start) ? end : -1;
  }

  /** The value between these offsets: a number, or a text without escapes and quotes. */
  take(page: PageText, start: number, end: number): Scalar {
    const length = end - start;
    if (length > LONGEST) return this.#read(page, start, end);
    const place = placeOf(page.view, start, length);
    const from = place * LONGEST;
    this.#latest = place;
    if (this.#lengths[place] === length && isSame(page.view, start, this.#view, from, length)) return this.latest;
    this.#lengths[place] = length;
    for (let index = 0; index < length; index++) this.#bytes[from + index] = page.bytes[start + index] ?? 0;
    return (this.#values[place] = this.#read(page, start, end));
  }

  /** Makes a copy: a slice of the page's text would keep the whole page in memory as long as the value is cached. */
  #read({ bytes, ascii }: PageText, start: number, end: number): Scalar {
    const text = bytes.toString(ascii || !this.#isText ? 'latin1' : 'utf8', start, end);
    return this.#isText ? text : numberOf(text);
  }
}

/** The slot for a value, a hash of its length, start and end. */
function placeOf(view: DataView, start: number, length: number): number {
  const isShort = length < 4;
  const begin = isShort ? (length === 0 ? 0 : view.getInt8(start)) : view.getInt32(start);
  const end = isShort ? (length === 0 ? 0 : view.getInt8(start + length - 1)) : view.getInt32(start + length - 4);
  return Math.imul(begin ^ Math.imul(end, 0x9e37_79b1) ^ length, 0x85eb_ca6b) >>> 26;
}

function numberOf(text: string): number | SentNumber {
  const value = Number(text);
  return String(value) === text ? value : new SentNumber(text);
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Whether the bytes at two locations are equal. */
export function isSame(page: DataView, start: number, other: DataView, from: number, length: number): boolean {
  if (start + length > page.byteLength) return false;
  let at = 0;
  for (; at + 4 <= length; at += 4) if (page.getInt32(start + at) !== other.getInt32(from + at)) return false;
  for (; at < length; at++) if (page.getInt8(start + at) !== other.getInt8(from + at)) return false;
  return true;
}
