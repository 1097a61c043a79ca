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

/** The offset that is told of clocks this many milliseconds apart. */
function toldOf(...apart: readonly number[]): number | null {
  const clock = createServiceClock();
  for (const one of apart) {
    const at = Date.parse('2026-11-20T14:00:00Z');
    clock.note(new Date(at).toUTCString(), at + 500 - one - 100, at + 500 - one + 100);
  }
  return clock.offset();
}

test.each([
  [2000, 0],
  [-2000, 0],
  [2001, 2],
  [-2001, -2],
  [2499, 2],
  [2501, 3],
])('clocks that are %i ms apart are told as %i s', (apart, seconds) => {
  expect(toldOf(apart)).toBe(seconds);
});

test('tells the median, of an even number the later one', () => {
  expect(toldOf(9000, -50_000, 3000)).toBe(3);
  expect(toldOf(10_000, 9000, 8000, 7000)).toBe(9);
});

test('records the last 501 answers', () => {
  expect(toldOf(...Array<number>(251).fill(0), ...Array<number>(251).fill(9000))).toBe(9);
  expect(toldOf(...Array<number>(251).fill(0), ...Array<number>(250).fill(9000))).toBe(0);
  expect(toldOf(...Array<number>(252).fill(9000), ...Array<number>(251).fill(0))).toBe(0);
});

test('an answer that came before it was asked for tells nothing', () => {
  const clock = createServiceClock();
  const date = new Date(now).toUTCString();
  clock.note(date, now, now - 1);
  clock.note('Thu, 01 Jan 1970 00:00:00 GMT', now, now);
  expect(clock.offset()).toBeNull();
  clock.note(date, now, now);
  expect(clock.offset()).toBe(0);
});

test('a date may be of the last year with four digits', () => {
  const told = (date: string): number | null => {
    const clock = createServiceClock();
    clock.note(date, 0, 0);
    return clock.offset();
  };
  expect([told('Fri, 31 Dec 9999 23:59:59 GMT'), told('Sat, 01 Jan 10000 00:00:00 GMT')]).toEqual([Date.UTC(10_000, 0) / 1000, null]);
});
