import { describe, expect, test } from 'vitest';
import { isWeekend, SiteWork, type SiteRecord, type SiteSeries } from '../../../src/shared/derive/site-work.ts';
import { millisecondsOfDay } from '../../../src/shared/day.ts';

const weights: SiteSeries = { group: 'weight', test: 'WEIGHT', unit: 'kg', unitSent: 'kg' };
const noLedger = { lastDue: null, changedAt: () => null };

function record(differing: Partial<SiteRecord>): SiteRecord {
  return { subject: '0012', dataset: 'vitals', series: weights, value: null, digits: null, day: null, row: 1, ...differing };
}

/** Which digits were counted, as `place:digit`, each as often as it was. */
function digitsOf(texts: readonly string[]): readonly string[] {
  const work = new SiteWork(noLedger);
  for (const text of texts) work.take(record({ value: Number(text), digits: text }));
  const [counted] = work.subjects.get('0012')?.digits.values() ?? [];
  return [...(counted?.counts ?? [])].flatMap((count, cell) =>
    new Array<string>(count).fill(`${String(Math.floor(cell / 10))}:${String(cell % 10)}`),
  );
}

describe('last digits', () => {
  test('are counted at each place: whole numbers, tenths and hundredths, with 0 for what was not sent', () => {
    expect(digitsOf(['81.37'])).toEqual(['0:1', '1:3', '2:7']);
    expect(digitsOf(['81.3'])).toEqual(['0:1', '1:3', '2:0']);
    expect(digitsOf(['80'])).toEqual(['0:0', '1:0', '2:0']);
    expect(digitsOf(['81.375', '82'])).toEqual(['0:1', '0:2', '1:0', '1:3', '2:0', '2:7']);
  });

  test('of a text that is not a plain number are not counted', () => {
    expect(digitsOf(['8e1'])).toEqual([]);
  });

  test('of a test that is not compared are not counted', () => {
    const work = new SiteWork(noLedger);
    work.take(record({ series: { ...weights, test: 'HEIGHT' }, value: 180, digits: '180' }));
    expect(work.subjects.get('0012')?.digits.size).toBe(0);
  });
});

test('numbers are compared with the one before', () => {
  const work = new SiteWork(noLedger);
  for (const [day, value] of [80, 82, 82, 79].entries()) work.take(record({ day, value }));
  expect(work.subjects.get('0012')?.spreads.get(weights)).toMatchObject({ values: 4, squares: 4 + 0 + 9, same: 1, last: 79 });
});

test('a change counts as late from the sixty-first day after its date on', () => {
  const end = (day: number): number => (day + 61) * millisecondsOfDay;
  const late = (changedAt: number | null, day = 100) => {
    const work = new SiteWork({ lastDue: 100, changedAt: () => changedAt });
    work.take(record({ day, row: 7 }));
    const { due, late: rows } = work.subjects.get('0012') ?? {};
    return [due, rows?.vitals];
  };
  expect(late(end(100))).toEqual([1, []]);
  expect(late(end(100) + 1)).toEqual([1, [7]]);
  expect(late(null)).toEqual([1, []]);
  // Too young to be changed late.
  expect(late(end(101) + 1, 101)).toEqual([0, []]);
});

test('Saturdays and Sundays are weekends, also before 1970', () => {
  const dayOf = (date: string): number => Date.parse(date) / millisecondsOfDay;
  const weekends = ['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30', '1969-12-26', '1969-12-27', '1969-12-28', '1969-12-29'];
  expect(weekends.filter((date) => isWeekend(dayOf(date)))).toEqual(['2026-11-28', '2026-11-29', '1969-12-27', '1969-12-28']);
});
