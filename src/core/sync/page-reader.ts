import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DatasetName } from '../../shared/datasets/datasets.ts';
import { AppError } from '../../shared/errors.ts';
import { errorOf, type Failed } from '../../shared/rpc.ts';
import { defaultTerms, type StudyTerms } from '../../shared/terms/study-terms.ts';
import { blockOf, claimBlock, isLarge } from '../platform/memory.ts';
import { cancelled, unchanged } from '../client/request-errors.ts';
import { noteYoungOfReader } from './heap-limit.ts';
import { bytesOf, type PageReading } from '../store/pages/page-reading.ts';

/** Reads the bodies of pages without blocking this thread. */
export interface PageReader {
  /** Call once it is certain that pages will be read: starting takes a tenth of a second. */
  start(): void;
  /**
   * Transfers the body, which is empty afterwards unless it shares its block of memory. Throws PROTOCOL and LIMIT if it is not such a page,
   * CANCELLED once the reader is closed, STORE if the reading itself failed.
   */
  read(body: Buffer, dataset: DatasetName, study: string, terms?: StudyTerms): Promise<PageReading>;
  /** Cancels current readings at once. Resolves when the thread has ended or is waiting for the next reader. */
  close(): Promise<void>;
}

/** Message to the thread; null asks it to end. */
export interface PageQuestion {
  readonly id: number;
  readonly dataset: DatasetName;
  readonly study: string;
  readonly terms: StudyTerms;
  readonly body: Uint8Array;
}

/** Answer of the thread. */
export type PageAnswer =
  /** `young`: size in bytes of the thread's young generation. */
  { readonly id: number; readonly ok: true; readonly reading: PageReading; readonly young: number } | ({ readonly id: number } & Failed);

/** The thread's own file is next to this one, wherever that was built. */
const entryFile = new URL(`./page-reader-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * MiB of the thread's heap: records are read one by one, so live data stays below 50 for any page. The young generation has no limit of its
 * own: threads with one have crashed their process when they ended.
 */
const heapLimits = { maxOldGenerationSizeMb: 256 };
/** Milliseconds that a thread has to finish its page after being asked to end. */
const timeoutMs = 30_000;
/** Milliseconds that an idle thread waits for the next reader. */
const idleTime = 60_000;

/** The idle thread for the next reader: starting one takes a tenth of a second, and V8 has crashed, if rarely, when many end. */
let spare: ReadingThread | null = null;

/** Returns the spare thread if it is usable, otherwise a new one. */
function takeThread(entry: URL): ReadingThread {
  const thread = spare;
  if (thread === null || thread.ended || thread.entry.href !== entry.href) return new ReadingThread(entry);
  spare = null;
  thread.wake();
  return thread;
}

/** Makes the thread the spare one and ends the previous spare. A thread that is still reading is ended. */
async function giveBack(thread: ReadingThread): Promise<void> {
  let surplus: ReadingThread | null = thread;
  if (thread.idle && !thread.ended) {
    surplus = spare;
    spare = thread;
    thread.rest(idleTime);
  }
  await surplus?.end(cancelled());
}

/**
 * Ends the spare thread, which would otherwise wait for a minute. Call this before the process ends, because it must not terminate a
 * running thread.
 */
export async function endSpareReader(): Promise<void> {
  const thread = spare;
  spare = null;
  await thread?.end(cancelled());
}

/**
 * Creates a reader with its own thread, which is started by the first page at the latest and, if it fails, restarted by the next one.
 * Aborting the signal closes the reader.
 */
export function createPageReader(signal: AbortSignal, entry: URL = entryFile): PageReader {
  let thread: ReadingThread | null = null;
  let closed = signal.aborted;
  let ending: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    closed = true;
    signal.removeEventListener('abort', abort);
    const mine = thread;
    thread = null;
    ending ??= mine === null ? Promise.resolve() : giveBack(mine);
    await ending;
  };
  const abort = (): void => {
    void close();
  };
  signal.addEventListener('abort', abort);
  const running = (): ReadingThread => {
    if (closed) throw cancelled();
    return (thread = thread === null || thread.ended ? takeThread(entry) : thread);
  };
  return {
    start: () => {
      if (!closed) running();
    },
    read: async (body, dataset, study, terms = defaultTerms) => running().read(body, dataset, study, terms),
    close,
  };
}

interface Waiting {
  readonly resolve: (reading: PageReading) => void;
  readonly reject: (error: AppError) => void;
}

class ReadingThread {
  readonly entry: URL;
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  readonly #waiting = new Map<number, Waiting>();
  #questions = 0;
  #ended = false;
  #resting: NodeJS.Timeout | undefined;

  constructor(entry: URL) {
    this.entry = entry;
    // It needs none of our environment, least of all secrets.
    this.#worker = new Worker(entry, { env: {}, resourceLimits: heapLimits, name: 'page-reader' });
    this.#worker.on('message', (answer: PageAnswer) => {
      this.#settle(answer);
    });
    this.#worker.on('messageerror', (error) => {
      void this.end(failed(error));
    });
    this.#worker.on('error', (error) => {
      void this.end(failed(error));
    });
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        resolve();
        void this.end(failed());
      });
    });
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Whether nothing is being read. */
  get idle(): boolean {
    return this.#waiting.size === 0;
  }

  /** Waits without keeping the process alive, and ends the thread if no work arrives within this time. */
  rest(milliseconds: number): void {
    this.#worker.unref();
    this.#resting = setTimeout(() => void this.end(cancelled()), milliseconds).unref();
  }

  /** Cancels `rest`. */
  wake(): void {
    clearTimeout(this.#resting);
    this.#worker.ref();
  }

  read(body: Buffer, dataset: DatasetName, study: string, terms: StudyTerms): Promise<PageReading> {
    return new Promise((resolve, reject) => {
      const id = this.#questions++;
      this.#waiting.set(id, { resolve, reject });
      const bytes = ownBytes(body);
      this.#worker.postMessage({ id, dataset, study, terms, body: bytes } satisfies PageQuestion, [bytes.buffer]);
    });
  }

  async end(reason: AppError): Promise<void> {
    this.#ended = true;
    this.wake();
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
    // The current page is read to its end: terminating a thread in the middle of one has crashed the whole process.
    this.#worker.postMessage(null);
    const timeout = setTimeout(() => void this.#worker.terminate(), timeoutMs);
    await this.#exited;
    clearTimeout(timeout);
  }

  #settle(answer: PageAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (answer.ok) {
      noteYoungOfReader(answer.young);
      for (const bytes of bytesOf(answer.reading).filter(isLarge)) claimBlock(bytes);
      waiting?.resolve(answer.reading);
    } else waiting?.reject(errorOf(answer));
  }
}

/** Bytes that can be transferred: the body's own block, or a copy if the block is shared. */
function ownBytes(body: Buffer): Uint8Array<ArrayBuffer> {
  const block = blockOf(body);
  return block === null ? new Uint8Array(body) : new Uint8Array(block, 0, body.byteLength);
}

function failed(cause?: unknown): AppError {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new AppError(
      'LIMIT',
      `A page of the service's answer needs more memory than allowed for a page of this interface. ${unchanged} Tell the data provider.`,
      cause,
    );
  }
  return new AppError(
    'STORE',
    `The part of Carrel that reads pages stopped unexpectedly. ${unchanged} Try again; if it happens again, report it.`,
    cause,
  );
}
