import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasTime,
  historyStarts,
  isPlausibleAt,
  isSurelyBefore,
  localSpan,
  oldestHistory,
  plausibleBounds,
  whyImplausible,
} from '../../../src/shared/derive/plausible-date.ts';

const span = (text: string) => {
  const found = localSpan(text);
  if (found === null) throw new Error(`${text} is no date`);
  return found;
};

describe('local spans', () => {
  it.each([
    ['2025', '2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
    ['2025-09', '2025-09-01T00:00:00Z', '2025-10-01T00:00:00Z'],
    ['2025-09-03', '2025-09-03T00:00:00Z', '2025-09-04T00:00:00Z'],
    ['2025-09-03T14:05', '2025-09-03T14:05:00Z', '2025-09-03T14:06:00Z'],
    ['2025-09-03T14:05:06', '2025-09-03T14:05:06Z', '2025-09-03T14:05:07Z'],
    ['2025-09-03T14:05:06+05:30', '2025-09-03T14:05:06Z', '2025-09-03T14:05:07Z'],
    ['2025-09-03T23:30:00-08:00', '2025-09-03T23:30:00Z', '2025-09-03T23:30:01Z'],
    ['2025-09-03T14:05:06Z', '2025-09-03T14:05:06Z', '2025-09-03T14:05:07Z'],
  ])('%s', (text, from, to) => {
    expect(localSpan(text)).toEqual({ from: Date.parse(from), to: Date.parse(to) });
  });

  it.each(['', 'soon', '2025-13', '2025-02-30', '2025-09-03T14:05:06+99:00', '03SEP2025'])('%s is no date', (text) => {
    expect(localSpan(text)).toBeNull();
  });

  it.each([
    ['2025-08-31', '2025-09', true],
    ['2025-09', '2025-09-15', false],
    ['2025-09-15', '2025-09', false],
    ['2025', '2025-12-31T23:59:59', false],
    ['2025', '2026-01-01', true],
    ['2025-09-03T23:30:00-08:00', '2025-09-04T00:00:00', true],
    ['2025-09-03', '2025-09-03', false],
  ])('%s is surely before %s: %s', (left, right, is) => {
    expect(isSurelyBefore(span(left), span(right))).toBe(is);
  });
});

describe('plausible dates', () => {
  const asOf = '2026-11-23T21:00:00Z';
  it.each([
    ['1989-12-31T23:59:59', 'before-1990'],
    ['1989', 'before-1990'],
    ['1990-01-01', null],
    ['1990', null],
    ['0202-05-01', 'before-1990'],
    ['2026-11-24T10:00:00', null],
    ['2026-11-24T11:00:00', null],
    ['2026-11-24T11:00:01', 'after-pass'],
    ['2026-11', null],
    ['2026-12', 'after-pass'],
    ['2026', null],
    ['2027', 'after-pass'],
    ['2205-03-01', 'after-pass'],
  ])('%s: %s', (text, why) => {
    expect(whyImplausible(span(text), asOf)).toBe(why);
  });

  it('are those between 1990 and fourteen hours after the pass', () => {
    const last = Date.parse('2026-11-24T11:00:00Z');
    expect(plausibleBounds(asOf)).toEqual({ first: Date.UTC(1990, 0, 1), last });
    expect([isPlausibleAt(last, asOf), isPlausibleAt(last + 1, asOf)]).toEqual([true, false]);
    for (const unknown of [null, 'soon']) expect(plausibleBounds(unknown).last).toBe(Infinity);
  });

  it('of medications may be as early as 1920', () => {
    expect(oldestHistory).toBe(Date.parse('1920-01-01T00:00:00Z'));
    expect(historyStarts.map(({ op, values }) => [op, ...values])).toEqual([
      ['>=', '1920'],
      ['<', '1990'],
    ]);
  });

  it('knows no future without a pass', () => {
    expect(whyImplausible(span('2205-03-01'), null)).toBeNull();
    expect(isPlausibleAt(Date.UTC(1989, 11, 31), null)).toBe(false);
    expect(isPlausibleAt(Date.UTC(1990, 0, 1), null)).toBe(true);
  });

  it('finds a month implausible only as a whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2100 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
        const text = `${String(year)}-${String(month).padStart(2, '0')}`;
        const days = [`${text}-01`, `${text}-28`].map((day) => whyImplausible(span(day), asOf));
        if (days.includes(null)) expect(whyImplausible(span(text), asOf)).toBeNull();
      }),
    );
  });
});

it.each([
  [null, false],
  ['2025-09', false],
  ['2025-09-03', false],
  ['2025-09-03T08:00', true],
])('%s has a time of day: %s', (sent, has) => {
  expect(hasTime(sent)).toBe(has);
});
