import { hash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import type { SlotValues } from './known-shapes.ts';
import { recordLimits } from './limits.ts';
import { parseJson } from './parse-json.ts';

/** Where a resource lies in its page, and what the scan found in it. */
export interface ResourceSpan {
  readonly start: number;
  readonly end: number;
  readonly keys: number;
  /** Values of any kind in it, its repeated part aside. */
  readonly values: number;
  readonly inexact: boolean;
  readonly surrogate: boolean;
  /** Its values where its shape was known; null where it has to be parsed. */
  readonly scalars: SlotValues | null;
  /** It was compared with the known shapes and has none of them. */
  readonly newShape: boolean;
  /** Its repeated part, where that is read item by item. */
  readonly items: ItemSpans | null;
}

/** Where the repeated part of a resource lies, and its items in order: two places each, begin and end. */
export interface ItemSpans {
  readonly start: number;
  readonly end: number;
  readonly places: readonly number[];
  /** Bytes of the longest item. */
  readonly longest: number;
}

/** One entry of a page. The resource is parsed when it is asked for and not held, so that a page costs no more than its bytes. */
export class BundleEntry {
  readonly #page: Buffer;
  readonly #ascii: boolean;
  readonly #span: ResourceSpan | null;

  constructor(page: Buffer, ascii: boolean, span: ResourceSpan | null) {
    this.#page = page;
    this.#ascii = ascii;
    this.#span = span;
  }

  /** The resource as it was sent; null where the entry has none. */
  get text(): string | null {
    const span = this.#span;
    return span === null ? null : this.#textAt(span.start, span.end);
  }

  /** It is larger than what is parsed as a whole. */
  get isTooLarge(): boolean {
    const span = this.#span;
    if (span === null) return false;
    const { items } = span;
    const repeated = items === null ? 0 : items.end - items.start;
    const isLong = span.end - span.start - repeated > recordLimits.text || span.values > recordLimits.values;
    return isLong || (items !== null && items.longest > recordLimits.text);
  }

  /** The resource with a character a byte, where its shape may be learnt; else null. */
  get newShape(): string | null {
    const span = this.#span;
    return span?.newShape === true ? this.#page.toString('latin1', span.start, span.end) : null;
  }

  /** The parsed resource, its repeated part empty where that is read item by item; null where the entry has none or it is no object. */
  get resource(): JsonObject | null {
    const span = this.#span;
    if (span === null) return null;
    const { start, end, items, inexact } = span;
    const text = items === null ? this.#textAt(start, end) : `${this.#textAt(start, items.start)}[]${this.#textAt(items.end, end)}`;
    const value = parseJson(text, inexact);
    return isJsonObject(value) ? value : null;
  }

  /** The items of the repeated part, each parsed when its turn comes; null where the resource holds them. */
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

  /** The values of a resource whose shape was known; null where it has to be parsed. */
  get scalars(): SlotValues | null {
    return this.#span?.scalars ?? null;
  }

  /** Field names in the resource, those that a JSON parser drops as duplicates included. */
  get keys(): number {
    return this.#span?.keys ?? 0;
  }

  /** Whether some text of the resource may hold half of a surrogate pair. */
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

/** The same with a character a byte. By way of a string it takes half the time of a digest that is a Buffer. */
export function shortHashText(data: Uint8Array | string): string {
  return hash('sha256', data, 'binary').slice(0, 16);
}

/** SHA-256 of a whole, in hex. */
export function digestOf(data: Uint8Array | string): string {
  return hash('sha256', data, 'hex');
}
