import { describe, expect, test } from 'vitest';
import { judgeComparisons, planComparisons, type PlannedComparisons } from '../../../src/shared/derive/compare-sites.ts';
import { millisecondsOfDay } from '../../../src/shared/day.ts';
import { SiteWork } from '../../../src/shared/derive/site-work.ts';

/** 2026-11-23, a Monday. */
const monday = 20_780;
const weekdays = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => monday + 7 * Math.floor(at / 5) + (at % 5));
const weekends = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => monday + 7 * at + 5);

interface Visited {
  readonly site: string;
  readonly days: readonly number[];
}

/** Each is a subject of a site with labs on these days, which are all that can be compared. */
function planned(subjects: readonly Visited[], changedAt: number | null = null): PlannedComparisons {
  const work = new SiteWork({
    lastDue: changedAt === null ? null : monday + 365,
    changedAt: (_, row) => (row % 2 === 0 ? changedAt : null),
  });
  const siteOf = new Map<string, string>();
  for (const [at, { site, days }] of subjects.entries()) {
    const subject = `${site}-${String(at).padStart(2, '0')}`;
    siteOf.set(subject, site);
    for (const day of days) work.take({ subject, dataset: 'labs', series: null, value: null, digits: null, day, row: day });
  }
  const plan = planComparisons(work.subjects, siteOf, changedAt !== null);
  let step = plan.next();
  while (step.done !== true) step = plan.next();
  return step.value;
}

const days = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => monday + at);
const of = (site: string, ...counts: readonly number[]): readonly Visited[] => counts.map((count) => ({ site, days: days(count) }));

describe('a site is compared', () => {
  test.each([
    ['with 50 records like the others', [...of('1', 17, 17, 16), ...of('2', 17, 17, 16)], 2, 0],
    ['unless it or the others have fewer', [...of('1', 17, 16, 16), ...of('2', 30, 30, 30)], 0, 2],
    ['with three subjects', [...of('1', 30, 30, 30), ...of('2', 30, 30, 30), ...of('3', 30, 30, 30)], 3, 0],
    ['unless it has two', [...of('1', 30, 30, 30), ...of('2', 30, 30, 30), ...of('3', 30, 30)], 2, 1],
    ['unless the others are two', [...of('1', 30, 30, 30), ...of('2', 30, 30)], 0, 2],
  ])('%s', (_what, subjects, looks, tooFew) => {
    expect(planned(subjects)).toMatchObject({ looks, tooFew });
  });

  test('together with those that have as many subjects', () => {
    const sites = planned([...of('1', 30, 30, 30), ...of('2', 30, 30, 30), ...of('3', 30, 30, 30, 30)]).batches.map((one) => one.sites);
    expect(sites).toEqual([2, 1]);
  });
});

test('late changes are compared only if changes are known', () => {
  const kinds = (changedAt: number | null): readonly string[] => {
    const { batches, looks } = planned([...of('1', 30, 30, 30), ...of('2', 30, 30, 30)], changedAt);
    return judgeComparisons(batches.flatMap(({ make }) => make(looks))).map(({ kind }) => kind);
  };
  expect(kinds(null)).toEqual(['weekends', 'weekends']);
  expect(kinds((monday + 365) * millisecondsOfDay)).toEqual(['late', 'late', 'weekends', 'weekends']);
});

describe('a comparison', () => {
  const open = Array.from({ length: 12 }, () => ({ site: '1', days: weekends(6) }));
  const closed = Array.from({ length: 12 }, () => ({ site: '2', days: weekdays(6) }));
  const { batches } = planned([...open, ...closed]);

  test('names the subjects of the site and counts its records', () => {
    const [first, second] = (batches[0]?.make(2) ?? []).map(({ comparison }) => comparison);
    expect(first).toMatchObject({ site: '1', kind: 'weekends', group: null, unit: null, records: 72, share: 1, others: 0 });
    expect(first?.subjects).toEqual(Array.from({ length: 12 }, (_, at) => `1-${String(at).padStart(2, '0')}`));
    expect(second).toMatchObject({ site: '2', records: 72, share: 0, others: 1 });
  });

  test.each([
    [2, 10_000],
    [249, 10_000],
    [250, 10_001],
    [500, 20_001],
  ])('among %i is drawn so often that the smallest chance is 1 in %i', (looks, sets) => {
    expect(batches[0]?.make(looks)[0]?.chance).toBe(1 / sets);
  });
});

describe('comparisons', () => {
  const made = (site: string, kind: 'digits' | 'weekends', chance: number) => {
    const comparison = { site, kind, group: null, unit: null, subjects: [], records: 1, share: 1, others: 0, digits: [] };
    return { comparison, chance };
  };

  test.each([
    [0.0499, true],
    [0.05, false],
  ])('with a chance of %d are asked about: %s', (chance, isAsked) => {
    expect(judgeComparisons([made('1', 'digits', chance)])).toMatchObject([{ chance, isAsked }]);
  });

  test('are adjusted for their number, and listed by kind and site', () => {
    const judged = judgeComparisons([
      made('10', 'weekends', 0.02),
      made('9', 'weekends', 0.03),
      made('10', 'digits', 0.9),
      made('9', 'digits', 0.001),
    ]);
    expect(judged.map(({ kind, site, chance, isAsked }) => [kind, site, chance, isAsked])).toEqual([
      ['digits', '9', 0.004, true],
      ['digits', '10', 0.9, false],
      ['weekends', '9', 0.06, false],
      ['weekends', '10', 0.06, false],
    ]);
  });
});
