import { describe, expect, test } from 'vitest';
import type { Compared } from '../../../src/shared/derive/site-comparison.ts';
import { digitComparisons } from '../../../src/shared/derive/site-digits.ts';
import { SiteWork, type SiteSeries } from '../../../src/shared/derive/site-work.ts';

const weights: SiteSeries = { group: 'weight', test: 'WEIGHT', unit: 'kg', unitSent: 'kg' };

interface Sent {
  readonly texts: readonly string[];
  readonly series?: SiteSeries;
}

/** The comparisons of the last digits of subjects who have these numbers. */
function comparisonsOf(...subjects: readonly Sent[]): readonly Compared[] {
  const work = new SiteWork({ lastDue: null, changedAt: () => null });
  for (const [at, { texts, series = weights }] of subjects.entries())
    for (const digits of texts)
      work.take({ subject: String(at), dataset: 'vitals', series, value: Number(digits), digits, day: null, row: 1 });
  return digitComparisons([...work.subjects]);
}

const times = (count: number, ...texts: readonly string[]): readonly string[] => Array.from({ length: count }, () => texts).flat();
/** Each digit once, spread widely. */
const everyDigit = ['50', '61', '72', '83', '94', '55', '66', '77', '88', '99'];

/** Twenty numbers, the last ones with these decimals. */
function withDecimals(count: number, decimals: string): readonly string[] {
  return times(2, ...everyDigit).map((text, at) => (at < 20 - count ? text : text + decimals));
}

describe('the last place', () => {
  // The numbers of the first subject end in 1, their tenths and hundredths in 0.
  test.each([
    ['is that of whole numbers if fewer than 1 in 20 have decimals', withDecimals(1, '.3'), { digits: [1], share: 1, others: 0.1 }],
    ['is that of the tenths if 1 in 20 has them', withDecimals(2, '.3'), { digits: [0], share: 1, others: 0.9 }],
    ['is that of the tenths in most numbers', withDecimals(20, '.3'), { digits: [0], share: 1, others: 0 }],
    [
      'is that of the hundredths if 1 in 20 has them',
      [...withDecimals(20, '.3').slice(2), '50.37', '99.37'],
      { digits: [0], share: 1, others: 0.9 },
    ],
  ])('%s', (_what, texts, shown) => {
    expect(
      comparisonsOf({ texts: times(10, '61', '81') }, { texts })[0]
        ?.comparing(1)
        .shown([0]),
    ).toEqual(shown);
  });
});

describe('numbers close to each other', () => {
  test.each([
    [['70', '80'], 2],
    [['70', '79'], 0],
    [['70.0', '71.0'], 2],
    [['70.0', '70.9'], 0],
    [['70.00', '70.20'], 2],
    [['70.00', '70.09'], 0],
  ])('have no last digits that count: of %j %i are counted', (texts, records) => {
    expect(comparisonsOf({ texts })[0]?.records).toEqual([records]);
  });
});

describe('a site whose digits are less even', () => {
  const [compared] = comparisonsOf({ texts: times(10, '70', '90') }, { texts: times(2, ...everyDigit) });

  test('has the chi-squared of its digits, rare ones together', () => {
    expect(compared?.comparing(1).measure(Int32Array.of(0, 1))).toBeCloseTo((2 * 81) / 11 + (2 * 81) / 9, 10);
  });

  test('has the same in every set that is drawn', () => {
    const comparing = compared?.comparing(1);
    const both = [comparing?.measure(Int32Array.of(0, 1)), comparing?.measure(Int32Array.of(0, 1))];
    expect(both[1]).toBe(both[0]);
  });

  test('differs, and one whose digits are more even does not', () => {
    expect(compared?.comparing(1).measure(Int32Array.of(1, 0))).toBe(0);
  });

  test('has the share of the digits that are far more frequent there', () => {
    expect(compared?.comparing(1).shown([0])).toEqual({ digits: [0], share: 1, others: 0.1 });
  });

  test('has digits of its own if five are expected of them', () => {
    const [own, others] = [
      times(4, '50', '75', '90', '95', '90'),
      [...times(2, '50', '75'), ...times(2, ...everyDigit.slice(1, 5)), ...times(2, ...everyDigit.slice(6))],
    ];
    const [one] = comparisonsOf({ texts: own }, { texts: others });
    // Of 12 zeros and 8 fives among 20 digits, and 2 zeros and 2 fives among 20: 14 and 10 in all.
    const [zeros, fives, rest] = [(2 * (12 - 7) ** 2) / 7, (2 * (8 - 5) ** 2) / 5, (2 * 8 ** 2) / 8];
    expect(one?.comparing(1).measure(Int32Array.of(0, 1))).toBeCloseTo(zeros + fives + rest, 10);
  });
});

/** So many of each digit, spread widely. */
const digits = (counts: Readonly<Record<number, number>>): Sent => ({
  texts: Object.entries(counts).flatMap(([digit, count]) =>
    Array.from({ length: count }, (_, at) => `${at % 2 === 0 ? '6' : '9'}${digit}`),
  ),
});

describe('rare digits', () => {
  test.each([
    [
      'in one of four subjects',
      1,
      [digits({ 0: 10, 5: 10 }), digits({ 0: 10, 5: 9 }), digits({ 1: 10, 2: 10 }), digits({ 3: 10, 4: 11 })],
      80 / 9,
    ],
    [
      'in three of four',
      3,
      [digits({ 0: 20 }), digits({ 0: 20 }), digits({ 0: 1, 5: 19 }), digits({ 1: 4, 2: 4, 3: 4, 4: 4, 6: 4 })],
      28.034188,
    ],
  ])('are those of which less than five are expected %s', (_what, size, subjects, statistic) => {
    const [compared] = comparisonsOf(...subjects);
    expect(compared?.comparing(size).measure(Int32Array.of(0, 1, 2, 3))).toBeCloseTo(statistic, 6);
  });

  test('may be none', () => {
    const [compared] = comparisonsOf(digits({ 0: 20 }), digits({ 0: 10, 5: 10 }));
    expect(compared?.comparing(1).measure(Int32Array.of(0, 1))).toBeCloseTo((2 * 5 ** 2) / 15 + (2 * 5 ** 2) / 5, 10);
  });
});

describe('the two blood pressures', () => {
  const pressure = (test: string): SiteSeries => ({ group: 'pressure', test, unit: 'mm[Hg]', unitSent: 'mmHg' });
  const [systolic, diastolic] = [pressure('SYSBP'), pressure('DIABP')];
  const even = times(2, ...everyDigit);
  const ofOne = (2 * 81) / 11 + (2 * 81) / 9;

  test.each([
    ['add up', [systolic, diastolic], [systolic, diastolic], 2 * ofOne],
    ['count if the site has only one of them', [systolic], [systolic, diastolic], ofOne],
    ['count if the others have only one of them', [systolic, diastolic], [systolic], ofOne],
  ])('%s', (_what, own, others, statistic) => {
    const work = new SiteWork({ lastDue: null, changedAt: () => null });
    const take = (subject: string, series: SiteSeries, texts: readonly string[]): void => {
      for (const digits of texts) work.take({ subject, dataset: 'vitals', series, value: Number(digits), digits, day: null, row: 1 });
    };
    for (const series of own) take('0', series, series === systolic ? times(10, '70', '90') : times(10, '75', '95'));
    for (const series of others) take('1', series, even);
    const [compared] = digitComparisons([...work.subjects]);
    expect(compared?.comparing(1).measure(Int32Array.of(0, 1))).toBeCloseTo(statistic, 10);
  });
});

test.each([
  ['as even as those of the others', digits({ 0: 20 }), digits({ 5: 20 })],
  ['the only ones', digits({ 0: 20 }), { texts: ['7'] }],
])('digits that are %s do not differ', (_what, own, others) => {
  expect(comparisonsOf(own, others)[0]?.comparing(1).measure(Int32Array.of(0, 1))).toBe(0);
});

test.each([
  [digits({ 0: 10, 5: 10 }), { digits: [0, 5], share: 1, others: 0.2 }],
  [digits({ 0: 8, 5: 12 }), { digits: [0, 5], share: 1, others: 0.2 }],
  [digits({ 0: 5, 5: 5 }), { digits: [0, 5], share: 1, others: 0.2 }],
  [digits({ 0: 3, 5: 3 }), { digits: [0], share: 0.5, others: 0.1 }],
])('names every digit that is more than three standard errors more frequent, or else the most frequent one: of %j', (own, shown) => {
  expect(
    comparisonsOf(own, { texts: times(10, ...everyDigit) })[0]
      ?.comparing(1)
      .shown([0]),
  ).toEqual(shown);
});

test('names the first digit where none is more frequent', () => {
  const same = digits({ 3: 10, 5: 10 });
  expect(comparisonsOf(same, same)[0]?.comparing(1).shown([0])).toEqual({ digits: [0], share: 0, others: 0 });
});

test('names the unit only if a group has several', () => {
  const pounds: SiteSeries = { ...weights, unit: '[lb_av]', unitSent: 'lb' };
  expect(comparisonsOf({ texts: everyDigit })).toMatchObject([{ kind: 'digits', group: 'weight', unit: null, subjects: ['0'] }]);
  expect(comparisonsOf({ texts: everyDigit }, { texts: everyDigit, series: pounds })).toMatchObject([
    { unit: 'kg', subjects: ['0'] },
    { unit: 'lb', subjects: ['1'] },
  ]);
});
