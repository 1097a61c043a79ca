import { deserialize, serialize } from 'node:v8';
import { ByteWriter } from 'hyparquet-writer';
import type { RowGroup } from 'hyparquet';
import type { CountedNotes } from '../../../shared/export-notes.ts';
import type { Piece } from '../chunks.ts';
import { ChunkWriter } from './column-chunk.ts';
import { columnValues } from './column-values.ts';
import { compression, type Compression } from './compression.ts';
import type { GatheredCells } from './gathered-cells.ts';
import type { ParquetColumn } from './parquet-columns.ts';

/** What the footer says about a row group, with offsets from its beginning, and what was counted in its cells. */
interface GroupDescription {
  readonly group: RowGroup;
  readonly counted: Pick<CountedNotes, 'numbersMissing' | 'replaced' | 'nul'>;
}

/** Writes the row groups of a file one after another, each with at most `most` rows. */
export class GroupWriter {
  readonly #columns: readonly ParquetColumn[];
  readonly #writer = new ByteWriter(1 << 20);
  readonly #chunks: ChunkWriter;
  readonly #valueOf: Int32Array;

  constructor(columns: readonly ParquetColumn[], most: number, by: Compression = compression) {
    this.#columns = columns;
    this.#chunks = new ChunkWriter(most, by);
    this.#valueOf = new Int32Array(most);
  }

  /**
   * Yields a row group as two pieces: its bytes with its number of rows, then its description with none, so that both arrive the same way
   * from either thread. `cellsOf` returns the cells of the table's columns by their place.
   */
  *pieces(
    cellsOf: (place: number) => GatheredCells,
    rows: number,
    counted: Omit<GroupDescription['counted'], 'numbersMissing'>,
  ): Generator<Piece> {
    const writer = this.#writer;
    writer.index = 0;
    const begin = writer.offset;
    let numbersMissing = 0;
    const chunks = this.#columns.map((column) => {
      const values = columnValues(column, cellsOf(column.from), this.#valueOf.subarray(0, rows));
      numbersMissing += values.missing;
      return this.#chunks.write(writer, column.schema, values);
    });
    const group: RowGroup = {
      columns: chunks,
      total_byte_size: chunks.reduce((sum, chunk) => sum + (chunk.meta_data?.total_uncompressed_size ?? 0n), 0n),
      num_rows: BigInt(rows),
      total_compressed_size: BigInt(writer.offset - begin),
    };
    yield { bytes: writer.getBytes(), rows };
    yield {
      bytes: serialize({ group: groupAt(group, -begin), counted: { ...counted, numbersMissing } } satisfies GroupDescription),
      rows: 0,
    };
  }
}

/** Reads the description in the second piece of a row group. */
export function readDescription({ bytes }: Piece): GroupDescription {
  return deserialize(bytes) as GroupDescription;
}

/** Returns a row group for the footer, beginning at `offset` in the file. */
export function groupAt({ columns, ...group }: RowGroup, offset: number): RowGroup {
  const by = BigInt(offset);
  return {
    ...group,
    file_offset: by,
    columns: columns.map(({ file_offset, meta_data, ...chunk }) => ({
      ...chunk,
      file_offset: file_offset + by,
      ...(meta_data === undefined
        ? {}
        : {
            meta_data: {
              ...meta_data,
              data_page_offset: meta_data.data_page_offset + by,
              ...(meta_data.dictionary_page_offset === undefined ? {} : { dictionary_page_offset: meta_data.dictionary_page_offset + by }),
            },
          }),
    })),
  };
}
