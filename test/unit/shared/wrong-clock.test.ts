import { describe, expect, test } from 'vitest';
import { computersTime, sayAgainstService, sayWrongClock, wrongClockOf } from '../../../src/shared/wrong-clock.ts';

describe('a clock that is wrong', () => {
  test.each([
    [null, null],
    [0, null],
    [119, null],
    [-119, null],
    [120, -120],
    [-34_560_000, 34_560_000],
  ])('a service offset of %s s is reported as %s s of this computer', (clockOffsetSeconds, ahead) => {
    expect(wrongClockOf({ clockOffsetSeconds })).toBe(ahead);
  });

  test('is not reported without a proof', () => {
    expect(wrongClockOf(null)).toBeNull();
  });

  test.each([
    [720, '12 minutes ahead'],
    [-10_800, '3 hours behind'],
    [34_560_000, '400 days ahead'],
    [7199, '120 minutes ahead'],
    [7200, '2 hours ahead'],
    [172_799, '48 hours ahead'],
    [172_800, '2 days ahead'],
    [-1, '0 minutes behind'],
    [1, '0 minutes ahead'],
  ])('%i s is worded as %s', (seconds, words) => {
    expect(sayWrongClock(seconds)).toBe(words);
  });

  test('is worded relative to the clock of the service', () => {
    expect([720, -720].map(sayAgainstService)).toEqual(["12 minutes ahead of the service's", "12 minutes behind the service's"]);
  });

  test('showed another time at a moment of the service', () => {
    expect(computersTime('2026-11-20T14:05:00.000Z', 720)).toBe('2026-11-20T14:17:00.000Z');
  });

  test('shows the last time that can be written for a later one, and the first for an earlier one', () => {
    expect(computersTime('2026-11-20T14:05:00.000Z', 1e300)).toBe('+275760-09-13T00:00:00.000Z');
    expect(computersTime('2026-11-20T14:05:00.000Z', -1e300)).toBe('-271821-04-20T00:00:00.000Z');
  });
});
