import { describe, expect, test } from 'vitest';
import { factorJumps } from '../../../src/core/checks/check-jumps.ts';
import type { Result } from '../../../src/core/checks/read-courses.ts';
import { plainResult, rowidsOf } from './plain-results.ts';

function jumps(numbers: readonly (number | null)[], more: (place: number) => Partial<Result> = () => ({})): readonly number[] {
  return rowidsOf(factorJumps(numbers.map((number, place) => plainResult(place, { number, ...more(place) }))));
}

describe('a jump between two results', () => {
  test.each([
    [9, true],
    [8.99, false],
    [11, true],
    [11.01, false],
    [100, false],
    [900, true],
    [899, false],
    [1100, true],
    [1101, false],
  ])('by a factor of %f is found: %s', (factor, isFound) => {
    const expected = isFound ? [1] : [];
    expect([jumps([1, factor, 1]), jumps([factor, 1, factor])]).toEqual([expected, expected]);
  });

  test.each([
    [10, []],
    [1000, [1]],
  ])('of a test that may change tenfold by a factor of %i: %j', (factor, found) => {
    expect(jumps([1, factor, 1], () => ({ code: 'CRP' }))).toEqual(found);
  });

  test('to both of them must be in one direction', () => {
    expect(jumps([1, 10, 100])).toEqual([]);
    expect(jumps([1, 10, 2])).toEqual([]);
    expect(jumps([2, 10, 1])).toEqual([]);
    expect(jumps([10, 1, 5])).toEqual([]);
    expect(jumps([5, 1, 10])).toEqual([]);
  });
});

describe('a jump at the beginning or at the end', () => {
  test.each([
    [[10, 1, 2], [0]],
    [[10, 1, 2.01], []],
    [[10, 1, 0.5], [0]],
    [[10, 1, 0.49], []],
    [[1, 10, 9], [0]],
    [[2, 1, 10], [2]],
    [[2.01, 1, 10], []],
    [[9, 10, 1], [2]],
    [[10, 1], []],
    [[1], []],
  ])('%j is found at %j', (numbers, found) => {
    expect(jumps(numbers)).toEqual(found);
  });
});

describe('a result is not compared', () => {
  test.each<[string, Partial<Result>]>([
    ['without a number', { number: null }],
    ['of 0', { number: 0 }],
    ['below 0', { number: -10 }],
    ['without a date', { at: null }],
    ['with a range from below 0', { isRangeBelowZero: true }],
    ['of another test', { test: 'U' }],
    ['in another unit', { means: 'y' }],
  ])('%s', (_what, odd) => {
    expect(jumps([1, 10, 1], (place) => (place === 1 ? odd : {}))).toEqual([]);
    expect(jumps([1, 10, 50, 1], (place) => (place === 2 ? odd : {}))).toEqual([1]);
  });
});
