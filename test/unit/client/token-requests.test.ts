import { describe, expect, test } from 'vitest';
import { createByteBudget } from '../../../src/core/client/byte-budget.ts';
import type { HttpAnswer, HttpRequest } from '../../../src/core/client/http.ts';
import { createFailureTimer } from '../../../src/core/client/retry.ts';
import { usualBackoff } from '../../../src/core/client/status-policy.ts';
import { createTokenSource } from '../../../src/core/client/token.ts';
import type { Connection } from '../../../src/shared/connection.ts';
import { AppError } from '../../../src/shared/errors.ts';

const usual: Connection = {
  ...{ baseUrl: 'https://research.example.org', partnerId: '1', clientId: 'a b:c-1', tokenStyle: 'body', demo: false },
};
const good = { token_type: 'Bearer', access_token: 'token', expires_in: 60 };

/** A token endpoint in memory that records the requests. */
function endpoint(over: Partial<Connection> = {}, answers: readonly (Partial<HttpAnswer> | AppError)[] = []) {
  const state = { now: 0, released: 0 };
  const heard: HttpRequest[] = [];
  const tokens = createTokenSource({
    ...{ url: new URL('https://login.example/token?tenant=7'), connection: { ...usual, ...over }, secret: 's/ä' },
    http: {
      send: async (request) => {
        const answer = answers[heard.length] ?? {};
        heard.push(request);
        await Promise.resolve();
        if (answer instanceof AppError) throw answer;
        const release = (): void => void (state.released += 1);
        return { status: 200, headers: {}, arrived: 0, body: Buffer.from(JSON.stringify(good)), release, ...answer };
      },
      close: () => undefined,
    },
    budget: createByteBudget(),
    rules: { backoff: { ...usualBackoff, base: 1, ceiling: 1 }, random: () => 0, signal: null, failureTimer: createFailureTimer() },
    clock: () => state.now,
  });
  return { tokens, heard, state };
}

async function sent(over: Partial<Connection> = {}) {
  const { tokens, heard } = endpoint(over);
  await tokens.get();
  const [{ url, body = '', headers, peer, method }] = heard as [HttpRequest];
  return { url: url.href, body: Object.fromEntries(new URLSearchParams(body)), headers, peer, method };
}

describe('a token request', () => {
  test('has the credentials in its body', async () => {
    expect(await sent()).toMatchObject({
      ...{ method: 'POST', peer: 'service', url: 'https://login.example/token?tenant=7' },
      body: { grant_type: 'client_credentials', scope: 'full', client_id: 'a b:c-1', client_secret: 's/ä' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  });

  test('has the credentials in a header if the endpoint wants that', async () => {
    const { body, headers } = await sent({ tokenStyle: 'basic' });
    expect(body).toEqual({ grant_type: 'client_credentials', scope: 'full' });
    expect(headers['authorization']).toBe(`Basic ${btoa('a+b%3Ac-1:s%2F%C3%A4')}`);
  });

  test('has all parameters in the address if the endpoint wants that', async () => {
    const { body, url } = await sent({ tokenStyle: 'query' });
    expect(body).toEqual({});
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ tenant: '7', scope: 'full', client_secret: 's/ä' });
  });

  test.each<[Partial<Connection>, string | undefined, string | undefined]>([
    [{}, 'full', undefined],
    [{ scope: 'a b' }, 'a b', undefined],
    [{ scope: '' }, undefined, undefined],
    [{ audience: 'api' }, 'full', 'api'],
  ])('of %j has the scope %j and the audience %j', async (over, scope, audience) => {
    const { body } = await sent(over);
    expect([body['scope'], body['audience']]).toEqual([scope, audience]);
  });

  test('names the token endpoint as the peer if the connection names its address', async () => {
    expect((await sent({ tokenUrl: 'https://login.example/token' })).peer).toBe('token endpoint');
  });

  test('returns the bytes of its answer, and reads those of a refusal', async () => {
    const { tokens, heard, state } = endpoint();
    await tokens.get();
    expect([state.released, heard[0]?.readsRefusal?.(400), heard[0]?.limit]).toEqual([1, true, 4 * 1024 * 1024]);
  });
});

test('a token is over once its lifetime has passed since the request', async () => {
  const { tokens, state } = endpoint();
  state.now = 5000;
  const token = await tokens.get();
  expect(token.lifetime).toBe(60);
  state.now = 64_999;
  expect(token.isOver()).toBe(false);
  state.now = 65_000;
  expect(token.isOver()).toBe(true);
});

describe('an answer without a usable token', () => {
  const answered = async (body: string, over: Partial<Connection> = {}) => {
    const { tokens, heard } = endpoint(over, [{ body: Buffer.from(body) }]);
    const error = await tokens.get().catch((thrown: unknown) => thrown);
    return { error, requests: heard.length };
  };

  test.each([
    [{ ...good, token_type: 'DPoP' }],
    [{ ...good, token_type: 'mac' }],
    [{ ...good, token_type: undefined }],
    [{ ...good, access_token: undefined }],
    [{ ...good, access_token: 7 }],
  ])('is PROTOCOL and asked for once: %j', async (fields) => {
    const { error, requests } = await answered(JSON.stringify(fields));
    expect(error).toMatchObject({ code: 'PROTOCOL', message: expect.stringContaining('did not issue a bearer token') });
    expect((error as AppError).message).toContain('Check the service address.');
    expect(requests).toBe(1);
  });

  test('names the token address if the connection does', async () => {
    const { error } = await answered('{}', { tokenUrl: 'https://login.example/token' });
    expect((error as AppError).message).toContain('Check the token address (--token-url');
  });

  test.each([
    ['<html>', 'perhaps a sign-in page'],
    [JSON.stringify({ ...good, access_token: 'a b' }), 'cannot be sent back in a header'],
  ])('says what it is, and is asked for once: %s', async (body, says) => {
    const { error, requests } = await answered(body);
    expect(error).toMatchObject({ code: 'PROTOCOL', message: expect.stringContaining(says) });
    expect(requests).toBe(1);
  });
});

test.each([
  [new AppError('NETWORK', 'broke off'), 2],
  [{ status: 503 }, 2],
])('a token request that fails for now is repeated: %j', async (first, requests) => {
  const { tokens, heard } = endpoint({}, [first]);
  expect((await tokens.get()).value).toBe('token');
  expect(heard).toHaveLength(requests);
});

test.each([
  [new AppError('TLS', 'not trusted'), 'TLS'],
  [{ status: 401, body: Buffer.from('{"error":"invalid_client"}') }, 'AUTH'],
])('a token request that is refused is not repeated: %j', async (first, code) => {
  const { tokens, heard } = endpoint({}, [first]);
  await expect(tokens.get()).rejects.toMatchObject({ code });
  expect(heard).toHaveLength(1);
});
