import { describe, expect, test } from 'vitest';
import { bigPage, createThrift, type Thrift } from '../../../src/core/sync/thrift.ts';

const MB = 1e6;

/** A heap of which 30 MB live, and a thrift that looks after it. `meet` is a page of so many bytes that leaves so many dead. */
function thriftAt(resident: number): { readonly thrift: Thrift; readonly meet: (bytes: number, dead: number) => number } {
  let used = 30 * MB;
  let collections = 0;
  const thrift = createThrift({
    resident: () => resident,
    used: () => used,
    collect: () => {
      collections++;
      used = 30 * MB;
    },
  });
  thrift.meet({ byteLength: bigPage + 1 });
  thrift.tidy();
  return {
    thrift,
    meet: (bytes, dead) => {
      const before = collections;
      thrift.meet({ byteLength: bytes });
      used += dead;
      thrift.tidy();
      return collections - before;
    },
  };
}

describe('memory is saved', () => {
  test('by big pages, as soon as 24 MB are dead', () => {
    const { meet } = thriftAt(150 * MB);
    const big = bigPage + 1;
    expect([meet(big, 23 * MB), meet(big, 1 * MB), meet(big, 100 * MB), meet(big, 23 * MB)]).toEqual([0, 1, 1, 0]);
  });

  test('by a big page after many small ones, and not any more after it', () => {
    const { meet } = thriftAt(150 * MB);
    expect([meet(bigPage, 100 * MB), meet(bigPage + 1, 0), meet(bigPage, 100 * MB)]).toEqual([0, 1, 0]);
  });

  test('once the process has become large, whatever the pages are like', () => {
    expect(thriftAt(421 * MB).meet(1, 24 * MB)).toBe(1);
  });

  test('never by pages as services send them', () => {
    const { meet } = thriftAt(419 * MB);
    expect(Array.from({ length: 100 }, () => meet(bigPage / 2, 10 * MB))).not.toContain(1);
  });

  test('by what collects this heap, so that what is dead is gone', () => {
    const thrift = createThrift();
    thrift.meet({ byteLength: bigPage + 1 });
    let dead: unknown = Array.from({ length: 1_000_000 }, (_, index) => ({ index }));
    expect(dead).toHaveLength(1_000_000);
    const before = process.memoryUsage().heapUsed;
    dead = null;
    thrift.tidy();
    expect(process.memoryUsage().heapUsed).toBeLessThan(before - 8 * MB);
  });
});
