import { ByteWriter } from 'hyparquet-writer';
import type { Encoding } from 'hyparquet';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import type { PlainValues } from './column-values.ts';
import { none } from './gathered-cells.ts';
import { appendHybrid } from './hybrid.ts';

type PageHeader = Parameters<typeof writePageHeader>[1];

/** Compresses the bytes of a page, which are valid until it returns, or has that done: what comes of it is `P`. */
export type Pack<P> = (bytes: Uint8Array, areIds: boolean) => P;

/** A page of a column chunk. */
export interface Page<P> {
  readonly header: Omit<PageHeader, 'uncompressed_page_size' | 'compressed_page_size'>;
  /** Bytes before they were compressed. */
  readonly size: number;
  readonly packed: P;
}

/**
 * Makes the pages of column chunks one after the other, as version 1 of data pages: it compresses which rows have a value together with the
 * values, where version 2 leaves that as it is, which takes a tenth of a file.
 */
export class PageMaker<P> {
  readonly #pack: Pack<P>;
  readonly #page = new ByteWriter(65_536);
  readonly #levels: Uint8Array;

  /** Pages have so many rows at most. */
  constructor(rows: number, pack: Pack<P>) {
    this.#pack = pack;
    this.#levels = new Uint8Array(rows);
  }

  dictionary(values: PlainValues, order: Int32Array): Page<P> {
    const page = this.#begun();
    for (const value of order) values.append(page, value);
    return this.#made(false, { type: 'DICTIONARY_PAGE', dictionary_page_header: { num_values: order.length, encoding: 'PLAIN' } });
  }

  /** A page of rows, of which `append` writes the values that are `present`. */
  data(valueOf: Int32Array, encoding: Encoding, present: Int32Array, append: (page: ByteWriter, present: Int32Array) => void): Page<P> {
    const page = this.#begun();
    this.#appendLevels(page, valueOf, present.length);
    append(page, present);
    return this.#made(encoding === 'DELTA_BYTE_ARRAY', {
      type: 'DATA_PAGE',
      data_page_header: {
        num_values: valueOf.length,
        encoding,
        definition_level_encoding: 'RLE',
        repetition_level_encoding: 'RLE',
      },
    });
  }

  #begun(): ByteWriter {
    this.#page.index = 0;
    return this.#page;
  }

  /** Of each row whether it has a value, as Parquet says it, behind the bytes that takes. */
  #appendLevels(page: ByteWriter, valueOf: Int32Array, present: number): void {
    page.appendUint32(0);
    const begin = page.index;
    if (present === valueOf.length) {
      // One run of ones.
      page.appendVarInt(present << 1);
      page.appendUint8(1);
    } else {
      const levels = this.#levels.subarray(0, valueOf.length);
      for (let row = 0; row < levels.length; row++) levels[row] = valueOf[row] === none ? 0 : 1;
      appendHybrid(page, levels, 1);
    }
    page.view.setUint32(begin - Uint32Array.BYTES_PER_ELEMENT, page.index - begin, true);
  }

  #made(areIds: boolean, header: Page<P>['header']): Page<P> {
    const bytes = this.#page.getBytes();
    return { header, size: bytes.length, packed: this.#pack(bytes, areIds) };
  }
}

/** Writes a page with its header; the bytes of both as if it were not compressed. */
export function writePage(writer: ByteWriter, { header, size, packed }: Page<Uint8Array>): number {
  const begin = writer.offset;
  writePageHeader(writer, { ...header, uncompressed_page_size: size, compressed_page_size: packed.length });
  const uncompressed = writer.offset - begin + size;
  writer.appendBytes(packed);
  return uncompressed;
}
