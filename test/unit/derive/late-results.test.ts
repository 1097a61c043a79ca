import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastShownDay, lateResults, shownUpTo } from '../../../src/shared/derive/late-results.ts';
import { noSeries, nothingLeftOut, type SubjectSeries } from '../../../src/shared/derive/result-series.ts';
import { trendsOf } from '../../../src/shared/derive/trends.ts';

/** Results of a subject on these days; day 1 is that of the anchor. */
function subject(name: string, days: readonly number[]): SubjectSeries {
  const points = days.map((day) => ({
    ...{ weeks: (day - 1) / 7, at: day * 86_400_000, day, value: day, beyond: 0 as const, flag: null, grade: null },
  }));
  return { subject: name, points };
}

const everyTwoWeeks = Array.from({ length: 12 }, (_, at) => 1 + 14 * at);
/** 720 results of sixty subjects up to day 155. */
const usual = Array.from({ length: 60 }, (_, at) => subject(`s${String(at)}`, everyTwoWeeks));

describe('the last day shown', () => {
  test('is where nearly all results end if a few are far later', () => {
    expect(lastShownDay([...usual, subject('mistyped', [1, 3000])])).toBe(155);
    expect(lastShownDay([...usual, subject('a', [400]), subject('b', [410])])).toBe(155);
  });

  test('is null unless they are later by more than a third of the time before', () => {
    expect(lastShownDay([...usual, subject('late', [205])])).toBeNull();
    expect(lastShownDay([...usual, subject('late', [215])])).toBe(155);
  });

  test('is null if five subjects are followed that long', () => {
    const long = ['a', 'b', 'c', 'd', 'e'].map((name) => subject(name, [900]));
    expect(lastShownDay([...usual, ...long.slice(1)])).toBe(155);
    expect(lastShownDay([...usual, ...long])).toBeNull();
  });

  test('is one of 100 results or more', () => {
    const ninetySix = usual.slice(0, 8);
    expect(lastShownDay([...ninetySix, subject('late', [1, 2, 3, 3000])])).toBe(183);
    expect(lastShownDay([...ninetySix, subject('late', [1, 2, 3000])])).toBeNull();
  });

  test('is that of the anchor or later, and a third of the time before it may begin earlier', () => {
    const before = (last: number): readonly SubjectSeries[] =>
      Array.from({ length: 60 }, (_, at) =>
        subject(
          `s${String(at)}`,
          everyTwoWeeks.map((day) => day - 155 + last),
        ),
      );
    expect(lastShownDay([...before(1), subject('late', [53])])).toBe(1);
    expect(lastShownDay([...before(1), subject('late', [51])])).toBeNull();
    expect(lastShownDay([...before(0), subject('late', [300])])).toBeNull();
  });

  test('is null for fewer than 100 results or five subjects', () => {
    expect(lastShownDay([...usual.slice(0, 8), subject('late', [3000])])).toBeNull();
    const [one] = usual;
    const days = Array.from({ length: 200 }, (_, at) => at + 1);
    expect(lastShownDay([subject(one?.subject ?? '', [...days, 9000])])).toBeNull();
  });
});

test('assigns a result to its day despite the rounding of weeks in a double', () => {
  const days = Array.from({ length: 9000 }, (_, at) => at + 1);
  const { series } = shownUpTo({ ...noSeries, series: [subject('a', days)] }, 8999);
  expect(series[0]?.points.length).toBe(8999);
  const wrong = days.filter((day) => shownUpTo({ ...noSeries, series: [subject('a', [day])] }, day - 1).series.length > 0);
  expect(wrong).toEqual([]);
});

test('shows every result or counts it as late, for every test', () => {
  const days = fc.array(fc.integer({ min: -100, max: 6000 }), { minLength: 1, maxLength: 40 });
  const tests = fc.array(fc.array(days, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(tests, fc.integer({ min: 1, max: 400 }), (given, day) => {
      const parts = given.map((subjects, at) => ({
        test: `T${String(at)}`,
        of: {
          ...noSeries,
          series: subjects.map((own, place) =>
            subject(
              `s${String(place)}`,
              own.toSorted((a, b) => a - b),
            ),
          ),
        },
      }));
      const count = (series: readonly SubjectSeries[]): number => series.reduce((sum, { points }) => sum + points.length, 0);
      const shown = parts.reduce((sum, { of }) => sum + count(shownUpTo(of, day).series), 0);
      const all = parts.reduce((sum, { of }) => sum + count(of.series), 0);
      expect(shown + lateResults(parts, day).length).toBe(all);
      expect(parts.flatMap(({ of }) => shownUpTo(of, day).series.flatMap(({ points }) => points)).every((one) => one.value <= day)).toBe(
        true,
      );
    }),
  );
});

test('divides only the shown time into steps, and shows the full time if asked to', () => {
  const series = [...usual, subject('mistyped', [1, 3000])];
  const part = { test: 'ALT', of: { ...noSeries, series, results: 722 }, ...nothingLeftOut };
  const clipped = trendsOf([part]);
  expect(clipped).toMatchObject({ step: 2, results: 722, late: { day: 155, results: 1, isDrawn: false } });
  expect(clipped.trends[0]?.extent?.weeks).toEqual([0, 22]);
  expect(clipped.trends[0]?.bins.at(-1)?.from).toBe(22);
  const whole = trendsOf([part], true);
  expect(whole).toMatchObject({ late: { day: 155, results: 1, isDrawn: true } });
  expect(whole.step).toBeGreaterThan(12);
  expect(whole.trends[0]?.extent?.weeks[1]).toBeCloseTo(2999 / 7, 6);
});

test.each([
  [18, 1],
  [19, 2],
  [36, 2],
  [37, 3],
  [54, 3],
  [55, 4],
  [72, 4],
  [73, 6],
  [108, 6],
  [109, 12],
  [216, 12],
  [217, 26],
  [468, 26],
  [469, 52],
  [936, 52],
  [937, 104],
])('%i weeks are divided into steps of %i weeks, at most eighteen unless they are the longest', (weeks, step) => {
  const part = { test: 'ALT', of: { ...noSeries, series: [subject('one', [1, 1 + 7 * weeks])] }, ...nothingLeftOut };
  expect(trendsOf([part], true).step).toBe(step);
});
