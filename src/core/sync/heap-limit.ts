import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** Bytes of a page far larger than services usually send. */
export const bigPage = 2 * 1024 * 1024;
/** Resident bytes above which memory is saved, whatever the page size. */
const MUCH = 300e6;
/** Sufficient bytes for the young generation: more saves no time, and V8 would take 134 MB regardless of live data. */
const ENOUGH_YOUNG = 16e6;
/** Pages of usual size between two checks of resident memory, which is slow to query. */
const CHECK_EVERY = 4;
/** Bytes by which a heap may exceed its live data, in saving mode, before it is shrunk again. */
const SLACK = 32e6;

/** Saves memory while pages require it. One per thread, for that thread's heap. */
export interface HeapLimit {
  /** Call for each body before it is read. */
  readonly beforePage: (body: Pick<Uint8Array, 'byteLength'>) => void;
  /** Call after a page or part of the work: frees memory if that is worthwhile. */
  readonly shrinkIfGrown: () => Promise<void>;
  /** Call after a part of synchronous work. */
  readonly collectIfGrown: () => void;
}

/** The heap as seen and controlled by a heap limit; replaceable in tests. */
export interface Heap {
  /** Resident bytes of the whole process. */
  readonly resident: () => number;
  /** Bytes of this thread's heap: allocated (live, dead or unused), and used. */
  readonly taken: () => number;
  readonly used: () => number;
  /** Bytes of the young generation; if another thread has one too, the smaller of both. */
  readonly young: () => number;
  /** Stops the growth of the young generation in every heap of the process. */
  readonly holdYoung: () => void;
  /** Collects garbage and returns unused memory. */
  readonly shrink: () => Promise<void>;
  /** Collects garbage synchronously. */
  readonly collect: () => void;
}

/** In Electron, V8's flags may be frozen and its inspector missing, so the engine keeps V8's defaults. */
const isAble = process.versions.electron === undefined && process.features.inspector;

const ownHeap: Heap = {
  resident: () => process.memoryUsage.rss(),
  taken: () => getHeapStatistics().total_heap_size,
  used: () => getHeapStatistics().used_heap_size,
  // The main thread decides for both, because stopping growth affects both young generations at their current size.
  young: () => (isAble && isMainThread ? Math.min(sizeOfYoungSpace(), youngOfReader) : 0),
  holdYoung: () => {
    letYoungSpaceGrow(false);
  },
  shrink: isAble ? shrinkHeap : async () => undefined,
  collect: collectGarbage,
};

/**
 * V8 lets its heaps grow far beyond live data: by hundreds of MB for large pages, or just because it has not collected yet. So the young
 * generation is capped at a sufficient size, and heaps are shrunk between large pages and when the process has become large
 * (docs/performance.md).
 */
export function createHeapLimit(heap: Heap = ownHeap): HeapLimit {
  let isSaving = false;
  let isMuch = false;
  let isHeld = false;
  let pages = 0;
  /** A heap that was never shrunk grows a lot before V8 collects. */
  let lived = -SLACK;
  let shrinking: Promise<void> | null = null;
  const shrink = async (): Promise<void> => {
    try {
      await heap.shrink();
    } finally {
      lived = heap.used();
      shrinking = null;
    }
  };
  return {
    beforePage: (body) => {
      const isBig = body.byteLength > bigPage;
      if (!isBig && pages++ % CHECK_EVERY === 0) {
        isMuch = heap.resident() > MUCH;
        if (!isHeld && heap.young() >= ENOUGH_YOUNG) {
          isHeld = true;
          heap.holdYoung();
        }
      }
      isSaving = isBig || isMuch;
    },
    shrinkIfGrown: async () => {
      if (!isSaving || heap.taken() - lived < SLACK) return;
      // Pages arrive in parallel; one collection serves them all.
      await (shrinking ??= shrink());
    },
    collectIfGrown: () => {
      if (!isSaving || heap.used() - lived < SLACK) return;
      heap.collect();
      lived = heap.used();
    },
  };
}

/** Bytes of the reading thread's young generation, as last reported. */
let youngOfReader = 0;

/** Call in the main thread with `sizeOfYoungSpace` of the reading thread. */
export function noteYoungOfReader(bytes: number): void {
  youngOfReader = bytes;
}

/** Bytes of this thread's young generation. */
export function sizeOfYoungSpace(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}

/** V8 reads this flag whenever the young generation of a heap is about to grow. */
export function letYoungSpaceGrow(may: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${may ? 2 : 1}`);
}

/** Collects as V8 does when memory is low. The only API for this is the inspector's, used here in-process without opening a port. */
async function shrinkHeap(): Promise<void> {
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}

let collector: (() => void) | null = null;

/** Collects garbage in this thread's heap synchronously. Does nothing in Electron. */
export function collectGarbage(): void {
  if (!isAble) return;
  if (collector === null) {
    // The flag is read when a context is created and does not affect existing contexts.
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as () => void;
  }
  collector();
}
