import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import { AppError } from '../../../shared/errors.ts';
import { errorOf, type Failed } from '../../../shared/rpc.ts';
import { rowsIdentity } from '../../query/snapshot.ts';
import { bindingEnvironment } from '../../store/database/native-binding.ts';
import type { CsvForm } from './csv.ts';
import type { Piece } from '../chunks.ts';
import type { Blocks, StoredRows } from './csv-blocks.ts';

/** What a helper thread is started with, whatever its format. */
export interface BlockTask {
  readonly path: string;
  /** Key of the study's file: 32 bytes, transferred to the thread. */
  readonly key: Uint8Array<ArrayBuffer>;
  readonly study: string;
  /** The thread helps only if it sees exactly the same rows, according to `rowsIdentity`. */
  readonly identity: string;
  readonly dataset: DatasetName;
  readonly columns: readonly string[];
  readonly rowsOfBlock: number;
  /** KiB of decrypted pages that it may hold. */
  readonly cacheKiB: number;
  /** Blocks that each thread may make ahead of what is written. */
  readonly ahead: number;
  /** In shared memory, as are the turns. */
  readonly rowids: Float64Array<SharedArrayBuffer>;
  readonly turns: Int32Array<SharedArrayBuffer>;
}

/** Number of rows from which a second thread, which takes a tenth of a second to start, saves time. */
const worthHelp = 250_000;

/** Whether a second thread saves time for this many rows on this computer. */
export function isWorthHelp(rows: number): boolean {
  return rows >= worthHelp && availableParallelism() > 1;
}

/** Returns what a helper thread needs for these rows. Call inside a snapshot. */
export function blockTask(
  { study, dataset, columns, rowids }: StoredRows,
  { rowsOfBlock, cacheKiB, ahead }: Pick<BlockTask, 'rowsOfBlock' | 'cacheKiB' | 'ahead'>,
): BlockTask {
  return {
    path: study.file.path,
    key: new Uint8Array(study.file.key),
    study: study.study,
    // Another connection sees only the stored grades.
    identity: study.gradedBy === undefined ? rowsIdentity(study) : '',
    dataset: dataset.name,
    columns: columns.map(({ name }) => name),
    rowsOfBlock,
    cacheKiB,
    ahead,
    rowids: areShared(rowids) ? rowids : shared(rowids),
    turns: newTurns(),
  };
}

/** Whether another thread can already read these row numbers. */
function areShared(rowids: ArrayLike<number>): rowids is BlockTask['rowids'] {
  return rowids instanceof Float64Array && rowids.buffer instanceof SharedArrayBuffer;
}

function shared(rowids: ArrayLike<number>): BlockTask['rowids'] {
  const numbers = new Float64Array(new SharedArrayBuffer(rowids.length * Float64Array.BYTES_PER_ELEMENT));
  numbers.set(rowids);
  return numbers;
}

export interface HelperTask extends BlockTask {
  readonly form: CsvForm;
}

/** Indexes in `BlockTask.turns`: the first block that no thread has claimed, and the number of blocks written (or `stopped`). */
export const turn = { next: 0, written: 1 } as const;
/** Value of `written` when no more blocks are wanted: a waiting thread waits for a change of exactly this number. */
export const stopped = -1;

export function newTurns(): BlockTask['turns'] {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}

/** The pieces of a block that the thread claimed, or why it gave up. */
export type HelperAnswer<P extends Piece> = { readonly block: number; readonly pieces: readonly P[] } | Failed;

/** The thread's file is in the same folder as this one, wherever that was built to. */
const entryFile = new URL(`./csv-helper-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * Yields the pieces of all blocks in order, made here and by a second thread with its own connection: each claims the first unclaimed
 * block. If that thread cannot see the same rows, all blocks are made here. Throws the thread's error if it failed on a block that it had
 * claimed, STORE if it stopped unexpectedly. The thread has ended when this generator has.
 */
export async function* linesTogether<P extends Piece>(blocks: Blocks<P>, task: BlockTask, entry: URL = entryFile): AsyncGenerator<P> {
  const { turns, ahead } = task;
  const helper = new Helper<P>(entry, task);
  const held = new Map<number, readonly P[]>();
  /** Makes unclaimed blocks until this block has been made by either thread, or returns true if it is to be made here. */
  const comesHere = async (wanted: number): Promise<boolean> => {
    while (!held.has(wanted) && !helper.made.has(wanted)) {
      const taken = held.size < ahead ? Atomics.add(turns, turn.next, 1) : blocks.count;
      if (taken === wanted) return true;
      if (taken < blocks.count) {
        held.set(taken, copiesOf(blocks.lines(taken)));
        await setImmediate();
      } else await helper.news();
    }
    return false;
  };
  const tell = (written: number): void => {
    Atomics.store(turns, turn.written, written);
    Atomics.notify(turns, turn.written);
  };
  try {
    for (let next = 0; next < blocks.count; next++) {
      const isMine = await comesHere(next);
      yield* isMine ? blocks.lines(next) : (held.get(next) ?? helper.made.get(next) ?? []);
      held.delete(next);
      helper.made.delete(next);
      tell(next + 1);
    }
  } finally {
    tell(stopped);
    await helper.ended;
  }
}

/** Copies of pieces, which stay valid. */
export function copiesOf<P extends Piece>(pieces: Iterable<P>): readonly (P & { readonly bytes: Uint8Array<ArrayBuffer> })[] {
  return Array.from(pieces, (piece) => ({ ...piece, bytes: new Uint8Array(piece.bytes) }));
}

class Helper<P extends Piece> {
  /** Blocks that it made and that are not yet written. */
  readonly made = new Map<number, readonly P[]>();
  readonly ended: Promise<void>;
  readonly #worker: Worker;
  #hasEnded = false;
  #failure: AppError | null = null;
  #wake = (): void => undefined;

  constructor(entry: URL, task: BlockTask) {
    this.#worker = new Worker(entry, {
      workerData: task,
      transferList: [task.key.buffer],
      env: bindingEnvironment(),
      name: 'csv-helper',
    });
    this.#worker.on('message', (answer: HelperAnswer<P>) => {
      if ('error' in answer) this.#failure = errorOf(answer);
      else this.made.set(answer.block, answer.pieces);
      this.#wake();
    });
    this.#worker.on('messageerror', (error) => {
      this.#failure = gaveUp(error);
      this.#wake();
    });
    this.#worker.on('error', (error) => {
      this.#failure = gaveUp(error);
    });
    this.ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#hasEnded = true;
        resolve();
        this.#wake();
      });
    });
  }

  /** Resolves when there is something new; throws if nothing more can come. */
  async news(): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    if (this.#hasEnded) throw gaveUp();
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}

function gaveUp(cause?: unknown): AppError {
  return new AppError(
    'STORE',
    'A part of Carrel that helps with large exports stopped unexpectedly. No file was left, and what was mirrored is unchanged. Try again; if it happens again, report it.',
    cause,
  );
}
