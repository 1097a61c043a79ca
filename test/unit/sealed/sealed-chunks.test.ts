import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sitePackKind } from '../../../src/core/pack/pack-kind.ts';
import { chunkBytes, openChunks, sealChunks } from '../../../src/core/sealed/sealed-chunks.ts';

const key = randomBytes(32);
const sealedSize = chunkBytes + 16;

function seal(plain: Buffer, division: readonly number[] = []): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (const size of division) {
    parts.push(plain.subarray(at, at + size));
    at += size;
  }
  return Buffer.concat([...sealChunks(key, [...parts, plain.subarray(at)])]);
}

/** What is opened before the first error, and whether there was none. */
function open(sealed: Buffer, with_ = key): { readonly plain: Buffer; readonly whole: boolean } {
  let at = 0;
  const out: Buffer[] = [];
  try {
    for (const part of openChunks(sitePackKind, with_, (bytes) => sealed.subarray(at, (at += bytes)), sealed.length)) out.push(part);
    return { plain: Buffer.concat(out), whole: true };
  } catch (error: unknown) {
    expect(error).toMatchObject({ code: 'CORRUPT' });
    return { plain: Buffer.concat(out), whole: false };
  }
}

const sizes = [1, 2, 100, chunkBytes - 1, chunkBytes, chunkBytes + 1, 2 * chunkBytes, 2 * chunkBytes + 77];

describe('sealed chunks', () => {
  test.each(sizes)('%d bytes are opened as they were sealed', (size) => {
    const plain = randomBytes(size);
    expect(open(seal(plain))).toEqual({ plain, whole: true });
  });

  test('do not depend on how the bytes were divided', () => {
    const plain = randomBytes(2 * chunkBytes + 500);
    const whole = seal(plain);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: chunkBytes }), { maxLength: 8 }), (division) => seal(plain, division).equals(whole)),
      { numRuns: 20 },
    );
  });

  test('reveal every flipped byte of a single chunk, and release nothing of it', () => {
    const sealed = seal(randomBytes(300));
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << (at % 8)), at);
      expect(open(changed)).toEqual({ plain: Buffer.alloc(0), whole: false });
    }
  });

  test('reveal a flipped byte of several chunks at its chunk, and release only the chunks before it', () => {
    const plain = randomBytes(3 * chunkBytes);
    const sealed = seal(plain);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: sealed.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(sealed);
        changed.writeUInt8(changed.readUInt8(at) ^ change, at);
        const before = Math.floor(at / sealedSize) * chunkBytes;
        const found = open(changed);
        return !found.whole && found.plain.equals(plain.subarray(0, before));
      }),
      { numRuns: 60 },
    );
  });

  test('are rejected if cut off anywhere, also between two chunks', () => {
    const sealed = seal(randomBytes(3 * chunkBytes));
    const cuts = [0, 1, 15, 16, 17, sealedSize - 1, sealedSize, sealedSize + 1, 2 * sealedSize, sealed.length - 1];
    for (const cut of cuts) expect(open(sealed.subarray(0, cut)).whole).toBe(false);
  });

  test('are rejected if extended by bytes, by their own chunks or by the end of others', () => {
    const [sealed, other] = [seal(randomBytes(chunkBytes + 9)), seal(randomBytes(chunkBytes + 9))];
    for (const more of [
      randomBytes(1),
      randomBytes(17),
      sealed.subarray(0, sealedSize),
      sealed.subarray(sealedSize),
      other.subarray(sealedSize),
    ])
      expect(open(Buffer.concat([sealed, more])).whole).toBe(false);
  });

  test('are rejected in another order, repeated, left out, or from another file', () => {
    const pieces = (sealed: Buffer): Buffer[] => [0, 1, 2].map((index) => sealed.subarray(index * sealedSize, (index + 1) * sealedSize));
    const [own, other] = [
      pieces(seal(randomBytes(3 * chunkBytes))),
      pieces(Buffer.concat([...sealChunks(randomBytes(32), [randomBytes(3 * chunkBytes)])])),
    ];
    const orders: readonly (readonly number[])[] = [[1, 0, 2], [0, 2, 1], [0, 0, 2], [0, 2], [1, 2], [0, 1, 1, 2], [2], [0]];
    for (const order of orders) expect(open(Buffer.concat(order.map((index) => own[index] ?? Buffer.alloc(0)))).whole).toBe(false);
    expect(open(Buffer.concat([own[0] ?? Buffer.alloc(0), other[1] ?? Buffer.alloc(0), own[2] ?? Buffer.alloc(0)])).whole).toBe(false);
    expect(open(Buffer.concat(own)).whole).toBe(true);
  });

  test('are not opened by another key', () => {
    expect(open(seal(randomBytes(10)), randomBytes(32))).toEqual({ plain: Buffer.alloc(0), whole: false });
  });
});
