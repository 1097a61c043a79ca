import { expect, test } from 'vitest';
import { screenLiver, type LiverScreen, type TimesUpperLimit } from '../../../src/shared/derive/hys-law.ts';

test.each<[string, readonly TimesUpperLimit[], readonly TimesUpperLimit[], Pick<LiverScreen, 'quadrant' | 'withinDays'>]>([
  ['both limits, which count, within two weeks', [{ day: 1, times: 3 }], [{ day: 15, times: 2 }], { quadrant: 'both', withinDays: true }],
  [
    'both limits in binary fractions',
    [{ day: 1, times: 0.6 / 0.2 }],
    [{ day: 1, times: 2.2 / 1.1 }],
    { quadrant: 'both', withinDays: true },
  ],
  ['both limits further apart', [{ day: 1, times: 3 }], [{ day: 16, times: 2 }], { quadrant: 'both', withinDays: false }],
  ['bilirubin before the transaminase', [{ day: 20, times: 8 }], [{ day: 8, times: 2.5 }], { quadrant: 'both', withinDays: true }],
  ['the transaminase alone', [{ day: 1, times: 3.1 }], [{ day: 1, times: 1.9 }], { quadrant: 'transaminase', withinDays: false }],
  ['bilirubin alone', [{ day: 1, times: 2.9 }], [{ day: 1, times: 2 }], { quadrant: 'bilirubin', withinDays: false }],
  ['neither', [{ day: 1, times: 1 }], [{ day: 1, times: 1 }], { quadrant: 'below', withinDays: false }],
  ['no bilirubin', [{ day: 1, times: 9 }], [], { quadrant: null, withinDays: null }],
])('a liver screen with %s', (_, transaminases, bilirubin, expected) => {
  expect(screenLiver(transaminases, bilirubin)).toMatchObject(expected);
});

test('peaks are the highest at any time', () => {
  const screen = screenLiver(
    [
      { day: 1, times: 2 },
      { day: 90, times: 5 },
    ],
    [{ day: 4, times: 0.5 }],
  );
  expect([screen.peakTransaminase, screen.peakBilirubin]).toEqual([5, 0.5]);
});
