import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseReferenceRange } from '../../../src/shared/derive/reference-range.ts';

const closed = (low: number, high: number, unit: string | null = null) => ({
  kind: 'numeric',
  low,
  lowInclusive: true,
  high,
  highInclusive: true,
  unit,
});
const below = (high: number, highInclusive: boolean) => ({
  kind: 'numeric',
  low: null,
  lowInclusive: false,
  high,
  highInclusive,
  unit: null,
});
const above = (low: number, lowInclusive: boolean) => ({
  kind: 'numeric',
  low,
  lowInclusive,
  high: null,
  highInclusive: false,
  unit: null,
});

describe('closed ranges', () => {
  test.each([
    ['3.5 - 5.1', closed(3.5, 5.1)],
    ['3.5-5.1', closed(3.5, 5.1)],
    ['  3.5  -  5.1 ', closed(3.5, 5.1)],
    ['3.5 – 5.1', closed(3.5, 5.1)],
    ['3.5 − 5.1', closed(3.5, 5.1)],
    ['3.5\u00a0-\u00a05.1', closed(3.5, 5.1)],
    ['3.5 to 5.1', closed(3.5, 5.1)],
    ['between 3.5 and 5.1 mmol/L', closed(3.5, 5.1, 'mmol/L')],
    ['From 3.5 to 5.1', closed(3.5, 5.1)],
    ['3,5 bis 5,1', closed(3.5, 5.1)],
    ['(3.5-5.1)', closed(3.5, 5.1)],
    ['[3.5 - 5.1]', closed(3.5, 5.1)],
    ['7 - 7', closed(7, 7)],
    ['.5-1', closed(0.5, 1)],
    ['0.60 - 1.30', closed(0.6, 1.3)],
    ['0.00-0.20', closed(0, 0.2)],
    ['3.5–5.1 g/dL', closed(3.5, 5.1, 'g/dL')],
    ['3.5 g/dL - 5.1 g/dL', closed(3.5, 5.1, 'g/dL')],
    ['Normal range: 3.5 - 5.1', closed(3.5, 5.1)],
    ['Reference 3.5 - 5.1', closed(3.5, 5.1)],
    ['70-99 fasting', closed(70, 99)],
    ['70-99 mg/dL fasting', closed(70, 99, 'mg/dL')],
    ['70-99 mg/dL (fasting)', closed(70, 99, 'mg/dL')],
    ['3.7-19.4 ug/dL AM', closed(3.7, 19.4, 'ug/dL')],
    ['7 - 56 foo/L', closed(7, 56, 'foo/L')],
  ])('%j', (text, range) => {
    expect(parseReferenceRange(text)).toEqual(range);
  });
});

describe('decimal commas', () => {
  test.each([
    ['3,5 - 5,1', closed(3.5, 5.1)],
    ['0,125-0,5', closed(0.125, 0.5)],
    ['0,5 - 1,250', closed(0.5, 1.25)],
    ['3,5-5,1 mmol/L', closed(3.5, 5.1, 'mmol/L')],
    ['< 0,3', below(0.3, false)],
  ])('%j', (text, range) => {
    expect(parseReferenceRange(text)).toEqual(range);
  });

  test.each(['1,000 - 4,000', '< 1,500', '1,250.5 - 2', '1.000,5 - 2'])('%j may mean thousands and stays a text', (text) => {
    expect(parseReferenceRange(text)).toEqual({ kind: 'text', text });
  });
});

describe('limits of single cells', () => {
  test.each([
    ['150.000-400.000', '/µL'],
    ['150.000 - 400.000', 'cells/mm3'],
    ['150.000-400.000 /uL', null],
    ['0-10.000', '/uL'],
    ['< 10.000', '/mm3'],
  ])('%j in %j may be thousands and stays a text', (text, unit) => {
    expect(parseReferenceRange(text, unit)).toEqual({ kind: 'text', text });
  });

  test.each([
    ['150.000-400.000', '10*3/uL', closed(150, 400)],
    ['7.000-56.000', 'U/L', closed(7, 56)],
    ['1.005-1.030', null, closed(1.005, 1.03)],
    ['0.000-5.000', '/uL', closed(0, 5)],
    ['404.0-1612.0', '/uL', closed(404, 1612)],
    ['150.000-400.000 10*3/uL', '/uL', closed(150, 400, '10*3/uL')],
  ])('%j in %j are decimals', (text, unit, range) => {
    expect(parseReferenceRange(text, unit)).toEqual(range);
  });
});

describe('negative limits', () => {
  test.each([
    ['-2 - 3', closed(-2, 3)],
    ['-2-3', closed(-2, 3)],
    ['-0 - 3', closed(0, 3)],
    ['-2 to +3', closed(-2, 3)],
    ['-5--1', closed(-5, -1)],
    ['−2 – 3', closed(-2, 3)],
    ['>= -2', above(-2, true)],
  ])('%j', (text, range) => {
    expect(parseReferenceRange(text)).toEqual(range);
  });
});

describe('open and explicit limits', () => {
  test.each([
    ['< 200', below(200, false)],
    ['<200', below(200, false)],
    ['<=200', below(200, true)],
    ['=<200', below(200, true)],
    ['≤ 200', below(200, true)],
    ['>60', above(60, false)],
    ['>= 60', above(60, true)],
    ['≥60', above(60, true)],
    ['up to 40', below(40, true)],
    ['> OR = 60', above(60, true)],
    ['>/= 60', above(60, true)],
    ['< or = 1.2', below(1.2, true)],
    ['≤ 1.2', below(1.2, true)],
    ['less than 5.0', below(5, false)],
    ['greater than or equal to 60', above(60, true)],
    ['at least 60', above(60, true)],
    ['40 or less', below(40, true)],
    ['60 and above', above(60, true)],
    ['>3.5 - <5.1', { kind: 'numeric', low: 3.5, lowInclusive: false, high: 5.1, highInclusive: false, unit: null }],
    ['>=3.5 and <=5.1', closed(3.5, 5.1)],
  ])('%j', (text, range) => {
    expect(parseReferenceRange(text)).toEqual(range);
  });
});

describe('units after the limits', () => {
  test.each([
    ['0-0.2 10*3/uL', closed(0, 0.2, '10*3/uL')],
    ['4.0 - 5.5 x 10^12/L', closed(4, 5.5, 'x 10^12/L')],
    ['7-56U/L', closed(7, 56, 'U/L')],
    ['4-6%', closed(4, 6, '%')],
    ['60 - 120 mL/min/{1.73_m2}', closed(60, 120, 'mL/min/{1.73_m2}')],
    ['< 5 µg/L', { ...below(5, false), unit: 'µg/L' }],
  ])('%j', (text, range) => {
    expect(parseReferenceRange(text)).toEqual(range);
  });
});

describe('words and what cannot be read reliably stay texts', () => {
  test.each([
    'Negative',
    'Non-reactive',
    'See comment',
    '5.1 - 3.5',
    '- 5',
    '<',
    '1-2-3',
    '3.5-5.1 7',
    '3.5-5.1 (adult), 2-4 (child)',
    '3.5-5.1; 2-4',
    '1e3 - 2e3',
    '3.5',
    '2025-09-03',
    'Men 3-5',
    'M: 13-17',
    'M: 13-17; F: 12-15',
    '13-17 (M), 12-15 (F)',
    '150,000-400,000',
    '< 5 7',
    '70-99 fasting 60-80 not',
    '1:40',
    'NaN - NaN',
    'Infinity-1',
    '3.5 - ',
    `${'1'.repeat(200)} - 2`,
    '18-64 y: 3-5',
    '>18 yrs: 3.5-5.0',
    '<1 year: 10-20',
    '2-4 wks: <10',
    '8-10AM: 5-23',
    '4-8 pm: 3.1-16.7',
    '12-16 F:12-16',
    '3-5 x2-4',
    '<1:80 titer',
    '<1:40 Negative',
  ])('%j', (text) => {
    expect(parseReferenceRange(text)).toEqual({ kind: 'text', text });
  });

  test.each(['', '   ', '()'])('%j is no range', (text) => {
    expect(parseReferenceRange(text)).toBeNull();
  });
});

describe('numbers that a remark calls a finding, a risk or limits for some people are not a normal range', () => {
  test.each([
    '>5 abnormal',
    '> 100 critical',
    '>500 panic value',
    '>10 positive',
    '>= 1.1 reactive',
    '>6.4 diabetes',
    '5.7-6.4 prediabetes',
    '<20 ng/mL deficient',
    '<20 ng/mL (deficiency)',
    '21-29 insufficiency',
    '200-239 mg/dL borderline high',
    '>3.0 high risk',
    '1-3 average risk',
    '<15 kidney failure',
    '>100 toxic',
    '<4 low',
    '13.5-17.5 male',
    '13.5-17.5 g/dL (males)',
    '12.0-15.5 women',
    '3-5 children',
  ])('%j', (text) => {
    expect(parseReferenceRange(text)).toEqual({ kind: 'text', text });
  });

  test.each(['<5.0 negative', '<0.9 non-reactive', '<100 optimal', '<200 desirable', '>60 normal', '70-99 adults'])(
    'but %j is one',
    (text) => {
      expect(parseReferenceRange(text)?.kind).toBe('numeric');
    },
  );
});

describe('any input', () => {
  const limit = fc.integer({ min: -99_999, max: 99_999 }).map((hundredths) => hundredths / 100);
  const spelling = fc.constantFrom(
    (low: string, high: string) => `${low} - ${high}`,
    (low: string, high: string) => `${low}-${high}`,
    (low: string, high: string) => `${low} to ${high} U/L`,
  );

  test('reads back two limits in any spelling', () => {
    fc.assert(
      fc.property(limit, limit, spelling, fc.boolean(), (a, b, spell, comma) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const write = (value: number) => (comma ? value.toFixed(2).replace('.', ',') : String(value));
        expect(parseReferenceRange(spell(write(low), write(high)))).toMatchObject({
          kind: 'numeric',
          low: low + 0,
          high: high + 0,
          lowInclusive: true,
          highInclusive: true,
        });
      }),
      { numRuns: 300 },
    );
  });

  test('keeps any text that is not read as a range unchanged', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0 1 2 3 5 9 . , - + < > = ( ) [ ] to and U / L % e E − '.split(' '), ' ') }),
        (text) => {
          const range = parseReferenceRange(text);
          if (range?.kind === 'text') expect(range.text).toBe(text);
          if (range?.kind === 'numeric')
            expect([range.low, range.high].every((value) => value === null || Number.isFinite(value))).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});
