import { describe, expect, test } from 'vitest';
import { bigPage, createHeapLimit, type Heap } from '../../../src/core/sync/heap-limit.ts';

const MB = 1e6;

/** A heap of 30 MB, all of them live. */
const small: Heap = {
  resident: () => 150 * MB,
  taken: () => 30 * MB,
  used: () => 30 * MB,
  young: () => 1 * MB,
  holdYoung: () => undefined,
  shrink: async () => undefined,
  collect: () => undefined,
};

/** A heap with 30 MB of live objects. `meet`: a page of `bytes` grows it by `growth`; returns how often it was shrunk. */
function limitAt(resident: number): { readonly meet: (bytes: number, growth: number) => Promise<number> } {
  let taken = 30 * MB;
  let times = 0;
  const heapLimit = createHeapLimit({
    ...small,
    resident: () => resident,
    taken: () => taken,
    shrink: async () => {
      times++;
      taken = 33 * MB;
    },
  });
  return {
    meet: async (bytes, growth) => {
      const before = times;
      heapLimit.beforePage({ byteLength: bytes });
      taken += growth;
      await heapLimit.shrinkIfGrown();
      return times - before;
    },
  };
}

describe('memory is saved', () => {
  test('after a big page, if the heap has 32 MB more than is live in it', async () => {
    const { meet } = limitAt(150 * MB);
    const big = bigPage + 1;
    expect(await meet(big, 0)).toBe(1);
    expect(await meet(big, 28 * MB)).toBe(0);
    expect(await meet(big, 1 * MB)).toBe(1);
    expect(await meet(big, 100 * MB)).toBe(1);
  });

  test('once for big pages that arrive at the same time', async () => {
    const { meet } = limitAt(150 * MB);
    const big = bigPage + 1;
    expect(await Promise.all([meet(big, 0), meet(big, 0), meet(big, 0)])).toEqual([1, 0, 0]);
  });

  test('after a big page that follows many small ones, and not after the next small one', async () => {
    const { meet } = limitAt(150 * MB);
    expect(await meet(bigPage, 100 * MB)).toBe(0);
    expect(await meet(bigPage + 1, 0)).toBe(1);
    expect(await meet(bigPage, 100 * MB)).toBe(0);
  });

  test('once the process has become large, whatever the size of the pages', async () => {
    expect(await limitAt(301 * MB).meet(1, 32 * MB)).toBe(1);
  });

  test('at the latest at the fourth page after the process has become large', async () => {
    let resident = 100 * MB;
    let times = 0;
    const heapLimit = createHeapLimit({
      ...small,
      resident: () => resident,
      taken: () => 100 * MB,
      shrink: async () => {
        times++;
      },
    });
    for (let page = 0; page < 5; page += 1) {
      heapLimit.beforePage({ byteLength: 1 });
      await heapLimit.shrinkIfGrown();
      if (page === 0) expect(times).toBe(0);
      resident = 301 * MB;
    }
    expect(times).toBe(1);
  });

  test('never for pages as services send them', async () => {
    const { meet } = limitAt(299 * MB);
    for (let page = 0; page < 100; page += 1) expect(await meet(bigPage / 2, 10 * MB)).toBe(0);
  });

  test('by a space for young objects that stops growing once it is large enough', async () => {
    let young = 8 * MB;
    let held = 0;
    const heapLimit = createHeapLimit({ ...small, young: () => young, holdYoung: () => held++ });
    for (let page = 0; page < 8; page += 1) heapLimit.beforePage({ byteLength: 1 });
    expect(held).toBe(0);
    young = 16 * MB;
    for (let page = 0; page < 8; page += 1) heapLimit.beforePage({ byteLength: 1 });
    expect(held).toBe(1);
  });

  test('by a real collection: dead objects are freed, and their memory is returned', async () => {
    const heapLimit = createHeapLimit();
    heapLimit.beforePage({ byteLength: bigPage + 1 });
    let dead: unknown = Array.from({ length: 2_000_000 }, (_, index) => ({ index }));
    expect(dead).toHaveLength(2_000_000);
    const before = process.memoryUsage();
    dead = null;
    await heapLimit.shrinkIfGrown();
    const after = process.memoryUsage();
    expect(after.heapUsed).toBeLessThan(before.heapUsed - 16 * MB);
    expect(after.heapTotal).toBeLessThan(before.heapTotal - 16 * MB);
  });

  test('during a big page, if 32 MB more are in use than were live before it', () => {
    let used = 30 * MB;
    let times = 0;
    const heapLimit = createHeapLimit({
      ...small,
      used: () => used,
      collect: () => {
        times++;
        used = 30 * MB;
      },
    });
    heapLimit.beforePage({ byteLength: bigPage });
    heapLimit.collectIfGrown();
    expect(times).toBe(0);
    heapLimit.beforePage({ byteLength: bigPage + 1 });
    heapLimit.collectIfGrown();
    heapLimit.collectIfGrown();
    expect(times).toBe(1);
    used += 31 * MB;
    heapLimit.collectIfGrown();
    expect(times).toBe(1);
    used += 1 * MB;
    heapLimit.collectIfGrown();
    expect(times).toBe(2);
  });
});
