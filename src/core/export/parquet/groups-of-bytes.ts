import { rowBytesFetcher } from '../../query/fetch-row-bytes.ts';
import type { Piece } from '../chunks.ts';
import { rowsOfBlock, type Blocks, type StoredRows } from '../csv/csv-blocks.ts';
import { groupsOfRows } from './groups-of-rows.ts';
import type { ParquetColumn } from './parquet-columns.ts';
import { RowGatherer } from './row-gatherer.ts';

/**
 * Returns the row groups of rows that are exported as stored. Texts stay the bytes that SQLite concatenated; shared cells and repeated
 * texts become values once per group. Returns null if the rows have too many combinations of shared cells. Call inside a snapshot, and read
 * the blocks inside it.
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
