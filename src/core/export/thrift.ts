import { getHeapStatistics } from 'node:v8';
import { collectGarbage, letYoungSpaceGrow } from '../sync/thrift.ts';

/** In Electron V8's flags may be frozen; its space for young objects is smaller anyway. */
const isAble = process.versions.electron === undefined;
/** Bytes by which the heap may grow beyond what lived in it before it is collected. */
const SLACK = 40e6;

/**
 * Does work without letting V8's heap grow far ahead of what lives in it: its space for young objects stays as it is, where Node lets it
 * grow to 134 MB whatever it holds, which is more than the rest of an export takes and gains no time (docs/performance.md). `tidy` is to
 * be called after each piece of the work.
 */
export async function withSmallHeap<T>(work: (tidy: () => void) => Promise<T>): Promise<T> {
  if (!isAble) return work(() => undefined);
  let lived = getHeapStatistics().used_heap_size;
  const tidy = (): void => {
    if (getHeapStatistics().used_heap_size - lived < SLACK) return;
    collectGarbage();
    lived = getHeapStatistics().used_heap_size;
  };
  letYoungSpaceGrow(false);
  try {
    return await work(tidy);
  } finally {
    letYoungSpaceGrow(true);
  }
}
