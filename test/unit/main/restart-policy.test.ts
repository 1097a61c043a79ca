import { expect, test } from 'vitest';
import { planRestart } from '../../../src/main/platform/restart-policy.ts';

test('doubles the pause, and gives up after the sixth failure in a row', () => {
  expect([0, 1, 2, 3, 4, 5].map((failures) => planRestart(failures, 50))).toEqual([
    { failures: 1, pause: 200 },
    { failures: 2, pause: 400 },
    { failures: 3, pause: 800 },
    { failures: 4, pause: 1600 },
    { failures: 5, pause: 3200 },
    'give-up',
  ]);
});

test('starts again with the first pause after a run of over a minute', () => {
  expect(planRestart(5, 60_001)).toEqual({ failures: 1, pause: 200 });
});
