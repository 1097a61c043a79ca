import { rowBytesFetcher } from '../../query/fetch-row-bytes.ts';
import type { Piece } from '../chunks.ts';
import { rowsOfBlock, type Blocks, type StoredRows } from '../csv-blocks.ts';
import { groupsOfRows } from './groups-of-rows.ts';
import type { ParquetColumn } from './parquet-columns.ts';
import { RowGatherer } from './row-gatherer.ts';

/**
 * The row groups of rows that leave as they are stored. Texts stay the bytes that SQLite put together; shared cells and texts that repeat
 * become values once a group. Null where the rows have too many combinations of shared cells. Belongs inside a snapshot, as does reading
 * the blocks.
 */
export function groupsOfBytes(stored: StoredRows, columns: readonly ParquetColumn[], rowsOfGroup: number): Blocks<Piece> | null {
  const { study, dataset, columns: ofTable, rowids } = stored;
  const fetcher = rowBytesFetcher(study, dataset, ofTable);
  if (fetcher === null) return null;
  return groupsOfRows(
    columns,
    { rows: rowids.length, ofGroup: rowsOfGroup, atOnce: rowsOfBlock(stored) },
    (most) => new RowGatherer(fetcher, most),
    (from, to) => fetcher.fetch(Array.from({ length: to - from }, (_, at) => rowids[from + at] ?? 0)),
  );
}
