import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCensored } from '../../../src/shared/derive/censored-result.ts';
import { isChangeText, parseChange } from '../../../src/shared/derive/change-text.ts';
import { splitOmopRules } from '../../../src/shared/derive/omop-rules.ts';
import { practitionerOf, subjectOf, uniqueSubject } from '../../../src/shared/derive/references.ts';
import { memoize } from '../../../src/shared/derive/memoize.ts';

describe('censored results', () => {
  test.each([
    ['<5', '<', 5, null],
    ['< 0,3', '<', 0.3, null],
    ['<=0.01', '<=', 0.01, null],
    ['≤ 0.01', '<=', 0.01, null],
    ['>1000', '>', 1000, null],
    ['≥ 90', '>=', 90, null],
    ['> -2', '>', -2, null],
    ['> 1,000', '>', 1000, null],
    ['<1,234,567.5', '<', 1234567.5, null],
    ['<5 mg/dL', '<', 5, 'mg/dL'],
    ['<0.01mg/dL', '<', 0.01, 'mg/dL'],
    ['less than 5', '<', 5, null],
    ['Greater than or equal to 90', '>=', 90, null],
    ['>/= 90', '>=', 90, null],
    ['=<5', '<=', 5, null],
    ['at least 3 U/L', '>=', 3, 'U/L'],
    ['⩾ 90', '>=', 90, null],
    ['<1e-3', '<', 0.001, null],
    ['>1.5E6 /uL', '>', 1500000, '/uL'],
    ['> 1 000', '>', 1000, null],
    ['> 12 345,5 U/L', '>', 12345.5, 'U/L'],
    ['>1.000,5', '>', 1000.5, null],
    // A flag or a remark is no unit; a litre, an hour and a unit in brackets are.
    ['>1000 (H)', '>', 1000, null],
    ['<5 [ll]', '<', 5, null],
    ['>150 H', '>', 150, null],
    ['>150 mg/dL (H)', '>', 150, 'mg/dL'],
    ['>1000 (diluted)', '>', 1000, null],
    ['<5 (below detection, LLOQ)', '<', 5, null],
    ['<5 (mg/dL)', '<', 5, '(mg/dL)'],
    ['<5 L', '<', 5, 'L'],
    ['>24 h', '>', 24, 'h'],
    ['<5 mU/L', '<', 5, 'mU/L'],
    ['LT 5', '<', 5, null],
    ['le 0.5 mg/dL', '<=', 0.5, 'mg/dL'],
    ['GT 1,000', '>', 1000, null],
    ['GE 90 mL/min', '>=', 90, 'mL/min'],
    // The unit of a cell count begins with a power of ten.
    ['<0.5 10*9/L', '<', 0.5, '10*9/L'],
    ['<0.1 x10^9/L', '<', 0.1, '10^9/L'],
    ['<10 x 10^3/uL', '<', 10, '10^3/uL'],
    ['<0.1×10⁹/L', '<', 0.1, '10⁹/L'],
    ['> 1 000 10E6/L', '>', 1000, '10E6/L'],
    ['less than 2 X10(9)/L (L)', '<', 2, '10(9)/L'],
  ])('%j', (text, comparator, bound, unit) => {
    expect(parseCensored(text)).toEqual({ comparator, bound, unit });
  });

  test.each([
    '5',
    'Negative',
    '<',
    '',
    null,
    '<1.2.3',
    '<5 - >3',
    '5-10',
    '<5 7',
    'less than',
    '<5/6',
    '<2 x10^3',
    'LT LOQ',
    'GTT 5',
    '> 1 00',
    '> 1 000 000 0',
    '>1.000,5,5',
    '> 5 x ULN',
  ])('%j is no bound', (text) => {
    expect(parseCensored(text)).toBeNull();
  });
});

describe('change texts', () => {
  test.each([
    ['-12.5 mm', -12.5],
    ['\u221212.5 mm', -12.5],
    ['+3 mm', 3],
    ['3 mm', 3],
    ['0 mm', 0],
    ['-0 mm', 0],
    ['-0.0 mm', 0],
    [' 12 mm ', 12],
  ])('%j is %s', (text, change) => {
    expect(parseChange(text)).toBe(change);
    expect(isChangeText(text)).toBe(true);
  });

  test('"--" means that there is no change', () => {
    expect(parseChange('--')).toBeNull();
    expect(isChangeText('--')).toBe(true);
  });

  test.each(['', '-', '---', 'mm', '-12.5', '-12.5 cm', '-12.5 %', '1,5 mm', '--3 mm', '-12.5 mm (approx.)', 'n/a'])(
    '%j cannot be read',
    (text) => {
      expect(parseChange(text)).toBeNull();
      expect(isChangeText(text)).toBe(false);
    },
  );
});

describe('OMOP rules', () => {
  test.each([
    ['1:Drug era', ['1:Drug era']],
    ['12:Mapped, with care,13:Dose rounded', ['12:Mapped, with care', '13:Dose rounded']],
    ['1: a, 2: b,3: c', ['1: a', '2: b', '3: c']],
    ['1:ratio 1:2,2:b', ['1:ratio 1:2', '2:b']],
    ['no number', ['no number']],
    ['1:a,', ['1:a,']],
    ['', []],
  ])('%j', (text, rules) => {
    expect(splitOmopRules(text)).toEqual(rules);
  });
});

describe('references', () => {
  test.each([
    ['Patient/0012', '0012'],
    ['Patient/10E2', '10E2'],
    // Records without a subject are not all of one subject.
    ['Patient/', ''],
    ['Patient/ ', ''],
    ['Patient/001 ', '001 '],
    ['0012', '0012'],
    ['Group/1', 'Group/1'],
    ['Patient/a/b', 'a/b'],
  ])('%j is subject %j', (sent, subject) => {
    expect(subjectOf(sent)).toBe(subject);
  });

  test.each([
    ['Practitioner/8841', '8841'],
    ['8841', '8841'],
  ])('%j is practitioner %j', (sent, practitioner) => {
    expect(practitionerOf(sent)).toBe(practitioner);
  });

  test.each([
    ['22-001', '0012', '22-001-0012'],
    ['22-001', '22-001-0012', '22-001-0012'],
    ['22-001', '22-0010', '22-001-22-0010'],
    ['22-001', '22-0010-7', '22-001-22-0010-7'],
    ['22-001', '22-001', '22-001-22-001'],
    [null, '0012', null],
    ['22-001', null, null],
    ['22-001', '', null],
    ['22-001', ' ', null],
  ])('study %j and subject %j give %j', (study, subject, unique) => {
    expect(uniqueSubject(study, subject)).toBe(unique);
  });

  test('two subjects share a unique id only if one is the other with the study in front', () => {
    const text = fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom('0', '1', '2', '-', 'a') });
    fc.assert(
      fc.property(text, text, text, (study, one, other) => {
        const isOneInFront = one === `${study}-${other}` || other === `${study}-${one}`;
        expect(uniqueSubject(study, one) === uniqueSubject(study, other)).toBe(one === other || isOneInFront);
      }),
      { numRuns: 2000 },
    );
  });
});

test('a memoized function answers like the original, also beyond its limit and for null', () => {
  const asked: string[] = [];
  const length = memoize((text) => (asked.push(text), text === '' ? null : text.length));
  expect([length('abc'), length('abc'), length(''), length('')]).toEqual([3, 3, null, null]);
  expect(asked).toEqual(['abc', '']);
  for (let i = 0; i < 5000; i++) expect(length(`${i}`)).toBe(`${i}`.length);
  expect(length('x'.repeat(300))).toBe(300);
});
