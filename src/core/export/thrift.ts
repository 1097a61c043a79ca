import { setFlagsFromString } from 'node:v8';

/** In Electron V8's flags may be frozen; its space for young objects is smaller anyway. */
const isAble = process.versions.electron === undefined;

/**
 * Does work without letting V8's space for young objects grow: Node lets it grow to 134 MB whatever lives in it, which is more than the
 * rest of an export takes, and gains no time by that (docs/performance.md). V8 reads this flag whenever the space is about to grow.
 */
export async function withSmallHeap<T>(work: () => Promise<T>): Promise<T> {
  if (!isAble) return work();
  setFlagsFromString('--semi-space-growth-factor=1');
  try {
    return await work();
  } finally {
    setFlagsFromString('--semi-space-growth-factor=2');
  }
}
