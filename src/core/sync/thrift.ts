import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of a page: from here on it is far more than services send at a time. */
export const bigPage = 2 * 1024 * 1024;
/** Bytes resident from which on memory is saved whatever the pages are like. */
const MUCH = 420e6;
/** Bytes that may lie dead in a heap while memory is saved. */
const SLACK = 24e6;

/** Saves memory while pages call for it; one for each thread, whose heap it looks after. */
export interface Thrift {
  /** To be told of each body before it is read. */
  readonly meet: (body: Pick<Uint8Array, 'byteLength'>) => void;
  /** To be called where a page, or a part of a large one, was dealt with, and what that took is not needed any more. */
  readonly tidy: () => void;
}

/** What a thrift sees and does; for tests. */
export interface Heap {
  /** Bytes of the whole process in memory. */
  readonly resident: () => number;
  /** Bytes of this thread's heap that are in use, or were until they died. */
  readonly used: () => number;
  readonly collect: () => void;
}

const ownHeap: Heap = {
  resident: () => process.memoryUsage.rss(),
  used: () => getHeapStatistics().used_heap_size,
  collect: () => {
    found ??= findCollector();
    found();
  },
};

/**
 * V8 lets its heaps grow far ahead of what lives in them: by hundreds of MB where pages are large, or just because it happened not to
 * collect. So what is dead is collected as soon as it is much, by large pages and where the process has become large, and not by pages
 * as services send them (docs/performance.md).
 */
export function createThrift(heap: Heap = ownHeap): Thrift {
  let thrifty = false;
  let living = 0;
  return {
    meet: (body) => {
      thrifty = body.byteLength > bigPage || heap.resident() > MUCH;
    },
    tidy: () => {
      if (!thrifty || heap.used() - living < SLACK) return;
      heap.collect();
      living = heap.used();
    },
  };
}

let found: (() => void) | null = null;

/**
 * Node alone lets its collector be asked for while it runs; in Electron, which may have frozen the flags of V8, the engine keeps V8's
 * own ways.
 */
function findCollector(): () => void {
  if (process.versions.electron !== undefined) return () => undefined;
  // It is read when a context is made, and changes nothing of those there are.
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
