import { ByteWriter } from 'hyparquet-writer';
import type { Encoding } from 'hyparquet';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js';
import type { PlainValues } from './column-values.ts';
import type { Compression } from './compression.ts';
import { none } from './gathered-cells.ts';

type PageHeader = Parameters<typeof writePageHeader>[1];

/**
 * Writes the pages of one column chunk after another, as version 1 data pages. Version 1 compresses the definition levels together with the
 * values; version 2 leaves them uncompressed, which makes up a tenth of a file.
 */
export class PageWriter {
  readonly #compression: Compression;
  readonly #page = new ByteWriter(65_536);
  readonly #levels: Uint8Array;
  #writer = new ByteWriter(0);
  /** Uncompressed bytes of the pages of this chunk, with their headers. */
  uncompressed = 0;

  /** `rows` is the maximum per page. */
  constructor(rows: number, compression: Compression) {
    this.#compression = compression;
    this.#levels = new Uint8Array(rows);
  }

  /** Begins a chunk. */
  to(writer: ByteWriter): this {
    this.#writer = writer;
    this.uncompressed = 0;
    return this;
  }

  dictionary(values: PlainValues, order: Int32Array): void {
    const page = this.#begun();
    for (const value of order) values.append(page, value);
    this.#write(false, { type: 'DICTIONARY_PAGE', dictionary_page_header: { num_values: order.length, encoding: 'PLAIN' } });
  }

  /** Writes a page of rows; `append` writes the values in `present`. */
  data(valueOf: Int32Array, encoding: Encoding, present: Int32Array, append: (page: ByteWriter, present: Int32Array) => void): void {
    const page = this.#begun();
    this.#appendLevels(page, valueOf, present.length);
    append(page, present);
    this.#write(encoding === 'DELTA_BYTE_ARRAY', {
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

  /** Writes the definition levels (whether each row has a value), preceded by their length in bytes. */
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
      writeRleBitPackedHybrid(page, levels, 1);
    }
    page.view.setUint32(begin - Uint32Array.BYTES_PER_ELEMENT, page.index - begin, true);
  }

  #write(areIds: boolean, header: Omit<PageHeader, 'uncompressed_page_size' | 'compressed_page_size'>): void {
    const writer = this.#writer;
    const bytes = this.#page.getBytes();
    const compressed = this.#compression.compress(bytes, areIds);
    const begin = writer.offset;
    writePageHeader(writer, { ...header, uncompressed_page_size: bytes.length, compressed_page_size: compressed.length });
    this.uncompressed += writer.offset - begin + bytes.length;
    writer.appendBytes(compressed);
  }
}
