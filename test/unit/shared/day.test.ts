import { expect, test } from 'vitest';
import { calendarDaysBetween, isCalendarDay, isoDay, millisecondsOfDay } from '../../../src/shared/day.ts';

test.each([
  ['2026-05-14', true],
  ['2024-02-29', true],
  ['2025-02-29', false],
  ['2026-13-01', false],
  ['2026-5-14', false],
  ['05/14/2026', false],
  ['2026-05-14T00:00', false],
  ['', false],
])('%s is a day of the calendar: %s', (text, is) => {
  expect(isCalendarDay(text)).toBe(is);
});

test.each([
  ['2026-05-14T00:00Z', '2026-05-14T23:59Z', 0],
  ['2026-05-14T23:59Z', '2026-05-15T00:00Z', 1],
  ['2026-05-15T00:00Z', '2026-05-14T23:59Z', -1],
  ['2026-05-14T08:00Z', '2027-05-14T07:00Z', 365],
])('from %s to %s are %i calendar days', (from, to, days) => {
  expect(calendarDaysBetween(Date.parse(from), Date.parse(to))).toBe(days);
});

test.each(['1969-12-31', '1970-01-01', '2024-02-29', '2026-05-14'])('%s is written as it was counted', (day) => {
  expect(isoDay(Date.parse(day) / millisecondsOfDay)).toBe(day);
});
