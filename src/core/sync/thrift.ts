import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** Bytes of a page: from here on it is far more than services send at a time. */
export const bigPage = 2 * 1024 * 1024;
/** Bytes resident from which on memory is saved whatever the pages are like. */
const MUCH = 300e6;
/** Bytes of the space for young objects: more of it gains no time, and V8 takes 134 MB whatever lives in it. */
const ENOUGH_YOUNG = 16e6;
/** Pages of usual size between two looks at how much is resident, which the system takes a while to tell. */
const LOOK_EVERY = 4;
/** Bytes by which a heap may grow beyond what lived in it, while memory is saved, before it is made small again. */
const SLACK = 32e6;

/** Saves memory while pages call for it; one for each thread, whose heap it looks after. */
export interface Thrift {
  /** To be told of each body before it is read. */
  readonly meet: (body: Pick<Uint8Array, 'byteLength'>) => void;
  /** To be called where a page was dealt with, or a part of the work: what that took is given back where that is worth while. */
  readonly tidy: () => Promise<void>;
  /** To be called in the midst of work that nothing may interrupt, where a part of it was dealt with. */
  readonly collect: () => void;
}

/** What a thrift sees and does; for tests. */
export interface Heap {
  /** Bytes of the whole process in memory. */
  readonly resident: () => number;
  /** Bytes of this thread's heap: those that it takes, living, dead or unused, and those that are used. */
  readonly taken: () => number;
  readonly used: () => number;
  /** Bytes of the space for young objects: of the smaller one, where another thread has one beside it. */
  readonly young: () => number;
  /** Lets that space, of every heap of the process, grow no more. */
  readonly holdYoung: () => void;
  /** Collects what is dead and gives back what is unused. */
  readonly shrink: () => Promise<void>;
  /** Collects what is dead, at once. */
  readonly collect: () => void;
}

/** In Electron, which may have frozen V8's flags and whose build may lack its inspector, the engine keeps V8's own ways. */
const isAble = process.versions.electron === undefined && process.features.inspector;

const ownHeap: Heap = {
  resident: () => process.memoryUsage.rss(),
  taken: () => getHeapStatistics().total_heap_size,
  used: () => getHeapStatistics().used_heap_size,
  // The main thread decides for both: what holds one space holds the other one too, at whatever size that has by then.
  young: () => (isAble && isMainThread ? Math.min(sizeOfYoungSpace(), youngOfReader) : 0),
  holdYoung: () => {
    letYoungSpaceGrow(false);
  },
  shrink: isAble ? shrinkHeap : async () => undefined,
  collect: collectGarbage,
};

/**
 * V8 lets its heaps grow far ahead of what lives in them: by hundreds of MB where pages are large, or just because it happened not to
 * collect. So their space for young objects is held at a size that is enough, and they are made small again between large pages, and
 * where the process has become large (docs/performance.md).
 */
export function createThrift(heap: Heap = ownHeap): Thrift {
  let thrifty = false;
  let isMuch = false;
  let isHeld = false;
  let met = 0;
  /** Of what was never made small, V8 expects much before it collects. */
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
    meet: (body) => {
      const isBig = body.byteLength > bigPage;
      if (!isBig && met++ % LOOK_EVERY === 0) {
        isMuch = heap.resident() > MUCH;
        if (!isHeld && heap.young() >= ENOUGH_YOUNG) {
          isHeld = true;
          heap.holdYoung();
        }
      }
      thrifty = isBig || isMuch;
    },
    tidy: async () => {
      if (!thrifty || heap.taken() - lived < SLACK) return;
      // Pages come side by side: once serves them all.
      await (shrinking ??= shrink());
    },
    collect: () => {
      if (!thrifty || heap.used() - lived < SLACK) return;
      heap.collect();
      lived = heap.used();
    },
  };
}

/** Bytes of the reading thread's space for young objects, as it told last. */
let youngOfReader = 0;

/** To be told in the main thread what `sizeOfYoungSpace` is in the reading one. */
export function noteYoungOfReader(bytes: number): void {
  youngOfReader = bytes;
}

/** Bytes of this thread's space for young objects. */
export function sizeOfYoungSpace(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}

/** V8 reads this whenever that space of some heap is about to grow. */
export function letYoungSpaceGrow(may: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${may ? 2 : 1}`);
}

/** As V8 does where a system is short of memory. It has no call for that but the one of its inspector, here used from within: no port is opened. */
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

/** Collects what is dead in this thread's heap, at once; does nothing in Electron. */
export function collectGarbage(): void {
  if (!isAble) return;
  if (collector === null) {
    // It is read when a context is made, and changes nothing of those there are.
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as () => void;
  }
  collector();
}
