import type { Chunks } from '../chunks.ts';
import type { ExportTable } from '../export-table.ts';
import { EntryGatherer } from './entry-gatherer.ts';
import { rowsPerGroup } from './group-size.ts';
import { groupsOfBytes } from './groups-of-bytes.ts';
import { groupsOfRows } from './groups-of-rows.ts';
import type { ParquetColumn } from './parquet-columns.ts';

/** Rows that are read from columns at once. */
const cachedAtOnce = 2000;

/** The row groups of rows whose cells are in columns, which are read for it; null where they are not, or not any more. */
export function cachedGroups({ cached, of }: ExportTable, columns: readonly ParquetColumn[]): Chunks['pieces'] | null {
  const read = cached?.columns() ?? null;
  if (cached === null || read === null) return null;
  return groupsOfRows({
    columns,
    rows: of,
    ofGroup: rowsPerGroup(columns.length),
    atOnce: cachedAtOnce,
    gathererOf: (most) => new EntryGatherer(read, most),
    read: (from, to) => [cached.positions.subarray(from, to)],
  });
}

/** The row groups of rows that leave as they are stored; null where others leave. */
export function storedGroups({ stored, columns: ofTable }: ExportTable, columns: readonly ParquetColumn[]): Chunks['pieces'] | null {
  return stored === null ? null : groupsOfBytes({ ...stored, columns: ofTable }, columns, rowsPerGroup(columns.length));
}
