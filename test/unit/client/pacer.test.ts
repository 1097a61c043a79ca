import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPacer, type Pacer } from '../../../src/core/client/pacer.ts';
import { usualBackoff } from '../../../src/core/client/status-policy.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Answers so many requests a second, evenly, and refuses what comes sooner, as nginx does by `limit_req` without a burst. */
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

/** Asks for pages, up to four side by side, until all of them came. */
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
  ])('to a service of %i a second are few too many, and come through', async (perSecond, seconds) => {
    const service = limitedService(perSecond);
    await within(seconds, readAll(newPacer(), 100, service));
    expect(service.counts.good).toBe(100);
    expect(service.counts.refused / (100 + service.counts.refused)).toBeLessThan(0.3);
  });

  test('of two processes share what a service gives', async () => {
    const service = limitedService(10);
    await within(200, Promise.all([readAll(newPacer(), 100, service), readAll(newPacer(), 100, service)]));
    expect(service.counts.refused / (200 + service.counts.refused)).toBeLessThan(0.6);
  });

  test('are soon as fast as before once a service that was away is back', async () => {
    const back = Date.now() + 20_000;
    const away = { ask: () => Date.now() >= back, counts: { good: 0, refused: 0 } };
    // The longest hold may begin just before it is back.
    await within(20 + usualBackoff.ceiling / 1000 + 10, readAll(newPacer(), 50, away));
  });

  test('have no gaps where nothing is refused', async () => {
    const service = limitedService(Number.POSITIVE_INFINITY);
    await within(0.5, readAll(newPacer(), 100, service));
  });

  test('keep to a ceiling from the first on', async () => {
    const service = limitedService(5);
    await within(25, readAll(newPacer(5), 100, service));
    expect(service.counts.refused).toBe(0);
  });

  test('go on as fast as before once a service that was down for a minute is there again', async () => {
    const service = limitedService(Number.POSITIVE_INFINITY);
    const pacer = newPacer();
    const back = Date.now() + 60_000;
    const ask = (): boolean => Date.now() >= back && service.ask();
    await within(90, readAll(pacer, 100, { ...service, ask }));
    await within(1, readAll(pacer, 100, service));
  });

  test('are all held as long as one of them was asked to wait', async () => {
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

  test('that are cancelled give up their place', async () => {
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
