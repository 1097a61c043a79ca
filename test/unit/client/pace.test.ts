import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPacer, type Manner, type Pacer } from '../../../src/core/client/pacer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const backoff = { base: 500, ceiling: 15_000 };

/** A pacer on a clock that the timers move. */
function newPacer({ random = 0, most = 4, maxPerSecond = null as number | null } = {}): Pacer {
  const begin = Date.now();
  return createPacer({ backoff, random: () => random, most, maxPerSecond, clock: () => Date.now() - begin });
}

/** Sends one request, alone, and returns the milliseconds for which all are held afterwards. */
async function one(pacer: Pacer, manner: Manner, retryAfter: number | null = null): Promise<number> {
  const turn = pacer.enter(null);
  await vi.advanceTimersByTimeAsync(20_000);
  return (await turn).leave(manner, retryAfter);
}

/** How many of so many requests may be in flight at once. */
async function width(pacer: Pacer, asked = 10): Promise<number> {
  await vi.advanceTimersByTimeAsync(20_000);
  const control = new AbortController();
  let entered = 0;
  const turns = Array.from({ length: asked }, async () => {
    const turn = await pacer.enter(control.signal);
    entered += 1;
    return turn;
  });
  await vi.advanceTimersByTimeAsync(600_000);
  const most = entered;
  control.abort();
  for (const turn of await Promise.allSettled(turns)) if (turn.status === 'fulfilled') turn.value.leave('other');
  return most;
}

/** The milliseconds between the starts of two requests. */
async function gap(pacer: Pacer): Promise<number> {
  await vi.advanceTimersByTimeAsync(60_000);
  const first = await pacer.enter(null);
  const from = Date.now();
  const second = pacer.enter(null).then((turn) => ({ turn, took: Date.now() - from }));
  first.leave('other');
  await vi.advanceTimersByTimeAsync(60_000);
  const { turn, took } = await second;
  turn.leave('other');
  return took;
}

describe('refusals', () => {
  test('hold all requests for longer each time, up to a ceiling', async () => {
    const pacer = newPacer();
    const held: number[] = [];
    for (let n = 0; n < 7; n += 1) held.push(await one(pacer, 'limited'));
    expect(held).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
  });

  test('hold for up to a quarter more', async () => {
    expect(await one(newPacer({ random: 1 }), 'limited')).toBe(625);
  });

  test('that ask for a wait hold for that time and up to half a second more', async () => {
    expect(await one(newPacer(), 'limited', 7)).toBe(7000);
    expect(await one(newPacer({ random: 1 }), 'limited', 7)).toBe(7500);
  });

  test('of requests that were in flight together count once', async () => {
    const pacer = newPacer();
    const [first, second] = [await pacer.enter(null), await pacer.enter(null)];
    expect([first.leave('limited'), second.leave('limited', 60)]).toEqual([500, 500]);
    expect(await one(pacer, 'limited')).toBe(1000);
  });

  test('do not shorten a hold that is longer', async () => {
    const pacer = newPacer();
    await one(pacer, 'limited', 60);
    const turn = pacer.enter(null);
    await vi.advanceTimersByTimeAsync(60_000);
    await turn;
    expect((await turn).leave('good')).toBe(0);
  });

  test('of another kind hold nothing', async () => {
    expect(await one(newPacer(), 'other', 60)).toBe(0);
  });

  test('halve the requests in flight, of which one remains', async () => {
    const pacer = newPacer();
    expect(await width(pacer)).toBe(4);
    await one(pacer, 'limited');
    expect(await width(pacer)).toBe(2);
    await one(pacer, 'limited');
    expect(await width(pacer)).toBe(1);
    await one(pacer, 'limited');
    expect(await width(pacer)).toBe(1);
    const odd = newPacer({ most: 5 });
    await one(odd, 'limited');
    expect(await width(odd)).toBe(2);
  });

  test('widen the gap between requests once', async () => {
    const pacer = newPacer();
    expect(await gap(pacer)).toBe(0);
    await one(pacer, 'limited');
    expect(await gap(pacer)).toBe(200);
    await one(pacer, 'limited');
    expect(await gap(pacer)).toBe(200);
  });

  test('widen a gap by six tenths, up to ten seconds', async () => {
    const pacer = newPacer({ maxPerSecond: 1 });
    expect(await gap(pacer)).toBe(1000);
    for (const wider of [1600, 2560, 4096, 6554, 10_000, 10_000]) {
      await one(pacer, 'limited');
      await one(pacer, 'good');
      expect(await gap(pacer)).toBe(wider);
    }
  });
});

describe('good answers', () => {
  const good = async (pacer: Pacer, count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) await one(pacer, 'good');
  };

  test('allow one more request in flight after each ten of them, up to the most', async () => {
    const pacer = newPacer();
    await one(pacer, 'limited');
    await good(pacer, 9);
    expect(await width(pacer)).toBe(2);
    await good(pacer, 1);
    expect(await width(pacer)).toBe(3);
    await good(pacer, 10);
    expect(await width(pacer)).toBe(4);
    await good(pacer, 10);
    expect(await width(pacer)).toBe(4);
  });

  test('begin their run anew after a refusal', async () => {
    const pacer = newPacer();
    await one(pacer, 'limited');
    await good(pacer, 9);
    await one(pacer, 'limited');
    await good(pacer, 9);
    expect(await width(pacer)).toBe(1);
    await good(pacer, 1);
    expect(await width(pacer)).toBe(2);
  });

  test('narrow the gap by a tenth, and end it below 20 ms', async () => {
    const pacer = newPacer();
    await one(pacer, 'limited');
    await good(pacer, 10);
    expect(await gap(pacer)).toBe(180);
    await good(pacer, 200);
    expect(await gap(pacer)).toBe(22);
    await good(pacer, 10);
    expect(await gap(pacer)).toBe(0);
  });

  test('never narrow the gap below the configured rate', async () => {
    const pacer = newPacer({ maxPerSecond: 10 });
    await good(pacer, 40);
    expect(await gap(pacer)).toBe(100);
  });

  test('resume the earlier pace after five refusals, which mean that the service was down', async () => {
    const afterRefusals = async (count: number) => {
      const pacer = newPacer();
      for (let n = 0; n < count; n += 1) await one(pacer, 'limited');
      await good(pacer, 1);
      return [await width(pacer), await gap(pacer)];
    };
    expect([await afterRefusals(4), await afterRefusals(5)]).toEqual([
      [1, 200],
      [4, 0],
    ]);
  });
});

test('a request that is cancelled while it waits leaves its place to the next', async () => {
  const pacer = newPacer({ most: 1 });
  const turn = await pacer.enter(null);
  const control = new AbortController();
  const cancelled = pacer.enter(control.signal);
  const next = pacer.enter(null);
  control.abort();
  await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
  turn.leave('good');
  await expect(next).resolves.toBeDefined();
});

test('a request that is cancelled in flight keeps the others waiting until it is left', async () => {
  const pacer = newPacer({ most: 1 });
  const control = new AbortController();
  const turn = await pacer.enter(control.signal);
  let entered = false;
  const next = pacer.enter(null).then(() => (entered = true));
  control.abort();
  await vi.advanceTimersByTimeAsync(1000);
  expect(entered).toBe(false);
  turn.leave('other');
  await next;
});
