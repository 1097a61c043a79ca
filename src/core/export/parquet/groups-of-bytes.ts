import { rowBytesFetcher } from '../../query/fetch-row-bytes.ts';
import type { Piece } from '../chunks.ts';
import { rowsOfBlock, type Blocks, type StoredRows } from '../csv-blocks.ts';
import { bytesOfGroup } from './group-size.ts';
import type { ParquetColumn } from './parquet-columns.ts';
import { RowGatherer } from './row-gatherer.ts';
import { GroupWriter } from './row-group.ts';

const nothing = new Uint8Array();

/**
 * The row groups of rows that leave as they are stored, block by block; an empty piece now and then gives others their turn. Texts stay
 * the bytes that SQLite put together; shared cells and texts that repeat become values once a group. Null where the rows have too
 * many combinations of shared cells. Belongs inside a snapshot, as does reading the blocks.
 */
export function groupsOfBytes(stored: StoredRows, columns: readonly ParquetColumn[], rowsOfGroup: number): Blocks<Piece> | null {
  const { study, dataset, columns: ofTable, rowids } = stored;
  const fetcher = rowBytesFetcher(study, dataset, ofTable);
  if (fetcher === null) return null;
  const atOnce = rowsOfBlock(stored);
  const most = Math.min(rowsOfGroup, rowids.length);
  const gathered = new RowGatherer(fetcher, most);
  const writer = new GroupWriter(columns, most);
  const group = function* (): Generator<Piece> {
    yield* writer.pieces(gathered.cellsOf, gathered.rows, gathered.counted());
    gathered.clear();
  };
  return {
    count: Math.ceil(rowids.length / rowsOfGroup),
    *lines(block) {
      const end = Math.min((block + 1) * rowsOfGroup, rowids.length);
      for (let first = block * rowsOfGroup; first < end; first += atOnce) {
        const wanted: number[] = [];
        for (let at = first; at < Math.min(first + atOnce, end); at++) wanted.push(rowids[at] ?? 0);
        for (const rows of fetcher.fetch(wanted)) {
          gathered.add(rows);
          if (gathered.bytes > bytesOfGroup) yield* group();
        }
        yield { bytes: nothing, rows: 0 };
      }
      if (gathered.rows > 0) yield* group();
    },
  };
}
