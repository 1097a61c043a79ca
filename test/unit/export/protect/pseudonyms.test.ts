import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryText, numberedTexts } from '../../../../src/core/export/columns/entry-columns.ts';
import { createPseudonyms, createTextPseudonyms } from '../../../../src/core/export/protect/pseudonyms.ts';

const salt = Buffer.alloc(32, 7);
const ours = createPseudonyms(salt, '22-001');

test('a pseudonym is a prefix and 65 bits of an HMAC over kind, study and value', () => {
  const mac = createHmac('sha256', salt).update('["subject","22-001","0012"]').digest('hex');
  const bits = BigInt(`0x${mac.slice(0, 18)}`) >> 7n;
  const expected = Array.from(
    { length: 13 },
    (_, at) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Number((bits >> BigInt(60 - 5 * at)) & 31n)],
  ).join('');
  expect(ours('subject', '0012')).toBe(`P-${expected}`);
});

test('a pseudonym is stable, and differs by recipient, study, value and kind', () => {
  const of = (bytes: Buffer, study: string) => createPseudonyms(bytes, study);
  expect(of(salt, '22-001')('subject', '0012')).toBe(ours('subject', '0012'));
  const all = [
    ours('subject', '0012'),
    ours('subject', '12'),
    ours('record', '0012'),
    ours('case', '0012'),
    ours('lesion', '0012'),
    of(Buffer.alloc(32, 8), '22-001')('subject', '0012'),
    of(salt, '22-002')('subject', '0012'),
  ];
  expect(new Set(all.map((pseudonym) => pseudonym.slice(2))).size).toBe(all.length);
});

test('pseudonyms of many texts at once equal those of each text, whatever the texts and the study number contain', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme-ascii' }), fc.string({ unit: 'grapheme' }), fc.uuid(), fc.constant('x'.repeat(3000)));
  // A study number may contain characters that JSON escapes.
  const study = fc.oneof(fc.constant('22-001'), fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), study, fc.constantFrom('record', 'subject', 'case', 'lesion'), (texts, of, kind) => {
      const one = createPseudonyms(salt, of);
      const many = createTextPseudonyms(salt, of, one)(kind, numberedTexts(texts));
      expect(Array.from(texts, (_, at) => entryText(many, at + 1))).toEqual(texts.map((value) => one(kind, value)));
      expect(many.bytes.every((byte) => many.occurring[byte] === 1)).toBe(true);
    }),
  );
});

test('a pseudonym has no ambiguous letters, and nothing that spreadsheets read as a number or formula', () => {
  const made = Array.from({ length: 20_000 }, (_, at) => ours('record', String(at)));
  expect(made.filter((pseudonym) => !/^R-[0-9A-HJKMNP-TV-Z]{13}$/.test(pseudonym))).toEqual([]);
  expect(new Set(made).size).toBe(made.length);
  for (const digit of '0123456789ABCDEFGHJKMNPQRSTVWXYZ')
    for (const place of [2, 8, 14]) expect(made.some((pseudonym) => pseudonym[place] === digit)).toBe(true);
});
