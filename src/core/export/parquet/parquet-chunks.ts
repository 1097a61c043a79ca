import { ByteWriter } from 'hyparquet-writer';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import type { RowGroup } from 'hyparquet';
import type { CountedNotes } from '../../../shared/export-notes.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { isDerived, type HeaderVocabulary } from '../../../shared/datasets/declaration.ts';
import type { Made } from '../../../shared/engine-protocol.ts';
import type { Chunks, Piece } from '../chunks.ts';
import type { ExportTable } from '../export-table.ts';
import { groupsOfPages } from './groups-of-pages.ts';
import { rowsPerGroup } from './group-size.ts';
import { parquetColumns, type ParquetColumn } from './parquet-columns.ts';
import { groupAt, readDescription } from './row-group.ts';
import { cachedGroups, storedGroups } from './stored-groups.ts';

/** What a file says about itself besides its columns: its origin, and everything else known about it. */
interface Reported {
  readonly made: Made;
}

type ParquetNotes = Pick<CountedNotes, 'numbersMissing' | 'replaced' | 'nul'>;

/**
 * A Parquet file, written one row group at a time, compressed, with statistics. Its footer describes the columns and the origin of the
 * file.
 */
export function parquetChunks(table: ExportTable, vocabulary: HeaderVocabulary, reported: Reported, notes: ParquetNotes): Chunks {
  const columns = parquetColumns(table.columns, vocabulary);
  const head: FileHead = { table, columns, reported };
  return { of: table.of, columns: table.columns.length, pieces: parquetFile(rowGroups(table, columns, vocabulary), head, notes) };
}

/** Starts only when the first group is requested, so that columns read for it are held only while the file is written. */
async function* rowGroups(table: ExportTable, columns: readonly ParquetColumn[], vocabulary: HeaderVocabulary): AsyncGenerator<Piece> {
  yield* (
    cachedGroups(table, columns) ?? storedGroups(table, columns, vocabulary) ?? groupsOfPages(table, columns, rowsPerGroup(columns.length))
  );
}

/** The content of the footer. */
interface FileHead {
  readonly table: ExportTable;
  readonly columns: readonly ParquetColumn[];
  readonly reported: Reported;
}

/** Yields the file made of row groups, each of which arrives as two pieces (`GroupWriter`), with empty pieces between them. */
export async function* parquetFile(pieces: Chunks['pieces'], head: FileHead, notes: ParquetNotes): AsyncGenerator<Piece> {
  yield { bytes: magic, rows: 0 };
  let offset = magic.length;
  let isDescribed = true;
  const groups: RowGroup[] = [];
  for await (const piece of pieces) {
    if (piece.rows > 0) {
      yield piece;
      isDescribed = false;
    } else if (isDescribed) yield piece;
    else {
      const { group, counted } = readDescription(piece);
      groups.push(groupAt(group, offset));
      offset += Number(group.total_compressed_size);
      notes.numbersMissing += counted.numbersMissing;
      notes.replaced += counted.replaced;
      notes.nul += counted.nul;
      isDescribed = true;
    }
  }
  yield { bytes: footer(head, groups), rows: 0 };
}

/** The first and last bytes of a Parquet file. */
const magic = Buffer.from('PAR1');

function footer({ table, columns, reported }: FileHead, groups: RowGroup[]): Uint8Array {
  const writer = new ByteWriter();
  writeMetadata(writer, {
    version: 2,
    created_by: `Carrel ${reported.made.by}`,
    schema: [{ name: 'schema', num_children: columns.length }, ...columns.map(({ schema }) => schema)],
    num_rows: groups.reduce((sum, { num_rows }) => sum + num_rows, 0n),
    row_groups: groups,
    key_value_metadata: [{ key: 'carrel', value: JSON.stringify(footerOf(table, columns, reported)) }],
    metadata_length: 0,
  });
  writer.appendBytes(magic);
  return writer.getBytes();
}

/** Describes the file and its columns for readers without its evidence. */
function footerOf(table: ExportTable, columns: readonly ParquetColumn[], { made, ...reported }: Reported): object {
  return {
    export: { id: made.id, at: made.at, by: `Carrel ${made.by}`, demo: made.demo },
    ...reported,
    columns: columns.map(({ schema, from, holds }) => {
      const column = table.columns[from];
      if (column === undefined) throw new RangeError('A column of the file belongs to no column of the table.');
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
