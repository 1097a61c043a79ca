import type { ByteWriter } from 'hyparquet-writer';
import type { ColumnChunk, Encoding, SchemaElement } from 'hyparquet';
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js';
import type { ColumnValues, PlainValues } from './column-values.ts';
import type { Compression } from './compression.ts';
import { appendDeltas, startAlike } from './delta-texts.ts';
import { none } from './gathered-cells.ts';
import { PageWriter } from './page-writer.ts';

/** Bytes per page of plain values; with a dictionary there is one page per row group. */
const bytesOfPage = 4 * 1024 * 1024;

/** Writes the values of columns, row group by row group, and reuses its memory. */
export class ChunkWriter {
  readonly #pages: PageWriter;
  readonly #codec: Compression['codec'];
  readonly #present: Int32Array;

  /** `rows` is the maximum per group. */
  constructor(rows: number, compression: Compression) {
    this.#pages = new PageWriter(rows, compression);
    this.#codec = compression.codec;
    this.#present = new Int32Array(rows);
  }

  /** Returns what the footer says about the values, with offsets as counted by the writer. */
  write(writer: ByteWriter, { type, name }: SchemaElement, { valueOf, values, areDistinct }: ColumnValues): ColumnChunk {
    if (type === undefined) throw new RangeError(`The column ${name} has no type.`);
    const pages = this.#pages.to(writer);
    const begin = writer.offset;
    const { times, present } = frequencies(valueOf, values.count);
    const hasDictionary = areDistinct && isWorthDictionary(values, times, present);
    let encoding: Encoding = 'RLE_DICTIONARY';
    let count = 1;
    let dataBegin = begin;
    if (hasDictionary) {
      const order = byFrequency(times);
      pages.dictionary(values, order);
      dataBegin = writer.offset;
      pages.data(valueOf, encoding, this.#presentOf(valueOf, placesIn(order)), appendIndexes(order.length));
    } else {
      const isAlike = startAlike(values.texts, this.#presentOf(valueOf, null));
      encoding = isAlike ? 'DELTA_BYTE_ARRAY' : 'PLAIN';
      const ends = pageEnds(valueOf, values);
      count = ends.length;
      for (const [page, end] of ends.entries()) {
        const part = valueOf.subarray(ends[page - 1] ?? 0, end);
        pages.data(part, encoding, this.#presentOf(part, null), (to, list) => {
          if (isAlike) appendDeltas(to, values.texts, list);
          else for (const value of list) values.append(to, value);
        });
      }
    }
    const bounds = values.bounds();
    return {
      file_offset: BigInt(begin),
      meta_data: {
        type,
        encodings: [...(hasDictionary ? ['PLAIN' as const] : []), 'RLE', encoding],
        path_in_schema: [name],
        codec: this.#codec,
        num_values: BigInt(valueOf.length),
        total_uncompressed_size: BigInt(pages.uncompressed),
        total_compressed_size: BigInt(writer.offset - begin),
        data_page_offset: BigInt(dataBegin),
        ...(hasDictionary ? { dictionary_page_offset: BigInt(begin) } : {}),
        statistics: {
          ...(bounds === undefined ? {} : { min_value: bounds[0], max_value: bounds[1] }),
          null_count: BigInt(valueOf.length - present),
        },
        encoding_stats: [
          ...(hasDictionary ? [{ page_type: 'DICTIONARY_PAGE' as const, encoding: 'PLAIN' as const, count: 1 }] : []),
          { page_type: 'DATA_PAGE', encoding, count },
        ],
      },
    };
  }

  /** Returns the values of the rows that have one, renumbered if `numbers` is given; valid until the next call. */
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

/** How often each value occurs, and how many rows have a value. */
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

/** Whether a dictionary with its indexes takes at most half the bytes of the plain values. */
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
 * Orders values by descending frequency, because mostly small indexes compress better. Values of about the same frequency (within a power
 * of two) stay in their original order.
 */
function byFrequency(times: Int32Array): Int32Array {
  const order = new Int32Array(times.length);
  let count = 0;
  const classes = [...new Set(times.map(Math.clz32))].sort((one, other) => one - other);
  for (const rarity of classes)
    for (let value = 0; value < times.length; value++) if (Math.clz32(times[value] ?? 0) === rarity) order[count++] = value;
  return order;
}

/** Returns the place of each value in an order of all values. */
function placesIn(order: Int32Array): Int32Array {
  const places = new Int32Array(order.length);
  for (let at = 0; at < order.length; at++) places[order[at] ?? 0] = at;
  return places;
}

/** Returns a function that writes indexes into a dictionary of `count` values. */
function appendIndexes(count: number): (page: ByteWriter, values: Int32Array) => void {
  const width = Math.ceil(Math.log2(count));
  return (page, values) => {
    page.appendUint8(width);
    writeRleBitPackedHybrid(page, values, width);
  };
}

/** Returns the row numbers at which pages of plain values end. */
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
