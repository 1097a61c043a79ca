import { getHeapStatistics } from 'node:v8';
import { collectGarbage, letYoungSpaceGrow } from '../sync/heap-limit.ts';

/** In Electron, V8's flags may be frozen; its young generation is smaller anyway. */
const isAble = process.versions.electron === undefined;
/** Bytes by which the heap and its external memory may grow beyond what survived before garbage is collected. */
const SLACK = 40e6;

/**
 * Runs `work` without letting V8's heap grow far beyond its live objects. The young generation keeps its size, because Node would let it
 * grow to 134 MB regardless of its contents, which is more than the rest of an export needs and saves no time (docs/performance.md). Call
 * `collectIfGrown` after each piece of work.
 */
export async function withSmallHeap<T>(work: (collectIfGrown: () => void) => Promise<T>): Promise<T> {
  if (!isAble) return work(() => undefined);
  letYoungSpaceGrow(false);
  try {
    return await work(createGarbageCollection());
  } finally {
    letYoungSpaceGrow(true);
  }
}

/** Returns a function that collects garbage in the heap of its thread if much has accumulated; call it after each piece of work. */
export function createGarbageCollection(): () => void {
  if (!isAble) return () => undefined;
  let lived = held();
  return () => {
    if (held() - lived < SLACK) return;
    collectGarbage();
    lived = held();
  };
}

/** Bytes of the heap and of the buffers held by its objects. */
function held(): number {
  const { used_heap_size: used, external_memory: external } = getHeapStatistics();
  return used + external;
}
