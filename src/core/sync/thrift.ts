import { getHeapStatistics } from 'node:v8';

/** Bytes of a page: from here on it is far more than services send at a time. */
export const bigPage = 2 * 1024 * 1024;
/** Bytes resident from which on memory is saved whatever the pages are like. */
const MUCH = 420e6;
/** Bytes by which a heap may grow beyond what lived in it, while memory is saved, before it is made small again. */
const SLACK = 32e6;

/** Saves memory while pages call for it; one for each thread, whose heap it looks after. */
export interface Thrift {
  /** To be told of each body before it is read. */
  readonly meet: (body: Pick<Uint8Array, 'byteLength'>) => void;
  /** To be called where a page was dealt with, or a part of the work: what that took is given back where that is worth while. */
  readonly tidy: () => Promise<void>;
}

/** What a thrift sees and does; for tests. */
export interface Heap {
  /** Bytes of the whole process in memory. */
  readonly resident: () => number;
  /** Bytes of this thread's heap: those that it takes, living, dead or unused, and those that are used. */
  readonly taken: () => number;
  readonly used: () => number;
  /** Collects what is dead and gives back what is unused. */
  readonly shrink: () => Promise<void>;
}

const ownHeap: Heap = {
  resident: () => process.memoryUsage.rss(),
  taken: () => getHeapStatistics().total_heap_size,
  used: () => getHeapStatistics().used_heap_size,
  shrink: process.versions.electron === undefined ? shrinkHeap : async () => undefined,
};

/**
 * V8 lets its heaps grow far ahead of what lives in them: by hundreds of MB where pages are large, or just because it happened not to
 * collect. So they are made small again between large pages, and where the process has become large, and not by pages as services
 * send them (docs/performance.md).
 */
export function createThrift(heap: Heap = ownHeap): Thrift {
  let thrifty = false;
  let lived = 0;
  return {
    meet: (body) => {
      thrifty = body.byteLength > bigPage || heap.resident() > MUCH;
    },
    tidy: async () => {
      if (!thrifty || heap.taken() - lived < SLACK) return;
      await heap.shrink();
      lived = heap.used();
    },
  };
}

/**
 * As V8 does where a system is short of memory. It has no call for that but the one of its inspector, here used from within: no port
 * is opened. Node alone is sure to have it; in Electron, whose build may lack it, the engine keeps V8's own ways.
 */
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
