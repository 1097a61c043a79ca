import { setFlagsFromString } from 'node:v8';

/** Bytes of a page: from here on it is far more than services send at a time. */
export const bigPage = 2 * 1024 * 1024;
/** Bytes resident from which on memory is saved whatever the pages are like. */
const MUCH = 420e6;

/** Node alone lets flags of V8 change while it runs; in Electron, which may have frozen them, the engine keeps V8's own ways. */
const setFlagWhereAllowed: (flag: string) => void = process.versions.electron === undefined ? setFlagsFromString : () => undefined;

/** Saves memory from the first page on that calls for it. */
export interface Thrift {
  /** To be told of each body before it is read. */
  meet(body: Pick<Uint8Array, 'byteLength'>): void;
  /** Memory need not be saved any more. */
  end(): void;
}

/**
 * V8 lets its heaps grow far ahead of what lives in them: by hundreds of MB where pages are large, or just because it happened not to
 * collect. Thrifty, it collects sooner, for which reading and storing takes half as long again; so it is made thrifty by large pages,
 * and where the process has become large, and not by pages as services send them (docs/performance.md).
 */
export function createThrift(resident: () => number = () => process.memoryUsage.rss(), setFlag = setFlagWhereAllowed): Thrift {
  let thrifty = false;
  const turn = (on: boolean): void => {
    if (on === thrifty) return;
    thrifty = on;
    setFlag(on ? '--optimize-for-size' : '--no-optimize-for-size');
  };
  return {
    meet: (body) => {
      if (!thrifty) turn(body.byteLength > bigPage || resident() > MUCH);
    },
    end: () => {
      turn(false);
    },
  };
}
