import { describe, expect, test } from 'vitest';
import { createFailureTimer } from '../../../src/core/client/retry.ts';
import {
  adviceFor,
  judgeStatus,
  parseRetryAfter,
  planRetry,
  attendedBackoff,
  usualBackoff,
  type Failing,
} from '../../../src/core/client/status-policy.ts';

describe('advice about a refusal', () => {
  test.each([
    ['AUTH', 'Check the client id and the secret, and connect again.'],
    ['FORBIDDEN', 'Check the study number, or ask the data provider to open it for your partner id.'],
    ['NETWORK', 'Ask who runs your network.'],
    ['SERVER', 'Try again later.'],
    ['RATE', 'Try again later.'],
    ['PROTOCOL', 'Check the service address, or tell whoever runs the service.'],
    ['SECURITY', 'Check the service address, or tell whoever runs the service.'],
  ] as const)('%s: %s', (code, advice) => {
    expect(adviceFor(code)).toBe(advice);
  });
});

describe('status of a data answer', () => {
  test.each([
    [200, null, null],
    [204, 'PROTOCOL', 'never'],
    [206, 'PROTOCOL', 'never'],
    [299, 'PROTOCOL', 'never'],
    [300, 'SECURITY', 'never'],
    [301, 'SECURITY', 'never'],
    [302, 'SECURITY', 'never'],
    [303, 'SECURITY', 'never'],
    [304, 'PROTOCOL', 'never'],
    [307, 'SECURITY', 'never'],
    [308, 'SECURITY', 'never'],
    [399, 'SECURITY', 'never'],
    [400, 'PROTOCOL', 'never'],
    [401, 'AUTH', 'renew'],
    [403, 'FORBIDDEN', 'never'],
    [404, 'PROTOCOL', 'never'],
    [405, 'PROTOCOL', 'never'],
    [407, 'NETWORK', 'never'],
    [410, 'PROTOCOL', 'never'],
    [422, 'PROTOCOL', 'never'],
    [429, 'RATE', 'request'],
    [499, 'PROTOCOL', 'never'],
    [500, 'SERVER', 'request'],
    [502, 'SERVER', 'request'],
    [503, 'SERVER', 'request'],
    [504, 'SERVER', 'request'],
    [599, 'SERVER', 'request'],
    [600, 'PROTOCOL', 'never'],
  ] as const)('%i is %s, retried: %s', (status, code, retry) => {
    const verdict = judgeStatus(status);
    expect(verdict?.code ?? null).toBe(code);
    expect(verdict?.retry ?? null).toBe(retry);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-20T14:00:00Z');
  test.each([
    [undefined, undefined, null],
    ['2', undefined, 2],
    [' 2 ', undefined, 2],
    ['0', undefined, null],
    ['1', undefined, 1],
    ['-5', undefined, null],
    ['1.5', undefined, null],
    ['1e3', undefined, null],
    ['soon', undefined, null],
    ['', undefined, null],
    ['1000000000', undefined, 1_000_000_000],
    ['Fri, 20 Nov 2026 14:00:07 GMT', undefined, 7],
    ['Fri, 20 Nov 2026 13:00:00 GMT', undefined, null],
    ['Fri, 20 Nov 2026 14:00:00 GMT', undefined, null],
    ['Fri, 20 Nov 2026 14:00:01 GMT', undefined, 1],
    ['Fri, 20 Nov 2026 14:00:07 GMT', 'soon', 7],
    ['2026-11-20T14:00:07Z', undefined, null],
    // The clock here is an hour slow; the service's own clock counts.
    ['Fri, 20 Nov 2026 15:00:07 GMT', 'Fri, 20 Nov 2026 15:00:00 GMT', 7],
  ])('%s with Date %s asks for %s s', (value, date, seconds) => {
    expect(parseRetryAfter(value, date, now)).toBe(seconds);
  });
});

describe('retry planning', () => {
  const failing = (over: Partial<Failing>): Failing => ({
    code: 'SERVER',
    tries: 1,
    requests: over.tries ?? 1,
    own: 0,
    failing: 0,
    retryAfter: null,
    held: null,
    neverReached: false,
    ...over,
  });
  const plan = (over: Partial<Failing>, random = 0.5) => planRetry(failing(over), usualBackoff, () => random);

  test.each([
    [1, 500],
    [2, 1000],
    [3, 2000],
    [4, 4000],
    [9, 15_000],
  ])('after try %i the wait is %i ms or up to half as much again', (tries, least) => {
    expect(plan({ tries }, 0)).toEqual({ wait: least });
    expect(plan({ tries }, 1)).toEqual({ wait: least * 1.5 });
  });

  test('only time ends the retries, unless the service was never reached', () => {
    expect(plan({ tries: 30, failing: 60, own: 60 }, 0)).toEqual({ wait: 15_000 });
    expect(plan({ tries: 30, failing: 110, own: 110 }, 0)).toEqual({ stop: 'SERVER' });
    expect(plan({ tries: 4, code: 'NETWORK', neverReached: true }, 0)).toEqual({ wait: 4000 });
    expect(plan({ tries: 5, code: 'NETWORK', neverReached: true })).toEqual({ stop: 'NETWORK' });
  });

  test('gives up a page that alone fails after the same time, and one that is only told to wait after five times that', () => {
    expect(plan({ own: 121 })).toEqual({ stop: 'SERVER' });
    expect(plan({ own: 121, held: 700 })).toEqual({ wait: 700 });
    expect(plan({ own: 601, held: 700 })).toEqual({ stop: 'SERVER' });
  });

  test('while a person waits, the fifth try is the last', () => {
    expect(planRetry(failing({ tries: 5 }), attendedBackoff, () => 0)).toEqual({ stop: 'SERVER' });
  });

  test.each<[string, Partial<Failing>, boolean]>([
    ['of the run and the wait are exactly two minutes', { failing: 119.5 }, true],
    ['of the run and the wait are more', { failing: 119.501 }, false],
    ['of the page is two minutes', { own: 120 }, true],
    ['of the page is more', { own: 120.001 }, false],
    ['of a page that is only told to wait is ten minutes', { own: 600, held: 1 }, true],
    ['of a page that is only told to wait is more', { own: 600.001, held: 1 }, false],
    ['of the run is five minutes and ten seconds with the wait asked for', { failing: 110, retryAfter: 200 }, true],
    ['of the run is more with the wait asked for', { failing: 110.001, retryAfter: 200 }, false],
    ['of the page is as long where a wait was asked for', { own: 310, retryAfter: 1 }, true],
    ['of the page is more where a wait was asked for', { own: 310.001, retryAfter: 1 }, false],
  ])('the time %s, %j: goes on %s', (_what, over, goesOn) => {
    expect('wait' in plan(over, 0)).toBe(goesOn);
  });

  test('a long patience is not cut by a wait that is asked for', () => {
    const patient = { ...usualBackoff, timeoutMs: 900_000 };
    expect(planRetry(failing({ failing: 700, retryAfter: 200 }), patient, () => 0)).toEqual({ wait: 200_000 });
  });

  test('adds a little to the wait that is asked for, and nothing to one that holds all requests', () => {
    expect(plan({ retryAfter: 2 }, 1)).toEqual({ wait: 2500 });
    expect(plan({ held: 700 }, 1)).toEqual({ wait: 700 });
  });

  test('lets a person wait for at most eight seconds before each of five tries', () => {
    expect(attendedBackoff).toEqual({ tries: 5, base: 500, ceiling: 8000, timeoutMs: 120_000 });
    expect(planRetry(failing({ tries: 4, requests: 9 }), attendedBackoff, () => 0)).toEqual({ wait: 8000 });
  });

  test('waits at least as long as the service asks', () => {
    expect(plan({ code: 'RATE', retryAfter: 2 }, 0)).toEqual({ wait: 2000 });
    expect(plan({ code: 'RATE', retryAfter: 300, failing: 9.5, own: 9.5 }, 1)).toEqual({ wait: 300_500 });
  });

  test('a wait beyond the cap is RATE, alone or added to the time without an answer', () => {
    expect(plan({ code: 'RATE', retryAfter: 301 })).toEqual({ stop: 'RATE' });
    expect(plan({ code: 'SERVER', retryAfter: 1e9 })).toEqual({ stop: 'RATE' });
    expect(plan({ code: 'RATE', failing: 200, retryAfter: 150 })).toEqual({ stop: 'RATE' });
  });

  test.each([
    [[null], 120],
    [[1, 10, 40, 90, 300], 311],
  ])('a service that always fails and asks for %j is waited for at most %i s in total', (asks, most) => {
    for (const retryAfter of asks) {
      let waited = 0;
      // Twenty pages, one after the other, none of which ever arrives.
      for (let page = 0; page < 20; page += 1) {
        for (let tries = 1; ; tries += 1) {
          const next = planRetry(failing({ tries, failing: waited, retryAfter }), usualBackoff, () => 1);
          if ('stop' in next) break;
          waited += next.wait / 1000;
        }
      }
      expect(waited).toBeLessThanOrEqual(most);
    }
  });
});

describe('the time of failures', () => {
  test('counts from the start of the first failure until something succeeds', () => {
    let now = 1000;
    const failureTimer = createFailureTimer(() => now);
    expect(failureTimer.failing()).toBe(0);
    failureTimer.failed(1000);
    now = 31_000;
    failureTimer.failed(30_000);
    expect(failureTimer.failing()).toBe(30);
    expect(failureTimer.everSucceeded()).toBe(false);
    failureTimer.succeeded();
    expect([failureTimer.failing(), failureTimer.everSucceeded()]).toEqual([0, true]);
  });
});
