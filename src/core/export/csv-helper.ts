import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { DatasetName } from '../../shared/datasets/declaration.ts';
import { AppError, type ErrorReport } from '../../shared/errors.ts';
import type { Piece } from './chunks.ts';
import type { Delimiter } from './csv.ts';
import type { CsvBlocks } from './csv-blocks.ts';

/** What the helping thread is started with. */
export interface HelperTask {
  readonly path: string;
  /** Of the study's file: 32 bytes, in a block of their own. */
  readonly key: Uint8Array;
  readonly study: string;
  /** It helps only with rows of this generation. */
  readonly generation: number;
  readonly dataset: DatasetName;
  readonly columns: readonly string[];
  readonly delimiter: Delimiter;
  /** Shared, as are the turns. */
  readonly rowids: Float64Array<SharedArrayBuffer>;
  readonly turns: Int32Array<SharedArrayBuffer>;
}

export function newTurns(): HelperTask['turns'] {
  return new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
}

/** Places of `HelperTask.turns`: the first block that nobody has taken on, how many are written, and whether to stop (1). */
export const turn = { next: 0, written: 1, stop: 2 } as const;

/** The lines of a block that the thread took on, or why it gave up. */
export type HelperAnswer = { readonly block: number; readonly pieces: readonly Piece[] } | { readonly error: ErrorReport };

/** Blocks that may be made ahead of what is written. */
export const mostAhead = 16;

/** The thread's own file lies beside this one, wherever that was built to. */
const entryFile = new URL(`./csv-helper-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * The lines of all blocks in their order, made here and by one more thread with a connection of its own: each takes on the first block that
 * nobody has. Where that thread finds another generation, all are made here. Throws what it could not do, STORE where it stopped.
 */
export async function* linesTogether(blocks: CsvBlocks, task: HelperTask, entry: URL = entryFile): AsyncGenerator<Piece> {
  const { turns } = task;
  const helper = new Helper(entry, task);
  const held = new Map<number, readonly Piece[]>();
  /** Makes what nobody has taken on until this block is made, here or there, or is the one to make here: true. */
  const comesHere = async (wanted: number): Promise<boolean> => {
    while (!held.has(wanted) && !helper.made.has(wanted)) {
      const taken = held.size < mostAhead ? Atomics.add(turns, turn.next, 1) : blocks.count;
      if (taken === wanted) return true;
      if (taken < blocks.count) {
        held.set(taken, [...blocks.lines(taken)].map(copyOf));
        await setImmediate();
      } else await helper.news();
    }
    return false;
  };
  try {
    for (let next = 0; next < blocks.count; next++) {
      const isMine = await comesHere(next);
      yield* isMine ? blocks.lines(next) : (held.get(next) ?? helper.made.get(next) ?? []);
      held.delete(next);
      helper.made.delete(next);
      Atomics.store(turns, turn.written, next + 1);
      Atomics.notify(turns, turn.written);
    }
  } finally {
    Atomics.store(turns, turn.stop, 1);
    Atomics.notify(turns, turn.written);
    await helper.ended;
  }
}

/** A piece that stays valid. */
export function copyOf({ bytes, rows }: Piece): Piece & { readonly bytes: Uint8Array<ArrayBuffer> } {
  return { bytes: new Uint8Array(bytes), rows };
}

class Helper {
  /** What it made and nobody has taken yet. */
  readonly made = new Map<number, readonly Piece[]>();
  readonly ended: Promise<void>;
  readonly #worker: Worker;
  #hasEnded = false;
  #failure: AppError | null = null;
  #wake = (): void => undefined;

  constructor(entry: URL, task: HelperTask) {
    const env = process.env['CARREL_NATIVE_BINDING'];
    this.#worker = new Worker(entry, {
      workerData: task,
      env: env === undefined ? {} : { CARREL_NATIVE_BINDING: env },
      name: 'csv-helper',
    });
    this.#worker.on('message', (answer: HelperAnswer) => {
      if ('error' in answer) this.#failure = new AppError(answer.error.category, answer.error.message);
      else this.made.set(answer.block, answer.pieces);
      this.#wake();
    });
    this.#worker.on('error', (error) => {
      this.#failure = stopped(error);
    });
    this.ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#hasEnded = true;
        resolve();
        this.#wake();
      });
    });
  }

  /** Resolves once there is something new. */
  async news(): Promise<void> {
    if (!this.#hasEnded && this.#failure === null)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    if (this.#failure !== null) throw this.#failure;
    if (this.#hasEnded) throw stopped();
  }
}

function stopped(cause?: unknown): AppError {
  return new AppError(
    'STORE',
    'A part of Carrel that helps with large exports stopped unexpectedly. No file was left, and what was mirrored is unchanged. Try again; if it comes back, report it.',
    cause,
  );
}
