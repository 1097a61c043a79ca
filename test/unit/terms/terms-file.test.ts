import { describe, expect, test } from 'vitest';
import { termsSchema, type Terms } from '../../../src/shared/terms/terms-schema.ts';
import { largestTermsFile, readTermsText, termsText } from '../../../src/shared/terms/terms-file.ts';

const alt = { dataset: 'labs', test: 'ALT (SGPT)', serviceCode: null, code: 'ALT' } as const;
const terms: Terms = {
  ...{ system: 'SI', ctcae: '5.0', units: [{ text: 'U/l', unit: 'U/L' }] },
  tests: [alt, { ...alt, serviceCode: '17' }, { ...alt, dataset: 'vitals' }, { ...alt, test: 'ALT', code: null }],
};
const file = { format: 'carrel-tests-and-units', formatVersion: 1, ...terms };

test('a file holds the decisions, with the name and version of its format', () => {
  const text = termsText(terms);
  expect(JSON.parse(text)).toEqual(file);
  expect(text.startsWith('{\n  "format": ')).toBe(true);
  expect(text.endsWith('}\n')).toBe(true);
  expect(largestTermsFile).toBe(8_000_000);
  expect(readTermsText(text)).toEqual(terms);
});

test('a file from before grading has version 5.0 of CTCAE', () => {
  const { ctcae: _, ...earlier } = file;
  expect(readTermsText(JSON.stringify(earlier))).toEqual(terms);
});

describe('another file is refused', () => {
  test.each([
    ['no JSON', '{', 'it is not JSON'],
    ['no object', '7', 'its fields do not match the format'],
    ['another format', JSON.stringify({ ...file, format: 'carrel-checks' }), 'its format is not carrel-tests-and-units'],
    [
      'a later version',
      JSON.stringify({ ...file, formatVersion: 2 }),
      'its format version is not 1, the only one this version of Carrel reads',
    ],
    ['a field too many', JSON.stringify({ ...file, more: true }), 'its fields do not match the format'],
    [
      'a code too long',
      JSON.stringify({ ...file, tests: [{ ...alt, code: 'ABCDEFGHI' }] }),
      'tests.0.code: a test code has at most 8 capital letters, digits or underscores',
    ],
    ['one test twice', JSON.stringify({ ...file, tests: [...terms.tests, alt] }), 'tests.4: this test is decided on twice'],
    [
      'one unit twice',
      JSON.stringify({ ...file, units: [...terms.units, { text: 'U/l', unit: 'kU/L' }] }),
      'units.1: this unit is decided on twice',
    ],
    [
      'a unit that is none',
      JSON.stringify({ ...file, units: [...terms.units, { text: 'x', unit: 'furlongs' }] }),
      'units.1: the assigned unit is not a UCUM unit',
    ],
    ['more characters than any has', termsText(terms).padEnd(largestTermsFile + 1), 'it is too large for one'],
  ])('with %s', (_what, text, why) => {
    expect(() => readTermsText(text)).toThrow(
      expect.objectContaining({ code: 'USAGE', message: `This is not a tests-and-units file: ${why}. Nothing was changed.` }),
    );
  });

  test('but not one of just as many characters', () => {
    expect(readTermsText(termsText(terms).padEnd(largestTermsFile))).toEqual(terms);
  });
});

describe('decisions have limits', () => {
  const reads = (other: Partial<Terms>): boolean => termsSchema.safeParse({ ...terms, ...other }).success;
  const tests = (count: number): Terms['tests'] => Array.from({ length: count }, (_, at) => ({ ...alt, test: `test ${String(at)}` }));
  const units = (count: number): Terms['units'] => Array.from({ length: count }, (_, at) => ({ text: `unit ${String(at)}`, unit: 'U/L' }));

  test.each<[string, Partial<Terms>, Partial<Terms>]>([
    ['20,000 tests', { tests: tests(20_000) }, { tests: tests(20_001) }],
    ['5,000 units', { units: units(5000) }, { units: units(5001) }],
    ['a name of 4,096 characters', { tests: [{ ...alt, test: 'n'.repeat(4096) }] }, { tests: [{ ...alt, test: 'n'.repeat(4097) }] }],
    ['a name of one character', { tests: [{ ...alt, test: 'n' }] }, { tests: [{ ...alt, test: '' }] }],
    [
      'a service code of 512 characters',
      { tests: [{ ...alt, serviceCode: 'c'.repeat(512) }] },
      { tests: [{ ...alt, serviceCode: 'c'.repeat(513) }] },
    ],
    ['a service code of one character', { tests: [{ ...alt, serviceCode: 'c' }] }, { tests: [{ ...alt, serviceCode: '' }] }],
    [
      'a unit text of 256 characters',
      { units: [{ text: 'u'.repeat(256), unit: 'U/L' }] },
      { units: [{ text: 'u'.repeat(257), unit: 'U/L' }] },
    ],
    ['a unit text of one character', { units: [{ text: 'u', unit: 'g' }] }, { units: [{ text: '', unit: 'g' }] }],
    ['a unit of 64 characters', { units: [{ text: 'u', unit: 'g'.repeat(64) }] }, { units: [{ text: 'u', unit: 'g'.repeat(65) }] }],
    ['a unit of one character', { units: [{ text: 'u', unit: 'g' }] }, { units: [{ text: 'u', unit: '' }] }],
  ])('%s, and no more or less', (_what, most, beyond) => {
    expect([reads(most), reads(beyond)]).toEqual([true, false]);
  });
});
