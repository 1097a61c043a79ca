import { describe, expect, test } from 'vitest';
import {
  formatAge,
  formatExactMoment,
  formatSpan,
  hoursSince,
  formatMoment,
  formatShortMoment,
} from '../../../src/renderer/ui/format/dates.ts';
import { formatSize, formatTimeLeft } from '../../../src/renderer/ui/format/numbers.ts';
import { formatCount, formatCountOf } from '../../../src/shared/format-count.ts';

describe('numbers in words', () => {
  test('counts have grouped digits and a noun in the right number', () => {
    expect(formatCount(48210)).toBe('48,210');
    expect(formatCountOf(1, 'row')).toBe('1 row');
    expect(formatCountOf(0, 'study', 'studies')).toBe('0 studies');
  });

  test.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1000, '1.0 KB'],
    [148_000_000, '148 MB'],
    [999_600, '1.0 MB'],
    [2_500_000_000, '2.5 GB'],
  ])('%d bytes are %s', (bytes, says) => {
    expect(formatSize(bytes)).toBe(says);
  });

  test.each([
    [3, 'a few seconds left'],
    [38, 'about 40 s left'],
    [150, 'about 3 min left'],
  ])('%d seconds are %s', (seconds, says) => {
    expect(formatTimeLeft(seconds)).toBe(says);
  });
});

describe('moments', () => {
  test('a moment is shown in local time, with 24 hours and the day before the month', () => {
    const local = new Date(2026, 4, 14, 14, 5).toISOString();
    expect(formatMoment(local)).toBe('14 May 2026, 14:05');
    expect(formatShortMoment(local)).toBe('14 May, 14:05');
    expect(formatExactMoment(local)).toMatch(/^14 May 2026, 14:05:00 (?:UTC|GMT|[A-Z]{2,5}|GMT[+-][\d:]+)$/);
  });

  test('midnight is 00:00', () => {
    expect(formatShortMoment(new Date(2026, 0, 2, 0, 0).toISOString())).toBe('2 Jan, 00:00');
  });

  test('an invalid date is shown as it is', () => {
    expect(formatMoment('not a date')).toBe('not a date');
  });

  test('ages are whole and never negative', () => {
    const now = new Date('2026-05-14T12:00:00Z');
    expect(hoursSince('2026-05-13T12:00:01Z', now)).toBe(23);
    expect(hoursSince('2026-05-15T08:10:00Z', now)).toBe(0);
    expect([1, 47, 48, 240].map(formatAge)).toEqual(['1 hour old', '47 hours old', '2 days old', '10 days old']);
  });

  test('a span names the day of its end only if that is another day', () => {
    const at = (day: number, hour: number, second: number) => new Date(2026, 4, day, hour, 4, second).toISOString();
    expect(formatSpan(at(14, 14, 10), at(14, 15, 2))).toBe('14 May 2026, 14:04:10 to 15:04:02');
    expect(formatSpan(at(14, 14, 10), at(15, 3, 2))).toBe('14 May 2026, 14:04:10 to 15 May, 03:04:02');
  });
});
