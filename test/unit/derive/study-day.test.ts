import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarDay, studyDay } from '../../../src/shared/derive/study-day.ts';

const on = (text: string): number => calendarDay(text) ?? NaN;

describe('the calendar day of a date', () => {
  test.each([
    ['1970-01-01', 0],
    ['1970-01-02', 1],
    ['1969-12-31', -1],
    ['2024-02-29', 19_782],
    ['2025-09-03T23:59:59.999', 20_334],
    ['2025-09-03T23:30:00-05:00', 20_334],
    ['2025-09-03T00:30:00+05:30', 20_334],
    ['2025-09-03T00:30Z', 20_334],
  ])('of %s is %i, by local time as written', (text, day) => {
    expect(calendarDay(text)).toBe(day);
  });

  test.each(['2025', '2025-09', '2025-02-29', '2025-13-01', '2025-00-10', '03.09.2025', 'UNK', '', '20250903', '2025-09-031'])(
    'of "%s" is not known',
    (text) => {
      expect(calendarDay(text)).toBeNull();
    },
  );
});

describe('a day of a study', () => {
  test.each([
    ['2025-09-01', -2],
    ['2025-09-02', -1],
    ['2025-09-03', 1],
    ['2025-09-04', 2],
    ['2026-09-03', 366],
    ['2024-09-03', -365],
  ])('%s is day %i if the anchor is 2025-09-03', (text, day) => {
    expect(studyDay(on('2025-09-03'), on(text))).toBe(day);
  });

  test('is never 0, and keeps distances on either side', () => {
    fc.assert(
      fc.property(fc.integer({ min: -40_000, max: 40_000 }), fc.integer({ min: -5000, max: 5000 }), (anchor, distance) => {
        const day = studyDay(anchor, anchor + distance);
        expect(day).not.toBe(0);
        expect(day > 0 ? day - 1 : day).toBe(distance);
      }),
    );
  });
});
