import { deserialize, serialize } from 'node:v8';
import { ByteWriter } from 'hyparquet-writer';
import type { ColumnChunk, RowGroup } from 'hyparquet';
import type { CountedNotes } from '../../../shared/export-notes.ts';
import type { Piece } from '../chunks.ts';
import { ChunkMaker, type Chunk } from './column-chunk.ts';
import { columnValues } from './column-values.ts';
import type { Compression } from './compression.ts';
import type { GatheredCells } from './gathered-cells.ts';
import { writePage, type Pack } from './page-maker.ts';
import type { ParquetColumn } from './parquet-columns.ts';

/** What the footer says of a row group, with offsets from its begin, and what was counted in its cells. */
interface GroupDescription {
  readonly group: RowGroup;
  readonly counted: Pick<CountedNotes, 'numbersMissing' | 'replaced' | 'nul'>;
}

/** A row group before it is written. */
export interface Group<P> {
  readonly rows: number;
  readonly chunks: readonly Chunk<P>[];
  readonly counted: GroupDescription['counted'];
}

/** Makes row groups of a file one after the other, of `most` rows at most, with pages that `pack` compresses. */
export class GroupMaker<P> {
  readonly #columns: readonly ParquetColumn[];
  readonly #chunks: ChunkMaker<P>;
  readonly #valueOf: Int32Array;

  constructor(columns: readonly ParquetColumn[], most: number, pack: Pack<P>) {
    this.#columns = columns;
    this.#chunks = new ChunkMaker(most, pack);
    this.#valueOf = new Int32Array(most);
  }

  /** `cellsOf` gives the cells of the table's columns by their place. */
  group(cellsOf: (place: number) => GatheredCells, rows: number, counted: Omit<GroupDescription['counted'], 'numbersMissing'>): Group<P> {
    let numbersMissing = 0;
    const chunks = this.#columns.map((column) => {
      const values = columnValues(column, cellsOf(column.from), this.#valueOf.subarray(0, rows));
      numbersMissing += values.missing;
      return this.#chunks.chunk(column.schema, values);
    });
    return { rows, chunks, counted: { ...counted, numbersMissing } };
  }
}

/** Writes row groups of a file one after the other. */
export class GroupWriter {
  readonly #codec: Compression['codec'];
  readonly #writer = new ByteWriter(1 << 20);

  constructor({ codec }: Pick<Compression, 'codec'>) {
    this.#codec = codec;
  }

  /**
   * A row group as two pieces: its bytes with its rows, then its description without any, so that both come the same way from whichever
   * thread made them.
   */
  *pieces({ rows, chunks, counted }: Group<Uint8Array>): Generator<Piece> {
    const writer = this.#writer;
    writer.index = 0;
    const begin = writer.offset;
    const columns = chunks.map((chunk) => this.#written(chunk));
    const group: RowGroup = {
      columns,
      total_byte_size: columns.reduce((sum, { meta_data }) => sum + (meta_data?.total_uncompressed_size ?? 0n), 0n),
      num_rows: BigInt(rows),
      total_compressed_size: BigInt(writer.offset - begin),
    };
    yield { bytes: writer.getBytes(), rows };
    yield { bytes: serialize({ group: groupAt(group, -begin), counted } satisfies GroupDescription), rows: 0 };
  }

  /** What the footer says of a chunk, with offsets as the writer counts. */
  #written({ pages, facts }: Chunk<Uint8Array>): ColumnChunk {
    const writer = this.#writer;
    const begin = writer.offset;
    const offsets: Partial<Record<'DICTIONARY_PAGE' | 'DATA_PAGE', bigint>> = {};
    let uncompressed = 0;
    for (const page of pages) {
      const kind = page.header.type === 'DICTIONARY_PAGE' ? 'DICTIONARY_PAGE' : 'DATA_PAGE';
      offsets[kind] ??= BigInt(writer.offset);
      uncompressed += writePage(writer, page);
    }
    const { DICTIONARY_PAGE: dictionary, DATA_PAGE: data } = offsets;
    return {
      file_offset: BigInt(begin),
      meta_data: {
        ...facts,
        codec: this.#codec,
        total_uncompressed_size: BigInt(uncompressed),
        total_compressed_size: BigInt(writer.offset - begin),
        data_page_offset: data ?? BigInt(begin),
        ...(dictionary === undefined ? {} : { dictionary_page_offset: dictionary }),
      },
    };
  }
}

/** The description that the second piece of a row group is. */
export function readDescription({ bytes }: Piece): GroupDescription {
  return deserialize(bytes) as GroupDescription;
}

/** A row group as the footer has it, which begins at `offset` of the file. */
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
