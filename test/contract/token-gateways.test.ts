import { afterEach, describe, expect, test } from 'vitest';
import { datasets } from '../../src/shared/datasets/datasets.ts';
import type { Connection } from '../../src/shared/connection.ts';
import { createService, type Service } from '../../src/core/client/service.ts';
import { connectionTo, startHostileServer, swift, type HostileServer, type Respond } from './hostile-server.ts';

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const emptyPage: Respond = (_request, response) => {
  response.end('{}');
};

async function start(answers: Partial<Parameters<typeof startHostileServer>[0]> = {}): Promise<HostileServer> {
  const server = await startHostileServer({ page: emptyPage, ...answers });
  cleanups.push(() => server.close());
  return server;
}

function serviceAt(baseUrl: string, over: Partial<Connection> = {}): Service {
  const service = createService({ connection: connectionTo(baseUrl, over), secret: 'hush&:hush%', network: swift });
  cleanups.push(() => service.close());
  return service;
}

async function messageOf(work: Promise<unknown>): Promise<{ readonly code: unknown; readonly message: string }> {
  return work.then(
    () => ({ code: null, message: '' }),
    (error: unknown) => {
      const { code, message } = error as Error & { readonly code?: unknown };
      return { code, message };
    },
  );
}

describe('a token request', () => {
  test('uses HTTP Basic with form-encoded id and secret, which appear nowhere else (RFC 6749, 2.3.1)', async () => {
    const server = await start();
    await serviceAt(server.baseUrl, { tokenStyle: 'basic', clientId: 'site-03 a:b' }).token();
    const [asked] = server.tokens;
    const pair = Buffer.from(/^Basic (.+)$/.exec(asked?.headers.authorization ?? '')?.[1] ?? '', 'base64').toString();
    expect(pair).toBe('site-03+a%3Ab:hush%26%3Ahush%25');
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({ grant_type: 'client_credentials', scope: 'full' });
    expect(asked?.url).not.toMatch(/hush|site/);
  });

  test('has its own scope and audience, or no scope', async () => {
    const server = await start();
    await serviceAt(server.baseUrl, { scope: 'api://study/.default openid', audience: 'https://research.example' }).token();
    await serviceAt(server.baseUrl, { scope: '' }).token();
    const asked = server.tokens.map(({ body }) => new URLSearchParams(body));
    expect([asked[0]?.get('scope'), asked[0]?.get('audience')]).toEqual(['api://study/.default openid', 'https://research.example']);
    expect([asked[1]?.has('scope'), asked[1]?.has('audience')]).toEqual([false, false]);
  });

  test.each(['body', 'basic', 'query'] as const)('goes to another address, which alone gets the secret (%s)', async (tokenStyle) => {
    const [service, login] = [await start(), await start()];
    // The path by which the hostile server recognises a token request.
    const tokenUrl = `${login.baseUrl}/svc-apim/external/svc-oidc/oauth2/token?tenant=a`;
    const client = serviceAt(service.baseUrl, { tokenStyle, tokenUrl });
    (await client.fetchPage(datasets.labs, '22-001', 1, () => null)).release();
    expect([login.tokens.length, login.pages.length, service.tokens.length, service.pages.length]).toEqual([1, 0, 0, 1]);
    expect(login.tokens[0]?.url).toContain('tenant=a');
    expect(JSON.stringify(service.pages)).not.toMatch(/hush|Basic/);
    expect(service.pages[0]?.headers.authorization).toBe('Bearer token-1');
  });

  test('is never sent to a plain http address on another computer', async () => {
    const server = await start();
    expect(() => serviceAt(server.baseUrl, { tokenUrl: 'http://login.example/token' })).toThrow(/must start with https/);
    expect(server.tokens).toEqual([]);
  });
});

describe('a configured token address that fails', () => {
  const page =
    (status: number, headers = {}): Respond =>
    (_request, response) => {
      response.writeHead(status, headers).end('<html>sign in</html>');
    };
  test.each([
    ['answers with a page', page(200), 'PROTOCOL'],
    ['does not exist', page(404), 'PROTOCOL'],
    ['redirects', page(302, { location: 'http://127.0.0.1:1/' }), 'SECURITY'],
    ['compresses its answer', page(200, { 'content-encoding': 'br' }), 'PROTOCOL'],
    ['closes the connection', (_request: unknown, response: Parameters<Respond>[1]) => response.destroy(), 'NETWORK'],
  ] as const)('%s: the error names that address, not the service', async (_what, token, code) => {
    const [service, login] = [await start(), await start({ token })];
    const tokenUrl = `${login.baseUrl}/svc-apim/external/svc-oidc/oauth2/token`;
    const failed = await messageOf(serviceAt(service.baseUrl, { tokenUrl }).token());
    expect(failed.code).toBe(code);
    expect(failed.message).toMatch(/^(The|A) token endpoint.*(--token-url|that was not requested|a sign-in page)/);
    expect(failed.message).not.toMatch(/service address|The service/);
    const usual = await messageOf(serviceAt(login.baseUrl).token());
    expect(usual.message).not.toMatch(/--token-url/);
  });

  test('cannot be reached: the error names that address too', async () => {
    const [service, login] = [await start(), await start()];
    const tokenUrl = `${login.baseUrl}/svc-apim/external/svc-oidc/oauth2/token`;
    await login.close();
    const failed = await messageOf(serviceAt(service.baseUrl, { tokenUrl }).token());
    expect(failed).toMatchObject({ code: 'NETWORK' });
    expect(failed.message).toMatch(/^The token endpoint at 127.0.0.1:\d+ could not be reached .* Check the token address \(--token-url/);
  });
});

describe('a refused token', () => {
  const refusing = (status: number, body: string | ((response: Parameters<Respond>[1]) => void), headers = {}): Promise<HostileServer> =>
    start({
      token: (_request, response) => {
        response.writeHead(status, headers);
        if (typeof body === 'string') response.end(body);
        else body(response);
      },
    });

  const breakOff = (response: Parameters<Respond>[1]): void => {
    response.write('{"error":');
    setTimeout(() => response.destroy(), 50);
  };

  test('is reported with the error code of the body and nothing else from it', async () => {
    const body = '{"error":"invalid_scope","error_description":"canary"}';
    const server = await refusing(400, body, { 'content-type': 'application/json' });
    const { code, message } = await messageOf(serviceAt(server.baseUrl).token());
    expect(code).toBe('AUTH');
    expect(message).toMatch(/invalid_scope, status 400.*--scope/);
    expect(message).not.toContain('canary');
    expect(server.tokens).toHaveLength(1);
  });

  test.each<readonly [string, number, Parameters<typeof refusing>[1], Record<string, string>]>([
    ['a page beyond the size limit', 403, 'x'.repeat(200_000), {}],
    ['a truncated body', 403, breakOff, {}],
    ['a damaged compressed body', 403, 'no gzip', { 'content-encoding': 'gzip' }],
  ])('stays a refusal with %s', async (_what, status, body, headers) => {
    const server = await refusing(status, body, headers);
    expect(await messageOf(serviceAt(server.baseUrl).token())).toMatchObject({ code: 'AUTH', message: expect.stringContaining('gateway') });
    expect(server.tokens).toHaveLength(1);
  });

  test('with a body that never ends is a refusal after five seconds', async () => {
    const server = await refusing(401, (response) => void response.write('{'));
    const started = performance.now();
    expect(await messageOf(serviceAt(server.baseUrl).token())).toMatchObject({ code: 'AUTH' });
    expect(performance.now() - started).toBeLessThan(15_000);
  }, 30_000);

  test('with temporarily_unavailable is requested again and then granted', async () => {
    const server = await start({
      token: (_request, response, count) => {
        if (count < 3) response.writeHead(400).end('{"error":"temporarily_unavailable"}');
        else response.end('{"token_type":"Bearer","access_token":"late"}');
      },
    });
    expect((await serviceAt(server.baseUrl).token()).value).toBe('late');
    expect(server.tokens).toHaveLength(3);
  });
});
