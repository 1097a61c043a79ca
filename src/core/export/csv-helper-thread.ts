import { parentPort, workerData } from 'node:worker_threads';
import { datasets } from '../../shared/datasets/datasets.ts';
import { reportOf } from '../../shared/errors.ts';
import { findColumn } from '../query/columns.ts';
import { currentGeneration, inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { openStudyForReading } from '../store/study-file.ts';
import { csvBlocks } from './csv-blocks.ts';
import { copyOf, mostAhead, turn, type HelperAnswer, type HelperTask } from './csv-helper.ts';
import { exactCsv } from './csv.ts';
import { cacheKiB } from './export-table.ts';

const task = workerData as HelperTask;

function say(answer: HelperAnswer, handedOver: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(answer, handedOver);
}

function help(study: StudyReader): void {
  if (currentGeneration(study) !== task.generation) return;
  study.db.pragma(`cache_size=-${String(cacheKiB)}`);
  const dataset = datasets[task.dataset];
  const columns = task.columns.map((name) => findColumn(dataset, name));
  const blocks = csvBlocks(study, dataset, columns, task.rowids, exactCsv(columns, task.delimiter));
  if (blocks === null) return;
  for (;;) {
    const block = Atomics.add(task.turns, turn.next, 1);
    if (block >= blocks.count || !mayMake(block)) return;
    const pieces = [...blocks.lines(block)].map(copyOf);
    const handedOver = pieces.map(({ bytes }) => bytes.buffer);
    say({ block, pieces }, handedOver);
  }
}

/** Waits while too much is made ahead; whether the block is still wanted. */
function mayMake(block: number): boolean {
  for (;;) {
    const written = Atomics.load(task.turns, turn.written);
    if (Atomics.load(task.turns, turn.stop) !== 0) return false;
    if (block - written <= mostAhead) return true;
    Atomics.wait(task.turns, turn.written, written);
  }
}

const key = Buffer.from(task.key);
try {
  const study = openStudyForReading(task.path, key, task.study, null);
  try {
    inSnapshot(study, () => {
      help(study);
    });
  } finally {
    study.close();
  }
} catch (error: unknown) {
  say({ error: reportOf(error) });
} finally {
  key.fill(0);
  task.key.fill(0);
}
