import { expect, test } from 'vitest';
import { createServiceClock } from '../../../src/core/client/service-clock.ts';

const now = Date.parse('2026-11-20T14:00:00.400Z');

function offsetBy(seconds: number, answers = 1): number | null {
  const clock = createServiceClock();
  for (let n = 0; n < answers; n += 1)
    clock.note(new Date(now + n * 1000 + seconds * 1000).toUTCString(), now + n * 1000 - 50, now + n * 1000);
  return clock.offset();
}

test('reports no offset if the clocks agree within the precision of the Date header', () => {
  expect([offsetBy(0), offsetBy(1), offsetBy(-1)]).toEqual([0, 0, 0]);
});

test.each([600, -600, 400 * 86_400, -400 * 86_400])('finds an offset of %i s', (seconds) => {
  expect(Math.abs((offsetBy(seconds, 9) ?? 0) - seconds)).toBeLessThanOrEqual(1);
});

test('ignores a single odd answer, and knows no offset without a usable Date header', () => {
  const clock = createServiceClock();
  expect(clock.offset()).toBeNull();
  clock.note(undefined, now, now);
  for (const unusable of [
    'yesterday',
    '1',
    '1 GMT',
    'Fri, 20 Nov 2026 14:00:00',
    'Fri Nov 20 14:00:00 2026',
    'Mon, 01 Jan 275000 00:00:00 GMT',
  ])
    clock.note(unusable, now, now);
  expect(clock.offset()).toBeNull();
  for (const seconds of [0, 0, 5000]) clock.note(new Date(now + seconds * 1000).toUTCString(), now, now);
  expect(clock.offset()).toBe(0);
});
