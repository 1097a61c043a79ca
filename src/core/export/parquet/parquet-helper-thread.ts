import type { Piece } from '../chunks.ts';
import { helpInThread } from '../helping-thread.ts';
import { groupsOfBytes } from './groups-of-bytes.ts';
import { parquetColumns } from './parquet-columns.ts';
import type { GroupTask } from './stored-groups.ts';

helpInThread<GroupTask, Piece>({
  blocksOf: (rows, { vocabulary, rowsOfBlock }) => groupsOfBytes(rows, parquetColumns(rows.columns, vocabulary), rowsOfBlock),
  handedOver: ({ bytes }) => [bytes.buffer],
});
