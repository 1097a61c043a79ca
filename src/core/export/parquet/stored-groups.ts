import { extname } from 'node:path';
import type { HeaderVocabulary } from '../../../shared/datasets/declaration.ts';
import type { Chunks, Piece } from '../chunks.ts';
import type { Blocks } from '../csv-blocks.ts';
import { blockTask, isWorthHelp, linesTogether, type BlockTask } from '../csv-helper.ts';
import type { ExportTable } from '../export-table.ts';
import { evenRowsPerGroup, rowsPerGroup } from './group-size.ts';
import { groupsOfBytes } from './groups-of-bytes.ts';
import type { ParquetColumn } from './parquet-columns.ts';

/** KiB of decrypted pages for the helping thread: less than the other connection holds, as both count for one process. */
const helperCacheKiB = 4096;

/** What the helping thread is started with: its blocks are row groups. */
export interface GroupTask extends BlockTask {
  readonly vocabulary: HeaderVocabulary;
}

/** The thread's own file, wherever this was built to. */
const entryFile = new URL(`./parquet-helper-thread${extname(import.meta.url)}`, import.meta.url);

/** The row groups of rows that leave as they are stored, made by two threads where there are many; null where others leave. */
export function storedGroups(
  { stored, columns: ofTable }: ExportTable,
  columns: readonly ParquetColumn[],
  vocabulary: HeaderVocabulary,
): Chunks['pieces'] | null {
  if (stored === null) return null;
  const { rowids } = stored;
  const isAlone = !isWorthHelp(rowids.length);
  const rowsOfGroup = isAlone ? rowsPerGroup(columns.length) : evenRowsPerGroup(rowids.length, columns.length);
  const groups = groupsOfBytes({ ...stored, columns: ofTable }, columns, rowsOfGroup);
  if (groups === null || isAlone) return groups === null ? null : allOf(groups);
  const task: GroupTask = { ...blockTask({ ...stored, columns: ofTable }, rowsOfGroup, helperCacheKiB), vocabulary };
  return linesTogether(groups, task, entryFile);
}

function* allOf(groups: Blocks<Piece>): Generator<Piece> {
  for (let group = 0; group < groups.count; group++) yield* groups.lines(group);
}
