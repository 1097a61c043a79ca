import { parentPort, workerData } from 'node:worker_threads';
import { datasets } from '../../../shared/datasets/datasets.ts';
import { reportOf } from '../../../shared/errors.ts';
import { findColumn } from '../../query/columns.ts';
import { inSnapshot, rowsIdentity } from '../../query/snapshot.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import { openBesideThread } from '../../store/study-file.ts';
import type { Piece } from '../chunks.ts';
import { copiesOf, mostAhead, stopped, turn, type HelperAnswer } from '../csv-helper.ts';
import { groupsOfBytes } from './groups-of-bytes.ts';
import { parquetColumns } from './parquet-columns.ts';
import type { GroupTask } from './stored-groups.ts';

const task = workerData as GroupTask;

function say(answer: HelperAnswer<Piece>, handedOver: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(answer, handedOver);
}

function help(study: StudyReader): void {
  if (rowsIdentity(study) !== task.identity) return;
  study.db.pragma(`cache_size=-${String(task.cacheKiB)}`);
  const dataset = datasets[task.dataset];
  const columns = task.columns.map((name) => findColumn(dataset, name));
  const blocks = groupsOfBytes(
    { study, dataset, columns, rowids: task.rowids },
    parquetColumns(columns, task.vocabulary),
    task.rowsOfBlock,
  );
  if (blocks === null) return;
  for (;;) {
    const block = Atomics.add(task.turns, turn.next, 1);
    if (block >= blocks.count || !mayMake(block)) return;
    const pieces = copiesOf(blocks.lines(block));
    const handedOver = pieces.map(({ bytes }) => bytes.buffer);
    say({ block, pieces }, handedOver);
  }
}

/** Waits while too much is made ahead; whether the block is still wanted. */
function mayMake(block: number): boolean {
  for (;;) {
    const written = Atomics.load(task.turns, turn.written);
    if (written === stopped) return false;
    if (block - written <= mostAhead) return true;
    Atomics.wait(task.turns, turn.written, written);
  }
}

// The same bytes, so that no other copy of the key is left.
const key = Buffer.from(task.key.buffer);
try {
  const study = openBesideThread({ path: task.path, key }, task.study);
  try {
    if (study !== null)
      inSnapshot(study, () => {
        help(study);
      });
  } finally {
    study?.close();
  }
} catch (error: unknown) {
  say({ error: reportOf(error) });
} finally {
  key.fill(0);
}
