import { SentNumber } from '../../shared/json.ts';
import { code } from './scan-json.ts';

/** A value that is neither object nor array nor null. */
export type Scalar = string | number | boolean | SentNumber;

/** The bytes of a page, and a view that reads several of them at once. */
export interface PageText {
  readonly bytes: Buffer;
  readonly view: DataView;
  readonly ascii: boolean;
}

/** Different values that are remembered of one place. */
const PLACES = 64;
/** Bytes; longer values are made anew each time. */
const LONGEST = 64;

/**
 * The values that were met lately at one place of a shape, as bytes and as they read. Most repeat themselves: from record to record, as a
 * visit does, or every so many records, as the tests of a panel do. What is met again is neither made nor hashed nor collected again.
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

  /** The value that was met last. */
  get latest(): Scalar {
    return this.#values[this.#latest] ?? '';
  }

  /** Where the text that was met last ends, if it stands here as well; else -1. */
  repeatedUntil({ bytes, view }: PageText, start: number): number {
    const place = this.#latest;
    const end = start + (this.#lengths[place] ?? -1);
    return end >= start && bytes[end] === code.quote && isSame(view, start, this.#view, place * LONGEST, end - start) ? end : -1;
  }

  /** The value between these places of the page, which is a number or the inside of a text without escapes. */
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

  /** A copy: a part of the page's text would hold the whole page for as long as this value is remembered. */
  #read({ bytes, ascii }: PageText, start: number, end: number): Scalar {
    const text = bytes.toString(ascii || !this.#isText ? 'latin1' : 'utf8', start, end);
    return this.#isText ? text : numberOf(text);
  }
}

/** Where a value may be remembered: its length, beginning and end decide. */
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

/** Whether the same bytes stand at a place of the page and at a place of something else. */
export function isSame(page: DataView, start: number, other: DataView, from: number, length: number): boolean {
  if (start + length > page.byteLength) return false;
  let at = 0;
  for (; at + 4 <= length; at += 4) if (page.getInt32(start + at) !== other.getInt32(from + at)) return false;
  for (; at < length; at++) if (page.getInt8(start + at) !== other.getInt8(from + at)) return false;
  return true;
}
