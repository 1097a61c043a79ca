import { expect, test } from 'vitest';
import { planRestart } from '../../../src/main/platform/restart-policy.ts';

test('the pauses double, and the sixth end in a row is the last', () => {
  expect([0, 1, 2, 3, 4, 5].map((failures) => planRestart(failures, 50))).toEqual([
    { failures: 1, pause: 200 },
    { failures: 2, pause: 400 },
    { failures: 3, pause: 800 },
    { failures: 4, pause: 1600 },
    { failures: 5, pause: 3200 },
    'give-up',
  ]);
});

test('a process that ran for over a minute begins again with the first pause', () => {
  expect(planRestart(5, 60_001)).toEqual({ failures: 1, pause: 200 });
});
