import { describe, expect, test } from 'vitest';
import { createByteBudget } from '../../../src/core/client/byte-budget.ts';
import type { Http } from '../../../src/core/client/http.ts';
import { createFailureTimer } from '../../../src/core/client/retry.ts';
import { createTokenSource } from '../../../src/core/client/token.ts';
import { usualBackoff } from '../../../src/core/client/status-policy.ts';

/** A token endpoint in memory, and a clock that the test sets. */
function source(lifetimes: readonly number[]) {
  const state = { now: 0, asked: 0 };
  const http: Http = {
    send: async () => {
      const lifetime = lifetimes[Math.min(state.asked, lifetimes.length - 1)] ?? 0;
      state.asked += 1;
      await Promise.resolve();
      return {
        status: 200,
        headers: {},
        arrived: 0,
        body: Buffer.from(`{"token_type":"Bearer","access_token":"token-${state.asked}","expires_in":${lifetime}}`),
        release: () => undefined,
      };
    },
    close: () => undefined,
  };
  const tokens = createTokenSource({
    url: new URL('https://research.example.org/token'),
    connection: { baseUrl: 'https://research.example.org', partnerId: '1', clientId: 'c', tokenStyle: 'body', demo: false },
    secret: 's',
    http,
    budget: createByteBudget(),
    rules: { backoff: usualBackoff, random: () => 0, signal: null, failureTimer: createFailureTimer() },
    clock: () => state.now,
  });
  return { tokens, state };
}

describe('one access token', () => {
  test('is requested once for all who wait', async () => {
    const { tokens, state } = source([3600]);
    const got = await Promise.all([tokens.get(), tokens.get(), tokens.get()]);
    expect([state.asked, new Set(got.map(({ value }) => value)).size]).toEqual([1, 1]);
  });

  test('is renewed a minute before it expires', async () => {
    const { tokens, state } = source([3600]);
    await tokens.get();
    state.now = 3_539_000;
    expect((await tokens.get()).value).toBe('token-1');
    state.now = 3_540_000;
    expect((await tokens.get()).value).toBe('token-2');
  });

  test('with a short lifetime is never used after it expires and not requested for every page (faults F08)', async () => {
    const { tokens, state } = source([2]);
    let renewedAt = 0;
    let held = '';
    for (let page = 0; page < 40; page += 1) {
      const { value } = await tokens.get();
      if (value !== held) [held, renewedAt] = [value, state.now];
      expect(state.now - renewedAt).toBeLessThan(2000);
      state.now += 100;
    }
    expect(state.asked).toBe(4);
  });

  test('that was refused is renewed only once, whoever notices', async () => {
    const { tokens, state } = source([3600]);
    const { value } = await tokens.get();
    const [one, other] = await Promise.all([tokens.renew(value), tokens.renew(value)]);
    expect([one.value, other.value, state.asked]).toEqual(['token-2', 'token-2', 2]);
    expect((await tokens.renew(value)).value).toBe('token-2');
    expect(state.asked).toBe(2);
  });
});
