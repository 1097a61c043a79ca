import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MIB = 1024 * 1024;
/** Bytes of a page: from here on it is far more than services send at a time. */
export const bigPage = 2 * MIB;
/** Bytes resident from which on memory is saved whatever the pages are like. */
const MUCH = 420e6;
/** Bytes of pages between two collections. */
const STEP = 8 * MIB;
/** Bytes that a part of a large page stands for: its records take several times as much as it has text. */
const PART = 4 * MIB;

/** Saves memory while pages call for it; one for each thread. */
export interface Thrift {
  /** To be told of each body before it is read. */
  readonly meet: (body: Pick<Uint8Array, 'byteLength'>) => void;
  /** To be told, where nothing else is under way, how many bytes of bodies were dealt with: now and then it collects what they left. */
  readonly spend: (bytes: number) => void;
  /** The same for a part of a large page. */
  readonly spendPart: () => void;
}

/**
 * V8 lets its heaps grow far ahead of what lives in them: by hundreds of MB where pages are large, or just because it happened not to
 * collect. So what is dead is collected every few MiB, by large pages and where the process has become large, and not by pages as
 * services send them (docs/performance.md).
 */
export function createThrift(resident: () => number = () => process.memoryUsage.rss(), collect = collector): Thrift {
  let thrifty = false;
  let spent = 0;
  const spend = (bytes: number): void => {
    spent += bytes;
    if (!thrifty || spent < STEP) return;
    spent = 0;
    collect();
  };
  return {
    meet: (body) => {
      thrifty = body.byteLength > bigPage || resident() > MUCH;
    },
    spend,
    spendPart: () => {
      spend(PART);
    },
  };
}

let found: (() => void) | null = null;

/**
 * Collects this thread's heap. Node alone lets its collector be asked for while it runs; in Electron, which may have frozen the flags
 * of V8, the engine keeps V8's own ways.
 */
function collector(): void {
  found ??= findCollector();
  found();
}

function findCollector(): () => void {
  if (process.versions.electron !== undefined) return () => undefined;
  // It is read when a context is made, and changes nothing of those there are.
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
