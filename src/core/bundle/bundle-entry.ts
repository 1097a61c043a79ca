import { hash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import type { SlotValues } from './known-shapes.ts';
import { recordLimits } from './limits.ts';
import { parseJson } from './parse-json.ts';

/** Location of a resource in its page, and what the scan found in it. */
export interface ResourceSpan {
  readonly start: number;
  readonly end: number;
  readonly keys: number;
  /** Number of values of any kind in it, without its repeated part. */
  readonly values: number;
  readonly inexact: boolean;
  readonly surrogate: boolean;
  /** Its values if its shape is known; null if it must be parsed. */
  readonly scalars: SlotValues | null;
  /** It matched none of the known shapes. */
  readonly newShape: boolean;
  /** Its repeated part, if that is read item by item. */
  readonly items: ItemSpans | null;
}

/** Location of the repeated part of a resource, and its items in order: two offsets each, start and end. */
export interface ItemSpans {
  readonly start: number;
  readonly end: number;
  readonly places: readonly number[];
  /** Bytes of the longest item. */
  readonly longest: number;
}

/** One entry of a page. The resource is parsed on access and not kept, so that a page takes no more memory than its bytes. */
export class BundleEntry {
  readonly #page: Buffer;
  readonly #ascii: boolean;
  readonly #span: ResourceSpan | null;

  constructor(page: Buffer, ascii: boolean, span: ResourceSpan | null) {
    this.#page = page;
    this.#ascii = ascii;
    this.#span = span;
  }

  /** The resource as sent; null if the entry has none. */
  get text(): string | null {
    const span = this.#span;
    return span === null ? null : this.#textAt(span.start, span.end);
  }

  /** Whether it exceeds the limits for parsing as a whole. */
  get isTooLarge(): boolean {
    const span = this.#span;
    if (span === null) return false;
    const { items } = span;
    const repeated = items === null ? 0 : items.end - items.start;
    const isLong = span.end - span.start - repeated > recordLimits.text || span.values > recordLimits.values;
    return isLong || (items !== null && items.longest > recordLimits.text);
  }

  /** The resource as Latin-1 text, if its shape may be learned; otherwise null. */
  get newShape(): string | null {
    const span = this.#span;
    return span?.newShape === true ? this.#page.toString('latin1', span.start, span.end) : null;
  }

  /** The parsed resource, with an empty repeated part if that is read item by item; null if the entry has none or it is not an object. */
  get resource(): JsonObject | null {
    const span = this.#span;
    if (span === null) return null;
    const { start, end, items, inexact } = span;
    const text = items === null ? this.#textAt(start, end) : `${this.#textAt(start, items.start)}[]${this.#textAt(items.end, end)}`;
    const value = parseJson(text, inexact);
    return isJsonObject(value) ? value : null;
  }

  /** Items of the repeated part, each parsed when reached; null if they are in the resource. */
  get items(): Iterable<JsonValue> | null {
    return this.#span?.items === null || this.#span === null ? null : this.#parsedItems(this.#span.items.places, this.#span.inexact);
  }

  *#parsedItems(places: readonly number[], inexact: boolean): Generator<JsonValue> {
    for (let index = 0; index < places.length; index += 2)
      yield parseJson(this.#textAt(places[index] ?? 0, places[index + 1] ?? 0), inexact);
  }

  #textAt(start: number, end: number): string {
    return this.#page.toString(this.#ascii ? 'latin1' : 'utf8', start, end);
  }

  /** The values of a resource of known shape; null if it must be parsed. */
  get scalars(): SlotValues | null {
    return this.#span?.scalars ?? null;
  }

  /** Number of field names in the resource, including duplicates that a JSON parser drops. */
  get keys(): number {
    return this.#span?.keys ?? 0;
  }

  /** Whether a text of the resource may contain half a surrogate pair. */
  get mayHoldLoneSurrogates(): boolean {
    return this.#span?.surrogate === true;
  }

  /** First 16 bytes of the SHA-256 of the resource's text as sent. */
  get hash(): Buffer {
    const span = this.#span;
    return span === null ? Buffer.alloc(16) : shortHash(this.#page.subarray(span.start, span.end));
  }
}

/** First 16 bytes of a SHA-256. */
export function shortHash(data: Uint8Array | string): Buffer {
  return Buffer.from(shortHashText(data), 'latin1');
}

/** The same as a binary string. Going through a string takes half the time of a Buffer digest. */
export function shortHashText(data: Uint8Array | string): string {
  return hash('sha256', data, 'binary').slice(0, 16);
}

/** SHA-256 of the data, hex. */
export function digestOf(data: Uint8Array | string): string {
  return hash('sha256', data, 'hex');
}
