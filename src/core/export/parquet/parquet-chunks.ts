import * as zlib from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { CompressionCodec } from 'hyparquet';
import type { CountedNotes } from '../../../shared/export-notes.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { isDerived, type HeaderVocabulary } from '../../../shared/datasets/declaration.ts';
import type { Made } from '../../../shared/engine-protocol.ts';
import type { Chunks, Piece } from '../chunks.ts';
import { leadingCells, type ExportTable } from '../export-table.ts';
import { parquetColumns, type ParquetColumn, type ParquetValue } from './parquet-columns.ts';

/** Values of a row group: engines skip groups by their statistics, and no more than one is ever held. */
const valuesOfGroup = 600_000;
const rowsOfGroup = { least: 5_000, most: 100_000 } as const;

/** What a file says of itself beside its columns: who made it when, and all else that is known of it. */
interface Told {
  readonly made: Made;
}

/** A Parquet file: a row group at a time, compressed, with statistics; what the columns are and how the file came to be stands in its footer. */
export function parquetChunks(
  table: ExportTable,
  vocabulary: HeaderVocabulary,
  told: Told,
  notes: Pick<CountedNotes, 'numbersMissing'>,
): Chunks {
  const columns = parquetColumns(table.columns, vocabulary);
  return { of: table.of, columns: table.columns.length, pieces: pieces(table, columns, told, notes) };
}

function* pieces(
  table: ExportTable,
  columns: readonly ParquetColumn[],
  told: Told,
  notes: Pick<CountedNotes, 'numbersMissing'>,
): Generator<Piece> {
  const writer = new ByteWriter(1 << 20);
  const taken = (rows: number): Piece => {
    const bytes = new Uint8Array(writer.getBuffer());
    writer.index = 0;
    return { bytes, rows };
  };
  const file = new ParquetWriter({
    writer,
    schema: [{ name: 'schema', num_children: columns.length }, ...columns.map(({ schema }) => schema)],
    ...compression,
    createdBy: `Carrel ${told.made.by}`,
    kvMetadata: [{ key: 'carrel', value: JSON.stringify(footerOf(table, columns, told)) }],
  });
  const most = Math.min(rowsOfGroup.most, Math.max(rowsOfGroup.least, Math.floor(valuesOfGroup / columns.length)));
  let group: ParquetValue[][] = columns.map(() => []);
  let rows = 0;
  const write = (): Piece => {
    // Without a promise: the writer has nothing to wait for.
    void file.write({ columnData: columns.map(({ schema }, at) => ({ name: schema.name, data: group[at] ?? [] })), rowGroupSize: rows });
    const piece = taken(rows);
    group = columns.map(() => []);
    rows = 0;
    return piece;
  };
  for (const page of table.pages()) {
    for (const row of page) {
      for (const [at, column] of columns.entries()) {
        const value = column.read(row[column.from + leadingCells] ?? null);
        const isMissing = typeof value === 'number' && Number.isNaN(value);
        if (isMissing) notes.numbersMissing++;
        group[at]?.push(isMissing ? null : value);
      }
      if (++rows === most) yield write();
    }
    // Nothing to write yet, but others get their turn, a cancel among them.
    yield { bytes: nothing, rows: 0 };
  }
  if (rows > 0) yield write();
  void file.finish();
  yield taken(0);
}

const nothing = new Uint8Array();

/** Zstandard where the runtime has it, which reads faster and is smaller; else gzip. Every reader knows both. */
const compression: {
  readonly codec: CompressionCodec;
  readonly compressors: Partial<Record<CompressionCodec, (bytes: Uint8Array) => Uint8Array>>;
} =
  // Electron's Node may be older than the one of the command line.
  (zlib as Partial<typeof zlib>).zstdCompressSync === undefined
    ? { codec: 'GZIP', compressors: { GZIP: (bytes) => zlib.gzipSync(bytes, { level: 3 }) } }
    : { codec: 'ZSTD', compressors: { ZSTD: (bytes) => zlib.zstdCompressSync(bytes) } };

/** What the file is and what its columns are, for whoever opens it without its evidence. */
function footerOf(table: ExportTable, columns: readonly ParquetColumn[], { made, ...told }: Told): object {
  return {
    export: { id: made.id, at: made.at, by: `Carrel ${made.by}`, demo: made.demo },
    ...told,
    columns: columns.map(({ schema, from, holds }) => {
      const column = table.columns[from];
      if (column === undefined) throw new RangeError('A column of the file is of no column of the table.');
      return {
        name: schema.name,
        holds,
        column: column.name,
        label: headerOf(column, 'plain'),
        sdtm: column.sdtm,
        source: isDerived(column) ? null : headerOf(column, 'source'),
        rule: isDerived(column) ? column.rule : (column.instead?.rule ?? null),
      };
    }),
  };
}
