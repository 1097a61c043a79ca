import { parentPort, workerData } from 'node:worker_threads';
import { datasets } from '../../shared/datasets/datasets.ts';
import { failed } from '../../shared/rpc.ts';
import { findColumn } from '../query/columns.ts';
import { inSnapshot, rowsIdentity } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { openBesideThread } from '../store/study-file.ts';
import { csvBlocks } from './csv-blocks.ts';
import { copiesOf, stopped, turn, type HelperAnswer, type HelperTask } from './csv-helper.ts';
import { holdPages } from './page-cache.ts';
import { createTidy } from './thrift.ts';

/*
 * All that the helping thread does, once: opens the study, and where it sees the very same rows takes on blocks and sends them, until all
 * are taken on or no more are wanted.
 */
const task = workerData as HelperTask;
// The same bytes, so that no other copy of the key is left.
const key = Buffer.from(task.key.buffer);
try {
  const study = openBesideThread({ path: task.path, key }, task.study);
  try {
    if (study !== null)
      inSnapshot(study, () => {
        makeBlocks(study);
      });
  } finally {
    study?.close();
  }
} catch (error: unknown) {
  say(failed(error));
} finally {
  key.fill(0);
}

function makeBlocks(study: StudyReader): void {
  if (rowsIdentity(study) !== task.identity) return;
  holdPages(study, task.cacheKiB);
  const tidy = createTidy();
  const dataset = datasets[task.dataset];
  const columns = task.columns.map((name) => findColumn(dataset, name));
  const blocks = csvBlocks({ study, dataset, columns, rowids: task.rowids }, task.form, task.rowsOfBlock);
  if (blocks === null) return;
  for (;;) {
    const block = Atomics.add(task.turns, turn.next, 1);
    if (block >= blocks.count || !mayMake(block)) return;
    const pieces = copiesOf(blocks.lines(block));
    say(
      { block, pieces },
      pieces.flatMap(({ bytes, ends }) => [bytes.buffer, ends.buffer]),
    );
    tidy();
  }
}

/** Waits while too much is made ahead; whether the block is still wanted. */
function mayMake(block: number): boolean {
  const { turns, ahead } = task;
  for (;;) {
    const written = Atomics.load(turns, turn.written);
    if (written === stopped) return false;
    if (block - written <= ahead) return true;
    Atomics.wait(turns, turn.written, written);
  }
}

function say(answer: HelperAnswer, handedOver: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(answer, handedOver);
}
