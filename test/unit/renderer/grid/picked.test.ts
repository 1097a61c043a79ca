import { describe, expect, test } from 'vitest';
import {
  allPicked,
  chosenOf,
  countPicked,
  headTick,
  isNonePicked,
  isPicked,
  nonePicked,
  pickKeys,
  togglePicked,
  underNewFilter,
} from '../../../../src/renderer/data/table/picked.ts';

test('nothing is ticked at first', () => {
  expect(isNonePicked(nonePicked)).toBe(true);
  expect(chosenOf(nonePicked)).toBeNull();
});

test('ticking twice is not ticking', () => {
  expect(togglePicked(togglePicked(nonePicked, 'a'), 'a')).toEqual(nonePicked);
});

describe('all rows of the filter', () => {
  test('every key is ticked, also of rows that were never loaded', () => {
    expect(isPicked(allPicked, 'never seen')).toBe(true);
    expect(countPicked(allPicked, 48_210)).toBe(48_210);
  });

  test('unticking one leaves all but that', () => {
    const but = togglePicked(allPicked, 'a');
    expect(isPicked(but, 'a')).toBe(false);
    expect(countPicked(but, 10)).toBe(9);
    expect(chosenOf(but)).toEqual({ mode: 'except', keys: ['a'] });
  });

  test('a range can be ticked again', () => {
    expect(pickKeys(pickKeys(allPicked, ['a', 'b', 'c'], false), ['a', 'b'], true).keys).toEqual(new Set(['c']));
  });

  test('it ends with another filter, single ticks stay', () => {
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
] as const)('%i of %i ticked rows show as %s', (count, rows, expected) => {
  expect(headTick(count, rows)).toBe(expected);
});
