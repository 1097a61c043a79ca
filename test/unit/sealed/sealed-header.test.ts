import { expect, test } from 'vitest';
import { z } from 'zod';
import { sitePackKind } from '../../../src/core/pack/pack-kind.ts';
import { decodeHeader, encodeHeader } from '../../../src/core/sealed/sealed-header.ts';

const schema = z.strictObject({ key: z.string(), size: z.int(), says: z.string() });

/** A header whose text has this many bytes. */
function headerOf(bytes: number) {
  const header = { key: 'k', size: 1, says: '' };
  return { ...header, says: 'x'.repeat(bytes - JSON.stringify(header).length) };
}

test('a header is read as it was written, up to 32,768 bytes, with what follows it', () => {
  const rest = Buffer.from('the database');
  for (const bytes of [100, 32_768]) {
    const header = headerOf(bytes);
    expect(decodeHeader(sitePackKind, schema, Buffer.concat([encodeHeader(schema, header), rest]))).toEqual({ header, rest });
  }
});

const whole = encodeHeader(schema, headerOf(100));
test.each([
  ['longer than that', encodeHeader(schema, headerOf(32_769))],
  ['that ends early', whole.subarray(0, -1)],
  ['without its length', whole.subarray(0, 3)],
  ['that is absent', Buffer.alloc(0)],
  ['of another form', Buffer.concat([Buffer.from([0, 0, 0, 2]), Buffer.from('{}')])],
])('a header %s is CORRUPT', (_what, first) => {
  expect(() => decodeHeader(sitePackKind, schema, first)).toThrow(expect.objectContaining({ code: 'CORRUPT' }));
});
