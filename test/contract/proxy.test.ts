import { afterEach, describe, expect, test } from 'vitest';
import { AppError } from '../../src/shared/errors.ts';
import { datasets } from '../../src/shared/datasets/datasets.ts';
import { createService, type NetworkSettings, type Service } from '../../src/core/client/service.ts';
import { testConnection } from '../../src/core/client/test-connection.ts';
import { startConnectProxy, type ConnectProxy, type ProxyOptions } from './connect-proxy.ts';
import { connectionTo, impatient, startHostileServer, swift } from './hostile-server.ts';
import { fixture, startSecureService, type SecureService } from './secure-service.ts';

const extraPem = fixture('root-cert');
const tls = { cert: fixture('service-cert'), key: fixture('service-key') };
const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** A service that only the proxy can reach by its name. */
async function behindProxy(options: Partial<ProxyOptions> = {}): Promise<{ readonly server: SecureService; readonly proxy: ConnectProxy }> {
  const server = await startSecureService(tls);
  const proxy = await startConnectProxy({ routes: { 'research.example.test:443': server.port }, ...options });
  cleanups.push(
    () => server.close(),
    () => proxy.close(),
  );
  return { server, proxy };
}

function serviceBehind(proxy: string, network: NetworkSettings = {}): Service {
  const service = createService({
    connection: connectionTo('https://research.example.test'),
    secret: 'hush-hush',
    network: { ...swift, extraPem, proxy, ...network },
  });
  cleanups.push(() => service.close());
  return service;
}

async function failureOf(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error('no AppError');
  expect(error.message).not.toMatch(/hush|letmein|Basic [a-z0-9+/=]{5,}/i);
  return error;
}

describe('a service behind a proxy (fault F51)', () => {
  test.each([
    ['an http proxy', undefined],
    ['a proxy reached over TLS', tls],
  ])('%s sees host name and port but no plain text, and one tunnel is reused', async (_what, own) => {
    const { server, proxy } = await behindProxy(own === undefined ? {} : { tls: own });
    const service = serviceBehind(proxy.url);
    expect((await service.token()).value).toBe('secure');
    for (const page of [1, 2]) await service.fetchPage(datasets.labs, '22-001', page, () => null);
    expect(server.requests()).toBe(3);
    expect(proxy.asked.map(({ target }) => target)).toEqual(['research.example.test:443']);
    expect(Object.keys(proxy.asked[0]?.headers ?? {}).sort()).toEqual(['connection', 'host']);
    expect(proxy.plain).toEqual([]);
    expect(proxy.bytes().length).toBeGreaterThan(500);
    expect(proxy.bytes().toString('latin1')).not.toMatch(/hush|secure|carrel-site|partnerid|22-001/i);
  });

  test('credentials in the proxy address are sent to the proxy as Proxy-Authorization', async () => {
    const authorization = `Basic ${Buffer.from('me@lab:letmein').toString('base64')}`;
    const { server, proxy } = await behindProxy({ authorization });
    const service = serviceBehind(`http://me%40lab:letmein@localhost:${proxy.port}`);
    expect((await service.token()).value).toBe('secure');
    expect(server.requests()).toBe(1);
  });

  test.each([
    ['none', '', 'asks for a user name and password'],
    ['wrong ones', 'me:letmein@', 'rejected the user name and password'],
  ])(
    '407 for credentials (%s) is NETWORK, names the proxy and ends the run: a wrong password is not sent twice',
    async (_what, given, says) => {
      const { server, proxy } = await behindProxy({ authorization: 'Basic other' });
      const service = serviceBehind(`http://${given}localhost:${proxy.port}`);
      const error = await failureOf(service.token());
      expect([error.code, proxy.asked.length, server.requests()]).toEqual(['NETWORK', 1, 0]);
      expect(error.message).toContain(`The proxy localhost:${proxy.port} ${says}.`);
      expect(error.message).toContain('CARREL_PROXY_USER and CARREL_PROXY_PASSWORD');
      expect(service.ended()).toBe(error);
    },
  );

  test('a proxy that stops accepting the password ends the run after a single try', async () => {
    const authorization = `Basic ${Buffer.from('me:letmein').toString('base64')}`;
    const { proxy } = await behindProxy({ authorization });
    const service = serviceBehind(`http://me:letmein@localhost:${proxy.port}`);
    await service.token();
    await proxy.close();
    const changed = await startConnectProxy({ routes: {}, authorization: 'Basic other', port: proxy.port });
    cleanups.push(() => changed.close());
    const error = await failureOf(service.fetchPage(datasets.labs, '22-001', 1, () => null));
    expect(error.message).toContain('rejected the user name and password');
    expect([service.ended(), changed.asked.length]).toEqual([error, 1]);
  });

  test.each([
    ['NTLM', ['NTLM'], 'by NTLM'],
    ['Negotiate and NTLM', ['Negotiate', 'NTLM'], 'by Negotiate (Kerberos or NTLM), NTLM'],
    ['Digest', ['Digest realm="a, Basic b", nonce="x"'], 'by Digest'],
    ['an unknown scheme', ['Secret hush="hush"'], 'in a way that it does not name'],
    ['no named scheme', [], 'in a way that it does not name'],
  ])('407 for %s says what the proxy asks for, that Carrel does not support it, and what helps', async (_what, challenges, by) => {
    const { proxy } = await behindProxy({ status: 407, challenges });
    const error = await failureOf(serviceBehind(`http://me:letmein@localhost:${proxy.port}`).token());
    expect([error.code, proxy.asked.length]).toEqual(['NETWORK', 1]);
    expect(error.message.replace('Basic only', '')).toContain(`asks for a sign-in ${by}, but Carrel can sign in by`);
    expect(error.message).toContain('px or cntlm');
  });

  test('Basic is chosen among other schemes', async () => {
    const authorization = `Basic ${Buffer.from('me:letmein').toString('base64')}`;
    const { proxy } = await behindProxy({ authorization, challenges: ['Negotiate', 'NTLM', 'Basic realm="lab"'] });
    const error = await failureOf(serviceBehind(proxy.url).token());
    expect(error.message).toContain('asks for a user name and password');
  });

  test.each([[403], [502], [302]])('a proxy that answers %i is NETWORK, never mistaken for the service', async (status) => {
    const { proxy } = await behindProxy({ status });
    const error = await failureOf(serviceBehind(proxy.url).token());
    expect(error.code).toBe('NETWORK');
    expect(error.message).toContain(`The proxy localhost:${proxy.port} could not connect to the service (status ${status})`);
  });

  test('a proxy that sends data before the service does is reported as such, not as a status', async () => {
    const { server, proxy } = await behindProxy({ early: 'welcome' });
    const error = await failureOf(serviceBehind(proxy.url).token());
    expect([error.code, server.requests()]).toEqual(['NETWORK', 0]);
    expect(error.message).toContain(`The proxy localhost:${proxy.port} sent its own data before the service was contacted.`);
  });

  test('a dead proxy is NETWORK, named as the proxy, and ends the run', async () => {
    const { server, proxy } = await behindProxy();
    const service = serviceBehind(proxy.url, impatient);
    await service.token();
    await proxy.close();
    const error = await failureOf(service.fetchPage(datasets.labs, '22-001', 1, () => null));
    expect(error.code).toBe('NETWORK');
    expect(error.message).toContain(`The proxy at localhost:${proxy.port} could not be reached`);
    expect(service.ended('22-001')?.code).toBe('NETWORK');
    expect(server.requests()).toBe(1);
  });

  test('a proxy that never answers meets the connect deadline', async () => {
    const { proxy } = await behindProxy({ status: 0 });
    const once = { backoff: { tries: 1, base: 1, ceiling: 1, timeoutMs: 1000 }, deadlines: { connect: 100, idle: 60_000, total: 60_000 } };
    const error = await failureOf(serviceBehind(proxy.url, once).token());
    expect(error.code).toBe('NETWORK');
    expect(error.message).toMatch(/The proxy at localhost:\d+ did not accept a connection/);
  });

  test('an untrusted certificate is TLS behind a proxy too, and so is that of the proxy itself', async () => {
    const behind = await behindProxy();
    const error = await failureOf(serviceBehind(behind.proxy.url, { extraPem: null }).token());
    expect([error.code, behind.server.requests()]).toEqual(['TLS', 0]);
    const secure = await behindProxy({ tls });
    const own = await failureOf(serviceBehind(secure.proxy.url, { extraPem: null }).token());
    expect([own.code, secure.proxy.asked.length]).toEqual(['TLS', 0]);
    expect(own.message).toContain('connection to the proxy localhost');
  });

  test('a TLS proxy is verified by its own name or address, never by the name of the service', async () => {
    const own = { cert: fixture('localhost-cert'), key: fixture('localhost-key') };
    const trusted = { extraPem: extraPem + own.cert };
    const named = await behindProxy({ tls: own });
    expect((await serviceBehind(named.proxy.url, trusted).token()).value).toBe('secure');
    const byAddress = await failureOf(serviceBehind(`https://127.0.0.1:${named.proxy.port}`, trusted).token());
    expect([byAddress.code, named.proxy.asked.length]).toEqual(['TLS', 1]);
    const addressed = await behindProxy({ tls });
    expect((await serviceBehind(`https://127.0.0.1:${addressed.proxy.port}`).token()).value).toBe('secure');

    const posing = await behindProxy({ tls: { ...tls, cert: fixture('other-name-cert') } });
    const service = createService({
      connection: connectionTo('https://other.example.test'),
      secret: 'hush-hush',
      network: { ...swift, extraPem, proxy: posing.proxy.url },
    });
    cleanups.push(() => service.close());
    expect([(await failureOf(service.token())).code, posing.proxy.asked.length]).toEqual(['TLS', 0]);
  });

  test('a certificate for another name is TLS behind a proxy', async () => {
    const server = await startSecureService({ ...tls, cert: fixture('other-name-cert') });
    const proxy = await startConnectProxy({ routes: { 'research.example.test:443': server.port, '192.0.2.7:443': server.port } });
    cleanups.push(
      () => server.close(),
      () => proxy.close(),
    );
    expect((await failureOf(serviceBehind(proxy.url).token())).code).toBe('TLS');
    const toAddress = createService({
      connection: connectionTo('https://192.0.2.7'),
      secret: 'hush-hush',
      network: { ...swift, extraPem, proxy: proxy.url },
    });
    cleanups.push(() => toAddress.close());
    expect((await failureOf(toAddress.token())).code).toBe('TLS');
    expect(server.requests()).toBe(0);
  });

  test('plain http never goes through a proxy, which could read the credentials', async () => {
    const { proxy } = await behindProxy();
    const plain = await startHostileServer({ page: (_request, response) => response.end('{}') });
    cleanups.push(() => plain.close());
    const service = createService({
      connection: connectionTo(plain.baseUrl),
      secret: 'hush-hush',
      network: { ...swift, proxy: proxy.url },
    });
    cleanups.push(() => service.close());
    expect((await service.token()).value).toBe('token-1');
    expect([proxy.asked, proxy.plain, plain.tokens.length]).toEqual([[], [], 1]);
  });

  test('a TLS service on this computer is reached directly, whatever the proxy', async () => {
    const { server, proxy } = await behindProxy();
    const service = createService({
      connection: connectionTo(`https://localhost:${server.port}`),
      secret: 'hush-hush',
      network: { ...swift, extraPem, proxy: proxy.url },
    });
    cleanups.push(() => service.close());
    expect((await service.token()).value).toBe('secure');
    expect(proxy.asked).toEqual([]);
  });

  test('an unsupported proxy is USAGE before any packet', () => {
    expect(() => serviceBehind('socks5://127.0.0.1:1080')).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });

  test('the connection test uses the same proxy and says so', async () => {
    const { proxy } = await behindProxy();
    const test = { connection: connectionTo('https://research.example.test'), secret: 'hush', study: '22-001', version: '0.1.0' };
    const { steps, report } = await testConnection({
      ...test,
      network: { ...swift, extraPem, proxy: `http://me:letmein@localhost:${proxy.port}` },
    });
    expect(steps.map(({ step, state }) => `${step} ${state}`)).toEqual(['dns skipped', 'tls ok', 'token ok', 'study failed']);
    expect(steps[0]?.says).toBe(`Not needed: the proxy localhost:${proxy.port} looks the name up.`);
    expect(JSON.stringify([steps, report])).not.toContain('letmein');
    const refused = await behindProxy({ status: 407 });
    const failed = await testConnection({ ...test, network: { ...swift, extraPem, proxy: refused.proxy.url } });
    expect(failed.steps[1]).toMatchObject({ state: 'failed', says: expect.stringContaining('asks for a user name and password') });
    const name = `http://localhost:${refused.proxy.port}`;
    expect(failed.proxyAsks).toEqual({ proxy: name, overTls: false, isBasic: true, isRefused: false });
  });
});
