import { describe, expect, test } from 'vitest';
import { dayOf } from '../../../../src/renderer/places/subject/days.ts';
import {
  datesWords,
  holdsAny,
  mostDays,
  shownDates,
  spanWords,
  type DatedRecord,
  type DaySpan,
} from '../../../../src/renderer/places/subject/shown-dates.ts';
import { leftWords, noneWithinWords } from '../../../../src/renderer/places/subject/within-dates.ts';
import { day, visitDates } from './sample-results.ts';

const all = span('2025-09-03', '2026-03-02');

function span(first: string, last: string): DaySpan {
  return { first: dayOf(day(first)), last: dayOf(day(last)) };
}

function most(dates: readonly string[]): DaySpan | null {
  return mostDays(dates.map((date) => dayOf(day(date))));
}

describe('the dates of most records', () => {
  test.each([
    ['a year far ahead', [...visitDates, '2091-01-26']],
    ['a year far back', [...visitDates, '1900-01-26']],
    ['a date at either end', [...visitDates, '1900-01-26', '2091-01-26']],
    ['a decade', [...visitDates, '2016-01-05']],
  ])('leave out %s', (_what, dates) => {
    expect(most(dates)).toEqual(all);
  });

  test('leave out a distant day however many records it has, also where there are only three days', () => {
    expect(most([...visitDates, ...Array.from({ length: 60 }, () => '2091-01-26')])).toEqual(all);
    expect(most(['2025-09-03', '2025-09-12', '2091-09-12'])).toEqual(span('2025-09-03', '2025-09-12'));
  });

  test.each([
    ['nothing lies far away', visitDates],
    ['a visit comes late in a short study', ['2025-09-03', '2025-09-12', '2026-12-30']],
    ['a long course has a gap of two years that leaves enough of the axis', ['2018-03-01', '2020-03-01', '2022-03-01', '2024-05-01']],
    ['it is unclear which of two dates is mistyped', ['2025-09-03', '2091-09-03']],
    ['too many days lie far away', [...visitDates.slice(0, 4), '2091-01-01', '2092-01-01', '2093-01-01']],
    ['there is only one day', ['2025-09-03', '2025-09-03']],
    ['there are no dates', []],
  ])('are null where %s', (_what, dates) => {
    expect(most(dates)).toBeNull();
  });
});

describe('the dates shown', () => {
  const lab = (date: string, key = date): DatedRecord => ({ dataset: 'labs', key, ...span(date, date) });
  const taken = (first: string | null, last: string | null): DatedRecord => ({
    dataset: 'medications',
    key: `${String(first)} ${String(last)}`,
    first: first === null ? Number.NEGATIVE_INFINITY : dayOf(day(first)),
    last: last === null ? Number.POSITIVE_INFINITY : dayOf(day(last)),
  });
  const usual = visitDates.map((date) => lab(date));
  const counted = [
    ...usual,
    lab('2091-01-26', 'a'),
    lab('2091-01-26', 'b'),
    { dataset: 'vitals', key: 'a', ...span('1900-01-26', '1900-01-26') } as const,
  ];
  const dated = { counted, medications: [taken('2026-05-01', '2026-06-01')] };
  const byDates = { anchor: null };

  test('are those of most records with the others counted, or on request all with the outliers counted', () => {
    const first = shownDates(dated, 'most');
    expect(first.span).toEqual(all);
    expect(datesWords(first, byDates)).toBe(
      '2 lab results and 1 vital sign (26 Jan 1900 to 26 Jan 2091) lie outside the dates shown, 3 Sept 2025 to 2 Mar 2026.',
    );
    const whole = shownDates(dated, 'all');
    expect(whole.span).toBeNull();
    expect(datesWords(whole, byDates)).toMatch(/ lie far from the other dates, 3 Sept 2025 to 2 Mar 2026\.$/);
    expect(datesWords(shownDates({ counted: usual, medications: [] }, 'most'), byDates)).toBeNull();
  });

  test('are the marked ones if any record lies in them, and otherwise those of most records', () => {
    const marked = shownDates(dated, span('2025-09-12', '2025-10-03'));
    expect(marked.apart).toHaveLength(counted.length - 2);
    const ofBar = span('2026-05-20', '2026-05-21');
    expect(shownDates(dated, ofBar)).toMatchObject({ span: ofBar, apart: { length: counted.length } });
    const ofNothing = span('2030-01-01', '2031-01-01');
    expect([holdsAny(dated, ofBar), holdsAny(dated, ofNothing)]).toEqual([true, false]);
    expect(shownDates(dated, ofNothing).span).toEqual(all);
    expect(holdsAny({ ...dated, medications: [taken('2026-05-01', null)] }, ofNothing)).toBe(true);
    expect(spanWords(span('2025-12-05', '2025-12-05'))).toBe('5 Dec 2025');
  });

  test('state when nothing is left out, and when day 1 lies outside them', () => {
    const course = shownDates({ counted: usual, medications: [] }, all);
    expect(datesWords(course, byDates)).toBe('All dated results and assessments are within the dates shown, 3 Sept 2025 to 2 Mar 2026.');
    expect(datesWords(course, { anchor: all.first })).toBe(datesWords(course, byDates));
    expect(datesWords(course, { anchor: all.first - 1 })).toMatch(/2 Mar 2026\. Day 1 \(2 Sept 2025\) is outside the dates shown\.$/);
    expect(datesWords(shownDates(dated, 'all'), { anchor: dayOf(day('1900-01-26')) })).not.toMatch(/Day 1/);
  });

  test('count each medication once if there are only medications, and as outside only if no day of it is within', () => {
    const medications = [
      taken('2016-03-01', null),
      taken('2025-09-01', '2025-09-20'),
      taken('2025-09-12', '2025-10-02'),
      taken('2025-10-01', '2025-10-28'),
    ];
    const only = { counted: medications, medications };
    const first = shownDates(only, 'most');
    expect(first).toMatchObject({ span: span('2025-09-01', '2025-10-28'), apart: [] });
    expect(datesWords(first, byDates)).toBe('All dated medication records extend into the dates shown, 1 Sept 2025 to 28 Oct 2025.');
    expect(datesWords(shownDates(only, 'all'), byDates)).toBe(
      'The start or the end of a medication record lies far from the other dates, 1 Sept 2025 to 28 Oct 2025.',
    );
    expect(datesWords(shownDates(only, span('2025-09-14', '2025-09-20')), byDates)).toBe(
      '1 medication record (1 Oct 2025 to 28 Oct 2025) lies outside the dates shown, 14 Sept 2025 to 20 Sept 2025.',
    );
  });
});

test('a strip with nothing in range counts each kind of omitted result separately', () => {
  expect(noneWithinWords('results', { notShown: 3, undated: 2 })).toBe('No results within the dates shown, 3 not shown, 2 without a date.');
  expect(leftWords({ notShown: 0, undated: 0, otherUnits: 1200 })).toEqual(['1,200 in other units']);
});
