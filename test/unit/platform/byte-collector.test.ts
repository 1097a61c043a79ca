import { describe, expect, test } from 'vitest';
import { ByteCollector } from '../../../src/core/platform/byte-collector.ts';
import { freeBytes, isLarge } from '../../../src/core/platform/memory.ts';

const MIB = 1024 * 1024;

describe('bytes collected in pieces', () => {
  test.each([
    ['nothing', 0, 0, 1],
    ['one piece', 0, 1, 10],
    ['small', 0, 30, 1000],
    ['exactly the small size', 0, 64, 65_536],
    ['large', 0, 100, 65_536],
    ['larger than a block that grew once', 0, 300, 65_536],
    ['large and announced', 100 * 65_536, 100, 65_536],
    ['larger than announced', 5 * MIB, 100, 65_536],
  ])('equal all pieces in order: %s', (_what, expected, pieces, size) => {
    const all = Array.from({ length: pieces }, (_, index) => Buffer.alloc(size, index));
    const whole = Buffer.concat(all);
    const collector = new ByteCollector(expected);
    for (const piece of all) collector.add(piece);
    expect(collector.length).toBe(whole.length);
    const taken = collector.take();
    expect(taken.equals(whole)).toBe(true);
    expect(isLarge(taken)).toBe(whole.length > 4 * MIB);
    expect(collector.length).toBe(0);
    freeBytes(taken);
    // A large buffer has its memory to itself, even if its block was enlarged.
    if (whole.length > 4 * MIB) expect(taken.length).toBe(0);
  });
});
