import { describe, expect, test } from 'vitest';
import { otherHeights, unlikelyValues, weightJumps } from '../../../src/core/checks/check-vital-values.ts';
import { numbersOf, rowidsOf } from './plain-results.ts';

describe('a very unusual vital sign', () => {
  test.each([
    ['SYSBP', 55, 245],
    ['DIABP', 25, 155],
    ['PULSE', 28, 215],
    ['HR', 28, 215],
    ['RESP', 5, 60],
    ['TEMP', 33, 42.5],
    ['OXYSAT', 60, 100],
  ])('is a %s below %f or above %f', (code, least, most) => {
    const middle = (least + most) / 2;
    expect(rowidsOf(unlikelyValues(code, numbersOf([least, most, middle, middle, middle, middle])))).toEqual([]);
    expect(rowidsOf(unlikelyValues(code, numbersOf([least - 0.1, most + 0.1, middle, middle, middle, middle])))).toEqual([0, 1]);
  });

  test('is real if more than a third of the subject’s values are such', () => {
    expect(rowidsOf(unlikelyValues('OXYSAT', numbersOf([50, 97, 97])))).toEqual([0]);
    expect(rowidsOf(unlikelyValues('OXYSAT', numbersOf([50, 97])))).toEqual([]);
    expect(unlikelyValues('WEIGHT', numbersOf([1, 70, 70]))).toEqual([]);
  });
});

const up = (share: number): number => 70 * Math.exp(share);

describe('a weight between two others', () => {
  test.each<[readonly number[], readonly number[]]>([
    [[70, up(0.1201), 70], [1]],
    [[70, up(0.1199), 70], []],
    [[70, up(-0.1201), 70], [1]],
    [[70, up(0.2), up(0.0499)], [1]],
    [[70, up(0.2), up(0.0501)], []],
    [[70, up(0.15), up(0.04)], []],
    [[70, 0, 90, 70], [2]],
  ])('%j jumps at %j', (values, found) => {
    expect(rowidsOf(weightJumps(numbersOf(values, 20)))).toEqual(found);
  });

  test.each([
    [37, [1]],
    [38, []],
  ])('jumps if those are within 75 days: every %i days at %j', (daysApart, found) => {
    expect(rowidsOf(weightJumps(numbersOf([70, 90, 70], daysApart)))).toEqual(found);
  });

  test('counts as within 75 days on the last of them', () => {
    expect(rowidsOf(weightJumps(numbersOf([70, 90, 70], 37.5)))).toEqual([1]);
  });
});

describe('a weight at the beginning or at the end', () => {
  test.each<[readonly number[], readonly number[]]>([
    [[up(0.2001), 70, 70], [0]],
    [[up(0.1999), 70, 70], []],
    [[70, 70, up(-0.2001)], [2]],
    [[70, 70, up(-0.1999)], []],
    [[up(0.3), 70, up(0.0499)], [0]],
    [[up(0.3), 70, up(0.0501)], []],
    [[up(0.3), 70], []],
    [[90], []],
  ])('%j jumps at %j', (values, found) => {
    expect(rowidsOf(weightJumps(numbersOf(values, 20)))).toEqual(found);
  });

  test.each([
    [75, [2]],
    [75.01, []],
  ])('jumps if it is within 75 days: every %f days at %j', (daysApart, found) => {
    expect(rowidsOf(weightJumps(numbersOf([70, 70, 90], daysApart)))).toEqual(found);
  });
});

test('weights without a date are not compared', () => {
  const numbers = numbersOf([70, 90, 70], 20);
  expect(weightJumps(numbers.map((number, place) => (place === 0 ? { ...number, one: { ...number.one, at: null } } : number)))).toEqual([]);
});

test.each<[readonly number[], readonly number[]]>([
  [[172, 176, 172], []],
  [[172, 176.1, 172], [1]],
  [[172, 167.9, 172], [1]],
  [[145, 150, 145], [1]],
  [[144.9, 150, 144.9], []],
  [[172, 180], [1]],
  [[180, 172], [1]],
  [
    [172, 180, 160, 172],
    [1, 2],
  ],
  [[], []],
])('of the heights %j, those at %j are another’s', (values, found) => {
  expect(rowidsOf(otherHeights(numbersOf(values)))).toEqual(found);
});
