import { expect, test } from 'vitest';
import { isLongBreak, isResumable, newestOf } from '../../../src/core/sync/resume-policy.ts';

const hour = 60 * 60 * 1000;

test.each([
  [0, true],
  [11 * hour, true],
  [12 * hour - 1, true],
  [12 * hour, false],
  [13 * hour, false],
  // The clock was set back.
  [-2 * hour, true],
  [-13 * hour, false],
])('a pass that began %i ms ago may be resumed: %s', (ago, may) => {
  expect(isResumable(1e12 - ago, 1e12)).toBe(may);
});

test.each([
  [59_000, false],
  [60_000, false],
  [60_001, true],
  [61_000, true],
  [-2 * hour, true],
])('a break of %i ms is long: %s', (ago, long) => {
  expect(isLongBreak(1e12 - ago, 1e12)).toBe(long);
});

test.each([
  [[], null, null],
  [[1], 12, null],
  [[1, 12], 12, null],
  [[1, 2, 3, 12], 12, 3],
  [[12, 1, 3, 2], 12, 3],
  [[1, 2, 3], null, 3],
])('of the staged pages %j of %s, the newest that no second look covers is %s', (staged, last, newest) => {
  expect(newestOf(staged, last)).toBe(newest);
});
