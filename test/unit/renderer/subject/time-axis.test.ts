import { describe, expect, test } from 'vitest';
import { anchorDay, anchorDayWords, anchorsOf } from '../../../../src/renderer/places/subject/anchors.ts';
import { dayOf, whenWords } from '../../../../src/renderer/places/subject/days.ts';
import { formatCalendarDay } from '../../../../src/renderer/ui/format/dates.ts';
import { timeAxis } from '../../../../src/renderer/places/subject/time-axis.ts';
import { visitsOf } from '../../../../src/renderer/places/subject/visits.ts';
import { assessment, day, result } from './sample-results.ts';

const visits = [
  { visit: 'Screening', at: day('2025-09-03') },
  { visit: 'C1D1', at: day('2025-09-12') },
  { visit: 'C2D1', at: day('2025-12-03') },
];
const clock = { anchor: dayOf(day('2025-09-12')) };
const moments = visits.map(({ at }) => at);

describe('the time axis', () => {
  test('counts days from the anchor without a day 0', () => {
    const axis = timeAxis({ kind: 'days', clock, visits, moments, exact: false, width: 800 });
    expect(axis?.ticks.map(({ label, under }) => [label, under])).toEqual([
      ['Screening', '−9'],
      ['C1D1', '1'],
      ['C2D1', '83'],
    ]);
    expect(whenWords(clock, day('2025-09-11'))).toBe('day −1');
    expect(whenWords({ anchor: null }, day('2025-12-03'))).toBe('3 Dec 2025');
  });

  test('labels the visit of day 1 in preference to crowded neighbours', () => {
    const crowd = [
      { visit: 'SCREENING 1', at: day('2025-09-03') },
      { visit: 'BASELINE', at: day('2025-09-12') },
      { visit: 'AMBUL ECG PLACEMENT', at: day('2025-09-20') },
      { visit: 'WEEK 26', at: day('2026-03-12') },
    ];
    const axis = timeAxis({ kind: 'days', clock, visits: crowd, moments: crowd.map(({ at }) => at), exact: false, width: 800 });
    expect(axis?.ticks.filter(({ shown }) => shown).map(({ label }) => label)).toEqual(['BASELINE', 'WEEK 26']);
  });

  test('is proportional to time for dates, and evenly spaced for visits', () => {
    const byTime = timeAxis({ kind: 'dates', clock, visits, moments, exact: false, width: 800 })?.ticks.map(({ x }) => x) ?? [];
    const [start = 0, first = 0, last = 0] = byTime;
    expect((last - first) / (first - start)).toBeCloseTo(82 / 9, 6);
    const byVisit = timeAxis({ kind: 'visits', clock, visits, moments, exact: false, width: 800 })?.ticks.map(({ x }) => x) ?? [];
    expect((byVisit[2] ?? 0) - (byVisit[1] ?? 0)).toBeCloseTo((byVisit[1] ?? 0) - (byVisit[0] ?? 0), 6);
  });

  test('hides labels that would overlap, and combines the visits of a day into one', () => {
    const close = [...visits, { visit: 'C1D2', at: day('2025-09-13') }, { visit: 'Unscheduled', at: day('2025-12-03') }];
    const axis = timeAxis({
      kind: 'days',
      clock,
      visits: visitsOf(close.map((visit) => ({ ...visit }))),
      moments,
      exact: false,
      width: 800,
    });
    expect(axis?.ticks.map(({ label, shown }) => [label, shown])).toEqual([
      ['Screening', true],
      ['C1D1', true],
      ['C1D2', false],
      ['C2D1 / Unscheduled', true],
    ]);
  });

  test('shortens names on the visit axis to the room of a visit, so that every visit is labelled', () => {
    const many = Array.from({ length: 10 }, (_, at) => ({
      visit: at === 9 ? 'End of Treatment' : `C${String(at + 1)}D1`,
      at: day('2025-09-12') + at * 21 * 86_400_000,
    }));
    const axis = timeAxis({ kind: 'visits', clock, visits: many, moments: many.map(({ at }) => at), exact: false, width: 880 });
    expect(axis?.ticks.map(({ shown }) => shown)).toEqual(many.map(() => true));
    expect(axis?.ticks.at(-1)).toMatchObject({ label: 'End of Treatment', written: 'EOT' });
    const byDays = timeAxis({ kind: 'days', clock, visits: many, moments: many.map(({ at }) => at), exact: false, width: 880 });
    expect(byDays?.ticks.at(-1)?.written).toBe('End of Treatment');
  });

  test('has date ticks without visits, centres a single day, and is null without a moment', () => {
    const oneDay = timeAxis({ kind: 'days', clock, visits: [], moments: [day('2025-09-12')], exact: false, width: 800 });
    expect(oneDay?.ticks.length).toBeGreaterThan(1);
    expect(oneDay?.x(day('2025-09-12') + 43_200_000)).toBeCloseTo(400, 6);
    expect(timeAxis({ kind: 'days', clock, visits: [], moments: [], exact: false, width: 800 })).toBeNull();
  });

  test('covers exactly the chosen dates, even a single day, with at most one tick per day', () => {
    const axisOf = (first: string, last: string) =>
      timeAxis({ kind: 'dates', clock: { anchor: null }, visits: [], moments: [day(first), day(last)], exact: true, width: 800 });
    const one = axisOf('2025-09-12', '2025-09-12');
    expect([one?.from, one?.to]).toEqual([day('2025-09-12'), day('2025-09-13')]);
    expect(one?.ticks.map(({ at }) => at)).toEqual([day('2025-09-12')]);
    const three = axisOf('2025-09-12', '2025-09-14');
    expect(three?.ticks.map(({ at }) => at)).toEqual([day('2025-09-12'), day('2025-09-13'), day('2025-09-14')]);
    const visitsOfDay = [
      { visit: 'C1D1', at: day('2025-09-12') },
      { visit: 'C1D1 repeated', at: day('2025-09-12') + 3_600_000 },
    ];
    const byVisit = timeAxis({ kind: 'visits', clock, visits: visitsOfDay, moments: [day('2025-09-12')], exact: true, width: 800 });
    expect([byVisit?.from, byVisit?.to]).toEqual([day('2025-09-12'), day('2025-09-13')]);
  });
});

describe('the anchor that days are counted from', () => {
  const results = [result({ date: '2025-09-03', visit: 'Screening' }), result({ date: '2025-09-12', visit: 'C1D1' })];
  const anchors = anchorsOf(
    [assessment('2025-09-05', 84, { isBaseline: true }), assessment('2025-10-31', 66)],
    results,
    visitsOf(results),
    null,
  );

  test('is the baseline assessment, the first record or the first date of a visit', () => {
    expect(anchorDay(anchors, { kind: 'baseline' })).toBe(dayOf(day('2025-09-05')));
    expect(anchorDay(anchors, { kind: 'first-record' })).toBe(dayOf(day('2025-09-03')));
    expect(anchorDay(anchors, { kind: 'visit', visit: 'C1D1' })).toBe(dayOf(day('2025-09-12')));
    expect(anchorDayWords(anchors, { kind: 'visit', visit: 'C1D1' })).toBe(formatCalendarDay('2025-09-12'));
  });

  test('is none where the subject has no such record', () => {
    expect(anchorDay(anchorsOf([], results, visitsOf(results), null), { kind: 'baseline' })).toBeNull();
    expect(anchorDay(anchors, { kind: 'visit', visit: 'C9D1' })).toBeNull();
    expect(anchorDayWords(anchors, { kind: 'visit', visit: 'C9D1' })).toBe('none here');
  });
});
