import { describe, expect, test } from 'vitest';
import {
  allPicked,
  chosenOf,
  countPicked,
  headTick,
  isNonePicked,
  isPicked,
  needsCount,
  nonePicked,
  pickKeys,
  underNewFilter,
} from '../../../../src/renderer/data/table/picked.ts';

test('nothing is ticked at first', () => {
  expect(isNonePicked(nonePicked)).toBe(true);
  expect(chosenOf(nonePicked)).toBeNull();
});

test('ticking twice unticks', () => {
  expect(pickKeys(pickKeys(nonePicked, ['a'], true), ['a'], false)).toEqual(nonePicked);
});

describe('ticking all rows of the filter', () => {
  test('includes rows that were never loaded', () => {
    expect(isPicked(allPicked, 'never seen')).toBe(true);
    expect(countPicked(allPicked, 48_210)).toBe(48_210);
  });

  test('keeps all others ticked when one is unticked', () => {
    const but = pickKeys(allPicked, ['a'], false);
    expect(isPicked(but, 'a')).toBe(false);
    expect(countPicked(but, 10)).toBe(9);
    expect(chosenOf(but)).toEqual({ mode: 'except', keys: ['a'] });
  });

  test('allows unticked rows to be ticked again', () => {
    expect(pickKeys(pickKeys(allPicked, ['a', 'b', 'c'], false), ['a', 'b'], true).keys).toEqual(new Set(['c']));
  });

  test('ends with a new filter, while individual ticks stay', () => {
    expect(underNewFilter(allPicked)).toBe(nonePicked);
    const some = pickKeys(nonePicked, ['a'], true);
    expect(underNewFilter(some)).toBe(some);
  });
});

test.each([
  [0, 10, 'none'],
  [3, 10, 'some'],
  [10, 10, 'all'],
  [0, 0, 'none'],
  [5, 0, 'none'],
] as const)('%i ticked of %i rows show as %s', (count, rows, expected) => {
  expect(headTick(count, rows)).toBe(expected);
});

test('named rows are counted by a query: a filter may hide some, and a sync may have removed some', () => {
  expect(needsCount(pickKeys(nonePicked, ['a'], true))).toBe(true);
  expect(needsCount(pickKeys(allPicked, ['a'], false))).toBe(true);
  expect(needsCount(nonePicked)).toBe(false);
  expect(needsCount(allPicked)).toBe(false);
});
