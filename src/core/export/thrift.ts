import { getHeapStatistics } from 'node:v8';
import { collectGarbage, letYoungSpaceGrow } from '../sync/thrift.ts';

/** In Electron V8's flags may be frozen; its space for young objects is smaller anyway. */
const isAble = process.versions.electron === undefined;
/** Bytes by which the heap, and what it holds outside of itself, may grow beyond what lived in it before it is collected. */
const SLACK = 40e6;

/**
 * Does work without letting V8's heap grow far ahead of what lives in it: its space for young objects stays as it is, where Node lets it
 * grow to 134 MB whatever it holds, which is more than the rest of an export takes and gains no time (docs/performance.md). `tidy` is to
 * be called after each piece of the work.
 */
export async function withSmallHeap<T>(work: (tidy: () => void) => Promise<T>): Promise<T> {
  if (!isAble) return work(() => undefined);
  letYoungSpaceGrow(false);
  try {
    return await work(createTidy());
  } finally {
    letYoungSpaceGrow(true);
  }
}

/** Collects what is dead in the heap of its thread where that has become much; to be called after each piece of work. */
export function createTidy(): () => void {
  if (!isAble) return () => undefined;
  let lived = held();
  return () => {
    if (held() - lived < SLACK) return;
    collectGarbage();
    lived = held();
  };
}

/** Bytes of the heap and of the buffers that its objects hold. */
function held(): number {
  const { used_heap_size: used, external_memory: external } = getHeapStatistics();
  return used + external;
}
