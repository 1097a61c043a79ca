import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPacer, type Pacer } from '../../../src/core/client/pacer.ts';
import { usualBackoff } from '../../../src/core/client/status-policy.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Answers evenly spaced requests up to a rate and refuses those that come sooner, like `limit_req` of nginx without a burst. */
function limitedService(perSecond: number) {
  const counts = { good: 0, refused: 0 };
  let free = 0;
  const ask = (): boolean => {
    const isGood = Date.now() >= free;
    if (isGood) free = Date.now() + 1000 / perSecond;
    counts[isGood ? 'good' : 'refused'] += 1;
    return isGood;
  };
  return { ask, counts };
}

/** Requests pages, up to four at a time, until all have arrived. */
async function readAll(pacer: Pacer, pages: number, service: ReturnType<typeof limitedService>): Promise<void> {
  let left = pages;
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      for (let isGood = false; !isGood;) {
        const turn = await pacer.enter(null);
        isGood = service.ask();
        await new Promise((done) => setTimeout(done, 5));
        turn.leave(isGood ? 'good' : 'limited');
      }
    }
  };
  await Promise.all([one(), one(), one(), one()]);
}

function newPacer(maxPerSecond: number | null = null): Pacer {
  return createPacer({ backoff: usualBackoff, random: () => 0.5, most: 4, maxPerSecond, clock: () => Date.now() });
}

async function within(seconds: number, work: Promise<unknown>): Promise<void> {
  let done = false;
  void work.then(() => (done = true));
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  expect(done).toBe(true);
}

describe('requests of a connection', () => {
  test.each([
    [2, 80],
    [10, 40],
  ])('to a service limited to %i a second all succeed, and few are refused', async (perSecond, seconds) => {
    const service = limitedService(perSecond);
    await within(seconds, readAll(newPacer(), 100, service));
    expect(service.counts.good).toBe(100);
    expect(service.counts.refused / (100 + service.counts.refused)).toBeLessThan(0.3);
  });

  test('of two processes share the limit of a service', async () => {
    const service = limitedService(10);
    await within(200, Promise.all([readAll(newPacer(), 100, service), readAll(newPacer(), 100, service)]));
    expect(service.counts.refused / (200 + service.counts.refused)).toBeLessThan(0.6);
  });

  test('resume quickly once a service that was away is back', async () => {
    const back = Date.now() + 20_000;
    const away = { ask: () => Date.now() >= back, counts: { good: 0, refused: 0 } };
    // The longest hold may begin just before the service is back.
    await within(20 + usualBackoff.ceiling / 1000 + 10, readAll(newPacer(), 50, away));
  });

  test('have no gaps if nothing is refused', async () => {
    const service = limitedService(Number.POSITIVE_INFINITY);
    await within(0.5, readAll(newPacer(), 100, service));
  });

  test('keep to a configured rate from the first one on', async () => {
    const service = limitedService(5);
    await within(25, readAll(newPacer(5), 100, service));
    expect(service.counts.refused).toBe(0);
  });

  test('are as fast as before after a service was down for a minute', async () => {
    const service = limitedService(Number.POSITIVE_INFINITY);
    const pacer = newPacer();
    const back = Date.now() + 60_000;
    const ask = (): boolean => Date.now() >= back && service.ask();
    await within(90, readAll(pacer, 100, { ...service, ask }));
    await within(1, readAll(pacer, 100, service));
  });

  test('are all held for as long as one of them was told to wait', async () => {
    const pacer = newPacer();
    const turn = await pacer.enter(null);
    expect(turn.leave('limited', 7)).toBeGreaterThanOrEqual(7000);
    let entered = false;
    void pacer.enter(null).then(() => (entered = true));
    await vi.advanceTimersByTimeAsync(6900);
    expect(entered).toBe(false);
    await vi.advanceTimersByTimeAsync(500);
    expect(entered).toBe(true);
  });

  test('reject with CANCELLED if they are cancelled before or while they wait', async () => {
    const pacer = newPacer();
    const turn = await pacer.enter(null);
    turn.leave('limited', 60);
    const control = new AbortController();
    const waiting = pacer.enter(control.signal);
    control.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(pacer.enter(AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
