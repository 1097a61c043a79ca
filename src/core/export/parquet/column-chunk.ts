import type { ByteWriter } from 'hyparquet-writer';
import type { ColumnMetaData, Encoding, SchemaElement } from 'hyparquet';
import type { ColumnValues, PlainValues } from './column-values.ts';
import { appendDeltas, startAlike } from './delta-texts.ts';
import { none } from './gathered-cells.ts';
import { appendHybrid } from './hybrid.ts';
import { PageMaker, type Pack, type Page } from './page-maker.ts';

/** Bytes of a page of values in full; what has a dictionary has one page a row group. */
const bytesOfPage = 4 * 1024 * 1024;

/** The values of a column in one row group, as pages, and what is said of them wherever they will stand. */
export interface Chunk<P> {
  readonly pages: readonly Page<P>[];
  readonly facts: Pick<ColumnMetaData, 'type' | 'encodings' | 'path_in_schema' | 'num_values' | 'statistics' | 'encoding_stats'>;
}

/** Makes the pages of columns in one row group after the other, with memory of its own that is used again. */
export class ChunkMaker<P> {
  readonly #pages: PageMaker<P>;
  readonly #present: Int32Array;

  /** Groups have so many rows at most. */
  constructor(rows: number, pack: Pack<P>) {
    this.#pages = new PageMaker(rows, pack);
    this.#present = new Int32Array(rows);
  }

  chunk({ type, name }: SchemaElement, { valueOf, values, areDistinct }: ColumnValues): Chunk<P> {
    if (type === undefined) throw new RangeError(`The column ${name} has no type.`);
    const { times, present } = frequencies(valueOf, values.count);
    const hasDictionary = areDistinct && isWorthDictionary(values, times, present);
    const { encoding, pages } = hasDictionary ? this.#byDictionary(valueOf, values, times) : this.#inFull(valueOf, values);
    const bounds = values.bounds();
    return {
      pages,
      facts: {
        type,
        encodings: [...(hasDictionary ? ['PLAIN' as const] : []), 'RLE', encoding],
        path_in_schema: [name],
        num_values: BigInt(valueOf.length),
        statistics: {
          ...(bounds === undefined ? {} : { min_value: bounds[0], max_value: bounds[1] }),
          null_count: BigInt(valueOf.length - present),
        },
        encoding_stats: [
          ...(hasDictionary ? [{ page_type: 'DICTIONARY_PAGE' as const, encoding: 'PLAIN' as const, count: 1 }] : []),
          { page_type: 'DATA_PAGE', encoding, count: pages.length - (hasDictionary ? 1 : 0) },
        ],
      },
    };
  }

  #byDictionary(valueOf: Int32Array, values: PlainValues, times: Int32Array): EncodedPages<P> {
    const order = byFrequency(times);
    const encoding = 'RLE_DICTIONARY';
    const dictionary = this.#pages.dictionary(values, order);
    const indexes = this.#presentOf(valueOf, placesIn(order));
    return { encoding, pages: [dictionary, this.#pages.data(valueOf, encoding, indexes, appendIndexes(order.length))] };
  }

  #inFull(valueOf: Int32Array, values: PlainValues): EncodedPages<P> {
    const isAlike = startAlike(values.texts, this.#presentOf(valueOf, null));
    const encoding = isAlike ? 'DELTA_BYTE_ARRAY' : 'PLAIN';
    const ends = pageEnds(valueOf, values);
    const pages = ends.map((end, page) => {
      const part = valueOf.subarray(ends[page - 1] ?? 0, end);
      return this.#pages.data(part, encoding, this.#presentOf(part, null), (to, list) => {
        if (isAlike) appendDeltas(to, values.texts, list);
        else for (const value of list) values.append(to, value);
      });
    });
    return { encoding, pages };
  }

  /** The values of the rows that have one, by new numbers where there are; valid until it is asked again. */
  #presentOf(valueOf: Int32Array, numbers: Int32Array | null): Int32Array {
    const present = this.#present;
    let count = 0;
    for (let row = 0; row < valueOf.length; row++) {
      const value = valueOf[row] ?? none;
      if (value !== none) present[count++] = numbers === null ? value : (numbers[value] ?? 0);
    }
    return present.subarray(0, count);
  }
}

interface EncodedPages<P> {
  readonly encoding: Encoding;
  readonly pages: readonly Page<P>[];
}

/** How often each value is there, and how many rows have one. */
function frequencies(valueOf: Int32Array, count: number): { readonly times: Int32Array; readonly present: number } {
  const times = new Int32Array(count);
  let present = 0;
  for (let row = 0; row < valueOf.length; row++) {
    const value = valueOf[row] ?? none;
    if (value === none) continue;
    times[value] = (times[value] ?? 0) + 1;
    present++;
  }
  return { times, present };
}

/** A dictionary with its indexes is to be at most half of the values in full. */
function isWorthDictionary(values: PlainValues, times: Int32Array, present: number): boolean {
  if (values.count === 0) return false;
  let [dictionary, plain] = [0, 0];
  for (let value = 0; value < values.count; value++) {
    const size = values.size(value);
    dictionary += size;
    plain += size * (times[value] ?? 0);
  }
  return 2 * (dictionary + (present * Math.ceil(Math.log2(values.count))) / 8) <= plain;
}

/**
 * Values with the more frequent first, since indexes that are mostly small compress better; those about as frequent (within a power of two)
 * in the order they came in.
 */
function byFrequency(times: Int32Array): Int32Array {
  const order = new Int32Array(times.length);
  let count = 0;
  const classes = [...new Set(times.map(Math.clz32))].sort((one, other) => one - other);
  for (const rarity of classes)
    for (let value = 0; value < times.length; value++) if (Math.clz32(times[value] ?? 0) === rarity) order[count++] = value;
  return order;
}

/** Of each value its place in an order of all. */
function placesIn(order: Int32Array): Int32Array {
  const places = new Int32Array(order.length);
  for (let at = 0; at < order.length; at++) places[order[at] ?? 0] = at;
  return places;
}

/** Writes indexes into a dictionary of so many values. */
function appendIndexes(count: number): (page: ByteWriter, values: Int32Array) => void {
  const width = Math.ceil(Math.log2(count));
  return (page, values) => {
    page.appendUint8(width);
    appendHybrid(page, values, width);
  };
}

/** Rows at which pages of values in full end. */
function pageEnds(valueOf: Int32Array, values: PlainValues): readonly number[] {
  const ends: number[] = [];
  let bytes = 0;
  for (let row = 0; row < valueOf.length; row++) {
    const value = valueOf[row] ?? none;
    if (value !== none) bytes += values.size(value);
    if (bytes < bytesOfPage) continue;
    ends.push(row + 1);
    bytes = 0;
  }
  if (ends.at(-1) !== valueOf.length) ends.push(valueOf.length);
  return ends;
}
