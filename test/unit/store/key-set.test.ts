import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeySet } from '../../../src/core/store/passes/key-set.ts';

test('behaves as a set for any hashes', () => {
  const hash = fc.oneof(fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.constantFrom(new Uint8Array(16), new Uint8Array(16).fill(255)));
  fc.assert(
    fc.property(fc.array(hash, { maxLength: 60 }), (hashes) => {
      const set = new KeySet(hashes.length);
      const expected = new Set<string>();
      for (const each of hashes.map((bytes) => Buffer.from(bytes))) {
        expect(set.has(each)).toBe(expected.has(each.toString('hex')));
        expect(set.add(each)).toBe(!expected.has(each.toString('hex')));
        expected.add(each.toString('hex'));
      }
      expect(set.size).toBe(expected.size);
    }),
  );
});

test('keeps many hashes with the same beginning apart', () => {
  const set = new KeySet(1000);
  const hash = Buffer.alloc(16);
  for (let index = 0; index < 1000; index++) {
    hash.writeUInt32LE(index, 12);
    expect(set.add(hash)).toBe(true);
  }
  expect(set.size).toBe(1000);
});
