import { expect, test } from 'vitest';
import { isCalendarDay } from '../../../src/shared/day.ts';

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
