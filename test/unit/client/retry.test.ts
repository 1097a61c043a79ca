import { describe, expect, test } from 'vitest';
import { ProxyWantsSignIn } from '../../../src/core/client/proxy-sign-in.ts';
import { requestError } from '../../../src/core/client/request-errors.ts';
import {
  AskedToComeLater,
  createFailureTimer,
  failureOf,
  retryAfterOf,
  withRetries,
  type Failure,
  type RetryRules,
  type Try,
} from '../../../src/core/client/retry.ts';
import { AppError } from '../../../src/shared/errors.ts';
import type { SyncPause } from '../../../src/shared/status.ts';

const swift = { tries: Number.POSITIVE_INFINITY, base: 1, ceiling: 1, timeoutMs: 10_000 };
const server: Failure = { error: new AppError('SERVER', 'internal'), retry: 'request', retryAfter: null };
const refused: Failure = { error: new AppError('AUTH', 'refused'), retry: 'renew', retryAfter: null };
const garbled: Failure = { error: new AppError('PROTOCOL', 'garbled'), retry: 'once', retryAfter: null };
const unreached: Failure = {
  error: requestError(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'h'),
  retry: 'request',
  retryAfter: null,
};

/** Answers each attempt with the next failure; after the last one with the number of attempts. */
function attempts(...failures: readonly Failure[]) {
  const counts = { tries: 0, renewals: 0 };
  const once = async (): Promise<Try<number>> => {
    await Promise.resolve();
    const failure = failures[counts.tries];
    counts.tries += 1;
    return failure === undefined ? { ok: true, value: counts.tries } : { ok: false, failure };
  };
  const renew = async (): Promise<void> => {
    await Promise.resolve();
    counts.renewals += 1;
  };
  return { once, renew, counts };
}

function run({ once, renew }: ReturnType<typeof attempts>, over: Partial<RetryRules> = {}): Promise<number> {
  return withRetries(once, renew, { backoff: swift, random: () => 0, signal: null, failureTimer: createFailureTimer(), ...over });
}

/** Rules that record each notice of a pause, and cancel it at once. */
function impatient() {
  const control = new AbortController();
  const heard: (SyncPause | 'resumed')[] = [];
  const rules = {
    signal: control.signal,
    onPause: (pause: SyncPause) => {
      heard.push(pause);
      control.abort();
    },
    onResume: () => {
      heard.push('resumed');
    },
  };
  return { rules, heard };
}

describe('a failed attempt', () => {
  test.each([
    ['that may be repeated is repeated until it succeeds', [server, server, server], 4, 0],
    ['with a refused token is repeated once with another one', [refused], 2, 1],
    ['that was not understood is repeated once', [garbled], 2, 0],
    ['with a refused token does not use up the one repetition of another kind', [refused, garbled], 3, 1],
  ])('%s', async (_what, failures, tries, renewals) => {
    const tried = attempts(...failures);
    await expect(run(tried)).resolves.toBe(tries);
    expect(tried.counts).toEqual({ tries, renewals });
  });

  test.each([
    ['with a token that is refused twice', [refused, { ...refused, error: new AppError('AUTH', 'again') }], 2, 1],
    ['that is not understood twice', [garbled, { ...garbled, error: new AppError('PROTOCOL', 'again') }], 2, 0],
    ['that must not be repeated', [{ ...server, retry: 'never' as const }], 1, 0],
  ])('%s is thrown as it came', async (_what, failures, tries, renewals) => {
    const tried = attempts(...failures);
    await expect(run(tried)).rejects.toBe(failures.at(-1)?.error);
    expect(tried.counts).toEqual({ tries, renewals });
  });

  test('ends the attempts at their limit', async () => {
    const tried = attempts(server, server, server, server);
    await expect(run(tried, { backoff: { ...swift, tries: 3 } })).rejects.toBe(server.error);
    expect(tried.counts.tries).toBe(3);
  });

  test('that never reached the service is repeated four times, others as long as there is time', async () => {
    const never = attempts(...Array<Failure>(8).fill(unreached));
    await expect(run(never)).rejects.toBe(unreached.error);
    expect(never.counts.tries).toBe(5);
    await expect(run(attempts(...Array<Failure>(8).fill(server)))).resolves.toBe(9);
  });

  test('does not count if the network is lost after it worked', async () => {
    const failureTimer = createFailureTimer();
    failureTimer.succeeded();
    await expect(run(attempts(...Array<Failure>(8).fill(unreached)), { failureTimer })).resolves.toBe(9);
    const limited = { failureTimer, backoff: { ...swift, tries: 2 } };
    await expect(run(attempts(...Array<Failure>(8).fill(unreached)), limited)).resolves.toBe(9);
    await expect(run(attempts(server, server, server), limited)).rejects.toBe(server.error);
  });

  test('of one page is given up after its own time, although others succeed', async () => {
    let now = 7_000_000;
    const failureTimer = createFailureTimer(() => now);
    const tried = attempts(server, server, server, server);
    const once = async (): Promise<Try<number>> => {
      now += 4999;
      const outcome = await tried.once();
      failureTimer.succeeded();
      return outcome;
    };
    await expect(run({ ...tried, once }, { failureTimer })).rejects.toBe(server.error);
    expect(tried.counts.tries).toBe(3);
  });

  test('counts from its start as time without success', async () => {
    let now = 1000;
    const failureTimer = createFailureTimer(() => now);
    const tried = attempts(server);
    const once = async (): Promise<Try<number>> => tried.once().finally(() => (now += 9000));
    await expect(run({ ...tried, once }, { failureTimer, backoff: { ...swift, tries: 1 } })).rejects.toBe(server.error);
    expect(failureTimer.failing()).toBe(9);
  });

  test('resets the time of failures when it succeeds at last', async () => {
    let now = 0;
    const failureTimer = createFailureTimer(() => now);
    await run(attempts(server), { failureTimer });
    now = 5000;
    expect([failureTimer.failing(), failureTimer.everSucceeded()]).toEqual([0, true]);
  });
});

describe('a wait', () => {
  test.each([
    [1000, 1],
    [1001, 2],
    [2500, 3],
  ])('of %i ms is announced as %i s, and its end too', async (held, seconds) => {
    const { rules, heard } = impatient();
    await expect(run(attempts({ ...server, held }), rules)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(heard).toEqual([{ reason: 'SERVER', seconds }, 'resumed']);
  });

  test('below a second is not announced', async () => {
    const heard: string[] = [];
    const rules = { onPause: () => void heard.push('pause'), onResume: () => void heard.push('resumed') };
    await run(attempts({ ...server, held: 999 }), rules);
    expect(heard).toEqual([]);
  });

  test('as long as the service asks is announced', async () => {
    const { rules, heard } = impatient();
    await expect(run(attempts({ ...server, retryAfter: 200 }), rules)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(heard[0]).toEqual({ reason: 'SERVER', seconds: 200 });
  });

  test('longer than a sync waits ends the attempts, with the number of seconds', async () => {
    const tried = attempts({ ...server, retryAfter: 301 });
    const error = await run(tried).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AskedToComeLater);
    expect(error).toMatchObject({
      code: 'RATE',
      message: expect.stringContaining('asked to wait 301 s, longer than'),
      cause: server.error,
    });
    expect(tried.counts.tries).toBe(1);
  });

  test('asked for again and again ends as RATE, with the number of tries', async () => {
    const asks: Failure = { error: new AppError('RATE', 'wait'), retry: 'request', retryAfter: 0.001 };
    const error = await run(attempts(asks, asks, asks), { backoff: { ...swift, tries: 2 } }).catch((thrown: unknown) => thrown);
    expect(error).not.toBeInstanceOf(AskedToComeLater);
    expect(error).toMatchObject({ code: 'RATE', message: expect.stringContaining('still asked to wait after 2 tries') });
  });

  test('asked for by a service that fails otherwise ends as it failed', async () => {
    const asks = { ...server, retryAfter: 0.001 };
    await expect(run(attempts(asks, asks), { backoff: { ...swift, tries: 2 } })).rejects.toBe(server.error);
  });
});

describe('a thrown error', () => {
  test.each([
    ['NETWORK', 'request'],
    ['SERVER', 'request'],
    ['PROTOCOL', 'once'],
    ['TLS', 'never'],
    ['INCONSISTENT', 'never'],
  ] as const)('of code %s is retried: %s', (code, retry) => {
    const error = new AppError(code, 'x');
    expect(failureOf(error)).toEqual({ ok: false, failure: { error, retry, retryAfter: null } });
  });

  test('of a proxy that wants a sign-in is never retried, because wrong passwords lock accounts', () => {
    expect(failureOf(new ProxyWantsSignIn(new URL('http://proxy'), ['Basic'], true)).failure).toMatchObject({ retry: 'never' });
  });

  test('that is unexpected stays as it is', () => {
    const error = new TypeError('x');
    expect(() => failureOf(error)).toThrow(error);
  });
});

test('the time of failures counts at most a minute of an attempt during which the computer slept', () => {
  let now = 0;
  const failureTimer = createFailureTimer(() => now);
  now = 3_600_000;
  failureTimer.failed(0);
  expect(failureTimer.failing()).toBe(60);
  failureTimer.succeeded();
  failureTimer.failed(now - 60_001);
  expect(failureTimer.failing()).toBe(60);
});

test('the wait that an answer asks for is counted from its own Date', () => {
  const headers = { 'retry-after': 'Fri, 20 Nov 2026 15:00:07 GMT', date: 'Fri, 20 Nov 2026 15:00:00 GMT' };
  expect(retryAfterOf({ status: 503, headers, arrived: 0, body: Buffer.alloc(0), release: () => undefined })).toBe(7);
});
