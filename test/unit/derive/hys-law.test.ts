import { expect, test } from 'vitest';
import {
  peakOf,
  screenLiver,
  usualLiverWindow,
  type LiverResults,
  type LiverScreen,
  type LiverWindow,
} from '../../../src/shared/derive/hys-law.ts';

type Result = readonly [day: number, times: number, beyond?: -1 | 0 | 1];

function resultsOf(alt: readonly Result[], bilirubin: readonly Result[], alp: readonly Result[] = []): LiverResults {
  const all = (results: readonly Result[]): LiverResults['ALT'] => results.map(([day, times, beyond = 0]) => ({ day, times, beyond }));
  return { ALT: all(alt), AST: [], BILI: all(bilirubin), ALP: all(alp) };
}

const twoWeeks: LiverWindow = { withinDays: 14, direction: 'either' };

test.each<[string, readonly Result[], readonly Result[], LiverWindow, Pick<LiverScreen, 'quadrant' | 'withinDays'>]>([
  ['both limits within two weeks', [[1, 3]], [[15, 2.1]], twoWeeks, { quadrant: 'both', withinDays: true }],
  ['bilirubin of 2 × ULN, which does not count', [[1, 3]], [[15, 2]], twoWeeks, { quadrant: 'transaminase', withinDays: false }],
  ['the limit in binary fractions', [[1, 0.6 / 0.2]], [[1, 2.2]], twoWeeks, { quadrant: 'both', withinDays: true }],
  ['2 × ULN in binary fractions', [[1, 3]], [[1, 0.6 / 0.3 + 4e-16]], twoWeeks, { quadrant: 'transaminase', withinDays: false }],
  ['both limits further apart', [[1, 3]], [[16, 2.1]], twoWeeks, { quadrant: 'both', withinDays: false }],
  ['the same in the usual window', [[1, 3]], [[16, 2.1]], usualLiverWindow, { quadrant: 'both', withinDays: true }],
  ['bilirubin before the transaminase', [[20, 8]], [[8, 2.5]], twoWeeks, { quadrant: 'both', withinDays: true }],
  [
    'bilirubin before the transaminase if it must follow',
    [[20, 8]],
    [[8, 2.5]],
    { withinDays: 14, direction: 'after' },
    { quadrant: 'both', withinDays: false },
  ],
  ['a transaminase of at least 17.9', [[1, 17.9, 1]], [[1, 2.5]], twoWeeks, { quadrant: 'both', withinDays: true }],
  ['a transaminase below a bound', [[1, 17.9, -1]], [[1, 2.5]], twoWeeks, { quadrant: 'bilirubin', withinDays: false }],
  ['bilirubin above 2', [[1, 4]], [[1, 2, 1]], twoWeeks, { quadrant: 'both', withinDays: true }],
  ['the transaminase alone', [[1, 3.1]], [[1, 1.9]], twoWeeks, { quadrant: 'transaminase', withinDays: false }],
  ['neither limit', [[1, 1]], [[1, 1]], twoWeeks, { quadrant: 'below', withinDays: false }],
  ['no bilirubin', [[1, 9]], [], twoWeeks, { quadrant: null, withinDays: null }],
])('a liver screen with %s', (_, transaminases, bilirubin, window, expected) => {
  expect(screenLiver(resultsOf(transaminases, bilirubin), window)).toMatchObject(expected);
});

test.each<[string, readonly Result[], Partial<LiverScreen>]>([
  ['no ALP', [], { ratio: null, cholestasis: null }],
  ['a normal ALP', [[1, 1]], { ratio: 8, cholestasis: false }],
  ['an ALP of 2 × ULN before bilirubin', [[1, 2]], { ratio: 4, cholestasis: true }],
  ['an ALP that rises after bilirubin', [[30, 3]], { ratio: 2.66666666666667, cholestasis: false }],
  [
    'the nearest of several ALP',
    [
      [7, 1],
      [3, 2],
      [90, 4],
    ],
    { ratio: 4 },
  ],
  [
    'ALP of which the nearest is a bound or 0',
    [
      [1, 4, 1],
      [2, 0],
      [3, 2],
    ],
    { ratio: 4 },
  ],
  ['an ALP thirty days away', [[31, 2]], { ratio: 4 }],
  ['an ALP thirty-one days away', [[32, 2]], { ratio: null }],
  ['an ALP too far away', [[90, 1]], { ratio: null, cholestasis: false }],
  ['a high ALP without a date', [[Number.NaN, 2]], { ratio: null, cholestasis: null }],
])('cholestasis with %s', (_, alp, expected) => {
  expect(screenLiver(resultsOf([[1, 8]], [[10, 3]], alp), usualLiverWindow)).toMatchObject(expected);
});

test('the R ratio is that of the highest ALT, of equal ones a dated one; a bound has none', () => {
  const ratioOf = (...alt: readonly Result[]): number | null => screenLiver(resultsOf(alt, [], [[1, 2]]), usualLiverWindow).ratio;
  expect(ratioOf([1, 2], [2, 8])).toBe(4);
  expect(ratioOf([1, 2], [2, 25, 1])).toBeNull();
  expect(ratioOf([1, 2], [2, 25, -1])).toBe(1);
  expect(ratioOf([Number.NaN, 8], [2, 8])).toBe(4);
  expect(ratioOf([Number.NaN, 9], [2, 8])).toBeNull();
});

test.each<[string, readonly Result[], readonly Result[], boolean | null]>([
  [
    'an ALP after a dated bilirubin, whenever the undated one was',
    [
      [Number.NaN, 3],
      [10, 3],
    ],
    [[30, 3]],
    false,
  ],
  [
    'an ALP that an undated bilirubin may precede',
    [
      [Number.NaN, 3],
      [10, 3],
    ],
    [[5, 3]],
    null,
  ],
  ['an undated bilirubin alone', [[Number.NaN, 3]], [[5, 3]], null],
  [
    'an undated bilirubin that is not high',
    [
      [Number.NaN, 1],
      [10, 3],
    ],
    [[5, 3]],
    true,
  ],
  ['an undated ALP without a high bilirubin', [[10, 1]], [[Number.NaN, 3]], true],
])('initial cholestasis with %s', (_, bilirubin, alp, expected) => {
  expect(screenLiver(resultsOf([[1, 8]], bilirubin, alp), usualLiverWindow).cholestasis).toBe(expected);
});

test('a peak is the highest at any time; a lower bound is "at least" that, an upper bound counts only alone', () => {
  const { ALT } = resultsOf(
    [
      [1, 2],
      [90, 5],
      [91, 5, 1],
      [92, 9, -1],
    ],
    [],
  );
  expect(peakOf(ALT)).toMatchObject({ times: 5, beyond: 1 });
  expect(peakOf(resultsOf([[1, 0.1, -1]], []).ALT)).toMatchObject({ times: 0.1, beyond: -1 });
  expect(peakOf([])).toBeNull();
});
