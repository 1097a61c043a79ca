import { extname } from 'node:path';
import type { HeaderVocabulary } from '../../../shared/datasets/declaration.ts';
import type { Chunks, Piece } from '../chunks.ts';
import type { Blocks } from '../csv/csv-blocks.ts';
import { blockTask, isWorthHelp, linesTogether, type BlockTask } from '../csv/csv-helper.ts';
import type { ExportTable } from '../export-table.ts';
import { EntryGatherer } from './entry-gatherer.ts';
import { evenRowsPerGroup, rowsPerGroup } from './group-size.ts';
import { groupsOfBytes } from './groups-of-bytes.ts';
import { groupsOfRows } from './groups-of-rows.ts';
import type { ParquetColumn } from './parquet-columns.ts';

/** KiB of decrypted pages for the helper thread: fewer than for the other connection, because both count towards one process. */
const helperCacheKiB = 4096;

/** Row groups, up to some ten MB each, that may wait to be written. Both threads take equally long for one, so more are not needed. */
const groupsAhead = 2;

/** What the helper thread is started with; its blocks are row groups. */
export interface GroupTask extends BlockTask {
  readonly vocabulary: HeaderVocabulary;
}

/** The file of the helper thread, wherever this one was built to. */
const entryFile = new URL(`./parquet-helper-thread${extname(import.meta.url)}`, import.meta.url);

/** Independent of where the rows are read from, so that the file is identical. */
function rowsOfGroups(rows: number, columns: number): number {
  return isWorthHelp(rows) ? evenRowsPerGroup(rows, columns) : rowsPerGroup(columns);
}

/** Rows read from cached columns at once. */
const cachedAtOnce = 2000;

/** Returns the row groups of rows whose cells are in the column cache; null if they are not, or no longer, cached. */
export function cachedGroups({ cached, of }: ExportTable, columns: readonly ParquetColumn[]): Chunks['pieces'] | null {
  const read = cached?.columns() ?? null;
  if (cached === null || read === null) return null;
  const rowsOfGroup = rowsOfGroups(of, columns.length);
  const sizes = { rows: of, ofGroup: rowsOfGroup, atOnce: cachedAtOnce };
  return allOf(
    groupsOfRows(
      columns,
      sizes,
      (most) => new EntryGatherer(read, most),
      (from, to) => [cached.positions.subarray(from, to)],
    ),
  );
}

/** Returns the row groups of rows that are exported as stored, made by two threads if there are many; null if the rows are altered. */
export function storedGroups(
  { stored, columns: ofTable }: ExportTable,
  columns: readonly ParquetColumn[],
  vocabulary: HeaderVocabulary,
): Chunks['pieces'] | null {
  if (stored === null) return null;
  const { rowids } = stored;
  const rowsOfGroup = rowsOfGroups(rowids.length, columns.length);
  const groups = groupsOfBytes({ ...stored, columns: ofTable }, columns, rowsOfGroup);
  if (groups === null || !isWorthHelp(rowids.length)) return groups === null ? null : allOf(groups);
  const task: GroupTask = {
    ...blockTask({ ...stored, columns: ofTable }, { rowsOfBlock: rowsOfGroup, cacheKiB: helperCacheKiB, ahead: groupsAhead }),
    vocabulary,
  };
  return linesTogether(groups, task, entryFile);
}

function* allOf(groups: Blocks<Piece>): Generator<Piece> {
  for (let group = 0; group < groups.count; group++) yield* groups.lines(group);
}
