import { parentPort, workerData } from 'node:worker_threads';
import { datasets } from '../../shared/datasets/datasets.ts';
import { failed } from '../../shared/rpc.ts';
import { findColumn } from '../query/columns.ts';
import { inSnapshot, rowsIdentity } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { openBesideThread } from '../store/study-file/study-file.ts';
import type { Piece } from './chunks.ts';
import type { Blocks, StoredRows } from './csv/csv-blocks.ts';
import { copiesOf, stopped, turn, type BlockTask, type HelperAnswer } from './csv/csv-helper.ts';
import { setCacheSize } from './sqlite-cache.ts';

/** A piece that stays valid and can be transferred. */
type Copied<P extends Piece> = ReturnType<typeof copiesOf<P>>[number];

/** What a helper thread makes. */
export interface Help<T extends BlockTask, P extends Piece> {
  /** Returns null if the rows cannot be made as blocks. */
  readonly blocksOf: (rows: StoredRows, task: T) => Blocks<P> | null;
  /** Buffers of a piece that are transferred with it. */
  readonly handedOver: (piece: Copied<P>) => readonly ArrayBuffer[];
  /** Called after each block. */
  readonly afterBlock?: () => void;
}

/**
 * The whole work of a helper thread: opens the study and, if it sees exactly the same rows, claims blocks and sends them until all are
 * claimed or no more are wanted. `T` is the data that the thread is started with.
 */
export function helpInThread<T extends BlockTask, P extends Piece>(help: Help<T, P>): void {
  const task = workerData as T;
  // The same bytes, so that no other copy of the key remains.
  const key = Buffer.from(task.key.buffer);
  try {
    const study = openBesideThread({ path: task.path, key }, task.study);
    try {
      if (study !== null)
        inSnapshot(study, () => {
          makeBlocks(study, task, help);
        });
    } finally {
      study?.close();
    }
  } catch (error: unknown) {
    say(failed(error));
  } finally {
    key.fill(0);
  }
}

function makeBlocks<T extends BlockTask, P extends Piece>(
  study: StudyReader,
  task: T,
  { blocksOf, handedOver, afterBlock }: Help<T, P>,
): void {
  if (rowsIdentity(study) !== task.identity) return;
  setCacheSize(study, task.cacheKiB);
  const dataset = datasets[task.dataset];
  const columns = task.columns.map((name) => findColumn(dataset, name));
  const blocks = blocksOf({ study, dataset, columns, rowids: task.rowids }, task);
  if (blocks === null) return;
  for (;;) {
    const block = Atomics.add(task.turns, turn.next, 1);
    if (block >= blocks.count || !mayMake(task, block)) return;
    const pieces = copiesOf(blocks.lines(block));
    say({ block, pieces }, pieces.flatMap(handedOver));
    afterBlock?.();
  }
}

/** Waits while too many blocks are made ahead; returns whether the block is still wanted. */
function mayMake({ turns, ahead }: BlockTask, block: number): boolean {
  for (;;) {
    const written = Atomics.load(turns, turn.written);
    if (written === stopped) return false;
    if (block - written <= ahead) return true;
    Atomics.wait(turns, turn.written, written);
  }
}

function say<P extends Piece>(answer: HelperAnswer<P>, handedOver: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(answer, handedOver);
}
