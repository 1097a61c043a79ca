import { describe, expect, test } from 'vitest';
import { firstPlace } from '../../../src/core/checks/first-place.ts';
import { isOneSlipApart, slipKeys } from '../../../src/core/checks/one-slip.ts';
import { otherSpellings } from '../../../src/core/checks/spellings.ts';

const slips = { least: 4, otherLetter: false };

describe('one slip', () => {
  test.each([
    ['week', 'wek', false],
    ['weeks', 'weks', true],
    ['weekly', 'weekyl', true],
    ['weekly', 'weeklyx', true],
    ['weekly', 'xweekly', true],
    ['weekly', 'weeklyxy', false],
    ['weekly', 'wekyl', false],
    ['weekly', 'weexxly', false],
    ['weeks', 'week', false],
    ['week one', 'week one two', false],
    ['weekly one', 'weeky one', true],
    ['weekly-one', 'weeky one', true],
    ['weekly1', 'weekly', false],
    ['weekly12', 'weekly21', false],
    ['Weekly', 'WEEKYL', true],
    ['abcdef', 'badcef', false],
    ['abcdef', 'acbdef', true],
    ['abcdef', 'abdfec', false],
  ])('%s and %s: %s', (left, right, isSlip) => {
    expect([isOneSlipApart(left, right, slips), isOneSlipApart(right, left, slips)]).toEqual([isSlip, isSlip]);
  });

  test.each([
    ['visits', 'visits', false],
    ['visits', 'vixits', true],
    ['visits', 'vixxts', false],
  ])('with another letter, %s and %s: %s', (left, right, isSlip) => {
    expect(isOneSlipApart(left, right, { least: 4, otherLetter: true })).toBe(isSlip);
    expect(isOneSlipApart(left, right, slips)).toBe(false);
  });

  test('names have a key without each of their letters, up to 256 characters', () => {
    expect(slipKeys('abcd x', slips)).toEqual(['\0abcd\0x', '\0bcd\0x', '\0acd\0x', '\0abd\0x', '\0abc\0x']);
    expect(slipKeys('x abcd', slips)[0]).toBe('x\0abcd\0');
    expect(slipKeys('abc', slips)).toEqual([]);
    expect(slipKeys('a'.repeat(256), slips)).toHaveLength(2);
    expect(slipKeys('a'.repeat(257), slips)).toEqual([]);
  });
});

describe('another spelling', () => {
  const found = (counts: Readonly<Record<string, number>>): readonly string[] => otherSpellings(new Map(Object.entries(counts)), slips);

  test.each<[Readonly<Record<string, number>>, readonly string[]]>([
    [{ 'Week 1': 5, week1: 1 }, ['week1']],
    [{ 'Week 1': 4, week1: 0 }, []],
    [{ 'Week 1': 10, week1: 2 }, ['week1']],
    [{ 'Week 1': 9, week1: 2 }, []],
    [{ 'Week 1': 25, 'week-1': 5 }, []],
    [{ 'Week 1': 25, 'week 1.': 5 }, ['week 1.']],
    [{ 'Week 2.5': 25, 'Week 2,5': 1 }, ['Week 2,5']],
    [{ 'Week 2.5': 25, 'Week 25': 1 }, []],
    [{ 'Cells %': 25, Cells: 1 }, []],
    [{ 'Cells+': 25, Cells: 1 }, []],
    [{ Screening: 25, Screning: 5, Sceening: 6 }, ['Screning']],
  ])('in %j is %j', (counts, names) => {
    expect(found(counts)).toEqual(names);
  });
});

test.each([
  [5, 0, 0],
  [5, 3, 3],
  [5, 5, 5],
  [0, 0, 0],
])('of %i places, the first that holds from %i on is %i', (places, from, expected) => {
  expect(firstPlace(places, (place) => place >= from)).toBe(expected);
});
