import { describe, expect, test } from 'vitest';
import { createPatience } from '../../../src/core/client/retry.ts';
import {
  adviceFor,
  judgeStatus,
  judgeTokenStatus,
  parseRetryAfter,
  planRetry,
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
    [301, 'SECURITY', 'never'],
    [302, 'SECURITY', 'never'],
    [303, 'SECURITY', 'never'],
    [304, 'PROTOCOL', 'never'],
    [307, 'SECURITY', 'never'],
    [308, 'SECURITY', 'never'],
    [400, 'PROTOCOL', 'never'],
    [401, 'AUTH', 'renew'],
    [403, 'FORBIDDEN', 'never'],
    [404, 'PROTOCOL', 'never'],
    [405, 'PROTOCOL', 'never'],
    [407, 'NETWORK', 'never'],
    [410, 'PROTOCOL', 'never'],
    [422, 'PROTOCOL', 'never'],
    [429, 'RATE', 'request'],
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

  test.each([[400], [401], [403]])('the token endpoint refuses credentials with %i, without another try', (status) => {
    expect(judgeTokenStatus(status)).toMatchObject({ code: 'AUTH', retry: 'never' });
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-20T14:00:00Z');
  test.each([
    [undefined, undefined, null],
    ['2', undefined, 2],
    [' 2 ', undefined, 2],
    ['0', undefined, null],
    ['-5', undefined, null],
    ['1.5', undefined, null],
    ['1e3', undefined, null],
    ['soon', undefined, null],
    ['', undefined, null],
    ['1000000000', undefined, 1_000_000_000],
    ['Fri, 20 Nov 2026 14:00:07 GMT', undefined, 7],
    ['Fri, 20 Nov 2026 13:00:00 GMT', undefined, null],
    ['2026-11-20T14:00:07Z', undefined, null],
    // The clock here is an hour slow; the service's own is what counts.
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
    waited: 0,
    failing: 0,
    retryAfter: null,
    ...over,
  });
  const plan = (over: Partial<Failing>, random = 0.5) => planRetry(failing(over), usualBackoff, () => random);

  test.each([
    [1, 500],
    [2, 1000],
    [3, 2000],
    [4, 4000],
  ])('after try %i the wait is anything from nothing to %i ms', (tries, longest) => {
    expect(plan({ tries }, 0)).toEqual({ wait: 0 });
    expect(plan({ tries }, 1)).toEqual({ wait: longest });
  });

  test('the fifth try is the last', () => {
    expect(plan({ tries: 5 })).toEqual({ stop: 'SERVER' });
    expect(plan({ tries: 5, code: 'NETWORK' })).toEqual({ stop: 'NETWORK' });
  });

  test('a network that is lost in mid-run is waited for by time, not by tries', () => {
    expect(plan({ code: 'NETWORK', tries: 0, requests: 30, failing: 60 }, 1)).toEqual({ wait: 8000 });
    expect(plan({ code: 'NETWORK', tries: 0, requests: 30, failing: 85 }, 1)).toEqual({ stop: 'NETWORK' });
  });

  test('what the service asks for is waited at least', () => {
    expect(plan({ code: 'RATE', retryAfter: 2 }, 0)).toEqual({ wait: 2000 });
    expect(plan({ code: 'RATE', retryAfter: 300 }, 0)).toEqual({ wait: 300_000 });
  });

  test('a wait beyond the cap is RATE, at once or in sum', () => {
    expect(plan({ code: 'RATE', retryAfter: 301 })).toEqual({ stop: 'RATE' });
    expect(plan({ code: 'SERVER', retryAfter: 1e9 })).toEqual({ stop: 'RATE' });
    expect(plan({ code: 'RATE', waited: 200, retryAfter: 150 })).toEqual({ stop: 'RATE' });
  });

  test('a service that fails for ever is waited for less than 120 s in all, whatever it asks for', () => {
    for (const retryAfter of [null, 1, 10, 40, 90, 300]) {
      let waited = 0;
      // Twenty pages, one after the other, of which none ever comes.
      for (let page = 0; page < 20; page += 1) {
        for (let tries = 1; ; tries += 1) {
          const next = planRetry(failing({ tries, failing: waited, retryAfter }), usualBackoff, () => 1);
          if ('stop' in next) break;
          waited += next.wait / 1000;
        }
      }
      expect(waited).toBeLessThan(120);
    }
  });
});

describe('patience', () => {
  test('counts from the begin of the first failure, until something succeeds', () => {
    let now = 1000;
    const patience = createPatience(() => now);
    expect(patience.failing()).toBe(0);
    patience.failed(1000);
    now = 31_000;
    patience.failed(30_000);
    expect(patience.failing()).toBe(30);
    expect(patience.everSucceeded()).toBe(false);
    patience.succeeded();
    expect([patience.failing(), patience.everSucceeded()]).toEqual([0, true]);
  });
});
