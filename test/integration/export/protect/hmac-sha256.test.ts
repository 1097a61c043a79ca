import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hmacSha256 } from '../../../../src/core/export/protect/hmac-sha256.ts';

test('equals the HMAC of the platform for any key and any sequence of texts', () => {
  const key = fc.uint8Array({ minLength: 0, maxLength: 64 });
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary', minLength: 300, maxLength: 3000 }));
  fc.assert(
    fc.property(key, fc.array(text, { minLength: 1, maxLength: 5 }), (bytes, texts) => {
      const { room, sumOf } = hmacSha256(bytes);
      for (const one of texts) {
        const length = room(Buffer.byteLength(one)).write(one);
        expect(Buffer.from(sumOf(length), 'latin1')).toEqual(createHmac('sha256', bytes).update(one).digest());
      }
    }),
  );
});

test('refuses a key that would have to be hashed first', () => {
  expect(() => hmacSha256(new Uint8Array(65))).toThrow(RangeError);
});
