import { describe, expect, test } from 'vitest';
import { blockOf, claimBlock, freeBytes } from '../../../src/core/platform/memory.ts';

const MIB = 1024 * 1024;

describe('freed bytes', () => {
  test('become empty if they are the whole of their memory', () => {
    const large = Buffer.alloc(5 * MIB, 1);
    freeBytes(large);
    expect(large.length).toBe(0);
  });

  // The beginning of a large block was once taken for all of it, and the bytes beside it were emptied as well.
  test.each([
    ['the beginning of a large block', 10 * MIB, 0, 5 * MIB],
    ['the middle', 10 * MIB, 1, 5 * MIB],
    ['the end', 10 * MIB, 5 * MIB, 10 * MIB],
    ['a small part', 100, 7, 10],
  ])('leave the bytes beside them untouched: %s', (_what, size, from, to) => {
    const all = Buffer.alloc(size, 1);
    freeBytes(all.subarray(from, to));
    expect(all.length).toBe(size);
  });

  test('become empty if they claimed their block; a part of them frees nothing', () => {
    const used = claimBlock(Buffer.alloc(10 * MIB, 1).subarray(0, 5 * MIB));
    freeBytes(used.subarray(0, MIB));
    expect(used.length).toBe(5 * MIB);
    freeBytes(used);
    expect([used.length, blockOf(used)]).toEqual([0, null]);
  });

  test('do not become empty if other bytes precede them in their block', () => {
    const all = Buffer.alloc(10 * MIB, 1);
    freeBytes(claimBlock(all.subarray(MIB)));
    expect(all.length).toBe(10 * MIB);
  });
});
