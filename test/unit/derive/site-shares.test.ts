import { describe, expect, test } from 'vitest';
import { lateComparison, repeatsComparison, weekendComparison } from '../../../src/shared/derive/site-shares.ts';
import { SiteWork, type SiteSeries } from '../../../src/shared/derive/site-work.ts';
import { millisecondsOfDay } from '../../../src/shared/day.ts';

/** 2026-11-23, a Monday. */
const monday = 20_780;

test('a site’s share of days on weekends is compared with that of all others', () => {
  const work = new SiteWork({ lastDue: null, changedAt: () => null });
  const record = { dataset: 'vitals', series: null, value: null, digits: null, row: 1 } as const;
  const take = (subject: string, days: number): void => {
    for (let day = 0; day < days; day++) work.take({ ...record, subject, day: monday + day });
  };
  // Seven and twelve days from a Monday on have one weekend, five have none.
  for (const subject of ['1', '2', '3']) take(subject, 7);
  take('4', 12);
  take('5', 5);
  const { subjects, comparing } = weekendComparison([...work.subjects]);
  expect(subjects).toEqual(['1', '2', '3', '4', '5']);
  expect(comparing(3).shown([0, 1, 2])).toEqual({ share: 6 / 21, others: 2 / 17, digits: [] });
  expect(comparing(2).shown([3, 4])).toEqual({ share: 2 / 17, others: 6 / 21, digits: [] });
});

describe('numbers equal to the previous one', () => {
  const weights: SiteSeries = { group: 'weight', test: 'WEIGHT', unit: 'kg', unitSent: 'kg' };
  const pulse: SiteSeries = { group: 'pulse', test: 'PULSE', unit: '/min', unitSent: '/min' };
  const work = new SiteWork({ lastDue: null, changedAt: () => null });
  const take = (subject: string, series: SiteSeries, values: readonly number[]): void => {
    for (const [at, value] of values.entries())
      work.take({ subject, dataset: 'vitals', series, value, digits: null, day: monday + at, row: at });
  };
  take('1', weights, [80, 80, 80, 81]);
  take('1', pulse, [60, 60]);
  take('2', weights, [70, 71, 71, 71, 71, 72, 73, 74]);
  take('3', weights, [90]);
  take('4', weights, [60, 61]);

  test('are counted among all but the first of each series of the group', () => {
    const { subjects, records, comparing } = repeatsComparison([...work.subjects], 'weight');
    expect({ subjects, records }).toEqual({ subjects: ['1', '2', '4'], records: [3, 7, 1] });
    expect(comparing(1).shown([0])).toEqual({ share: 2 / 3, others: 3 / 8, digits: [] });
    expect(comparing(1).measure(Int32Array.of(1, 0))).toBeCloseTo(3 / 7 - 2 / 4, 12);
  });

  test('are not compared if there are fewer than five', () => {
    expect(repeatsComparison([...work.subjects], 'pulse')).toMatchObject({ subjects: [], records: [] });
  });
});

test.each([
  ['five days on weekends and five others are compared', 5, 5, ['1', '2']],
  ['four days on weekends are too few', 4, 5, []],
  ['four other days are too few', 5, 4, []],
])('%s', (_what, weekends, others, compared) => {
  const work = new SiteWork({ lastDue: null, changedAt: () => null });
  const record = { dataset: 'labs', series: null, value: null, digits: null, row: 1 } as const;
  for (let week = 0; week < weekends; week++) work.take({ ...record, subject: '1', day: monday + 7 * week + 5 });
  for (let week = 0; week < others; week++) work.take({ ...record, subject: '2', day: monday + 7 * week });
  expect(weekendComparison([...work.subjects]).subjects).toEqual(compared);
});

test('records of labs and vital signs changed late are counted together, of those that are old enough', () => {
  const changedAt = (_: 'labs' | 'vitals', row: number): number | null => (row === 1 ? (monday + 100) * millisecondsOfDay : null);
  const work = new SiteWork({ lastDue: monday, changedAt });
  const record = { series: null, value: null, digits: null, day: monday } as const;
  for (const [subject, late, due] of [
    ['1', 3, 4],
    ['2', 1, 6],
  ] as const)
    for (const dataset of ['labs', 'vitals'] as const)
      for (let at = 0; at < due; at++) work.take({ ...record, subject, dataset, row: at < late ? 1 : 2 });
  work.take({ ...record, subject: '3', dataset: 'labs', day: monday + 1, row: 1 });
  const { subjects, records, comparing } = lateComparison([...work.subjects]);
  expect({ subjects, records }).toEqual({ subjects: ['1', '2'], records: [8, 12] });
  expect(comparing(1).shown([0])).toEqual({ share: 6 / 8, others: 2 / 12, digits: [] });
});
