import { expect, test } from 'vitest';
import { weekendComparison } from '../../../src/shared/derive/site-shares.ts';
import { SiteWork } from '../../../src/shared/derive/site-work.ts';

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
