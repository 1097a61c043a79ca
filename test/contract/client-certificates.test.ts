import { afterEach, describe, expect, test } from 'vitest';
import { createServer, type AddressInfo } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { readClientCertificate } from '../../src/core/client/client-certificate.ts';
import { createService, type NetworkSettings } from '../../src/core/client/service.ts';
import { testConnection } from '../../src/core/client/test-connection.ts';
import { datasets } from '../../src/shared/datasets/datasets.ts';
import { startConnectProxy } from './connect-proxy.ts';
import { connectionTo, startHostileServer, swift } from './hostile-server.ts';
import { fixture, mutualTls, startTlsFront } from './secure-service.ts';

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const extraPem = fixture('root-cert');
const clientCertificate = readClientCertificate(fixture('client-cert'), fixture('client-key'), null);
const stranger = readClientCertificate(fixture('stranger-cert'), fixture('stranger-key'), null);

/** A service behind a TLS gateway; `port` is that of the gateway. */
async function behindGateway(options: TlsOptions = mutualTls()) {
  const server = await startHostileServer({ page: (_request, response) => response.end('{}') });
  const front = await startTlsFront(Number(new URL(server.baseUrl).port), options);
  cleanups.push(
    () => server.close(),
    () => front.close(),
  );
  return { server, port: front.port };
}

function serviceAt(baseUrl: string, network: NetworkSettings, over = {}) {
  const service = createService({ connection: connectionTo(baseUrl, over), secret: 'hush', network: { ...swift, extraPem, ...network } });
  cleanups.push(() => service.close());
  return service;
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no refusal',
    (error: unknown) => {
      const { code = '', message } = error as Error & { readonly code?: string };
      return `${code}: ${message}`;
    },
  );
}

describe('a gateway that requires a client certificate (fault F73)', () => {
  test('receives the given one for tokens and for data', async () => {
    const { server, port } = await behindGateway();
    const service = serviceAt(`https://localhost:${port}`, { clientCertificate });
    (await service.fetchPage(datasets.labs, '22-001', 1, () => null)).release();
    expect([server.tokens.length, server.pages.length]).toEqual([1, 1]);
  });

  test('receives it at a separate token address and at the service', async () => {
    const [login, data] = [await behindGateway(), await behindGateway()];
    const tokenUrl = `https://localhost:${login.port}/svc-apim/external/svc-oidc/oauth2/token`;
    const service = serviceAt(`https://localhost:${data.port}`, { clientCertificate }, { tokenUrl });
    (await service.fetchPage(datasets.labs, '22-001', 1, () => null)).release();
    expect([login.server.tokens.length, login.server.pages.length, data.server.tokens.length, data.server.pages.length]).toEqual([
      1, 0, 0, 1,
    ]);
  });

  test.each([['TLSv1.3'], ['TLSv1.2']] as const)('is reported as AUTH over %s if there is none, and nothing is sent', async (version) => {
    const { server, port } = await behindGateway({ ...mutualTls(), minVersion: version, maxVersion: version });
    const said = await refusalOf(serviceAt(`https://localhost:${port}`, {}).token());
    expect(said).toMatch(
      /^AUTH: The gateway at localhost:\d+ requires a client certificate \(TLS alert (certificate_required|handshake_failure)\)/,
    );
    expect(said).toContain('--client-certificate and --client-key');
    expect(server.tokens).toEqual([]);
  });

  test('is reported if it rejects the certificate by a TLS alert', async () => {
    // A server that refuses during the handshake: Node's own accepts any certificate there and checks it afterwards.
    const port = await startRefusingServer();
    const said = await refusalOf(serviceAt(`https://localhost:${port}`, { clientCertificate: stranger }).token());
    expect(said).toMatch(/^AUTH: The gateway at localhost:\d+ does not accept the client certificate \(TLS alert unknown_ca\)/);
  });

  test('receives it through a proxy tunnel, whereas a TLS proxy that asks for one does not', async () => {
    const { server, port } = await behindGateway();
    const proxy = await startConnectProxy({
      routes: { 'research.example.test:443': port },
      tls: { cert: fixture('service-cert'), key: fixture('service-key') },
      asksForCertificate: true,
    });
    cleanups.push(() => proxy.close());
    const network = { clientCertificate, proxy: proxy.url, tokenProxy: proxy.url };
    expect((await serviceAt('https://research.example.test', network).token()).value).toBe('token-1');
    expect([server.tokens.length, proxy.asked.length, proxy.certificates()]).toEqual([1, 1, 0]);
  });

  test('is reached through its own proxy if token address and service have different ones', async () => {
    const [login, data] = [await behindGateway(), await behindGateway()];
    const forTokens = await startConnectProxy({ routes: { 'research.example.test:8443': login.port } });
    const forData = await startConnectProxy({ routes: { 'research.example.test:443': data.port } });
    cleanups.push(
      () => forTokens.close(),
      () => forData.close(),
    );
    const network = { clientCertificate, proxy: forData.url, tokenProxy: forTokens.url };
    const tokenUrl = 'https://research.example.test:8443/svc-apim/external/svc-oidc/oauth2/token';
    const service = serviceAt('https://research.example.test', network, { tokenUrl });
    (await service.fetchPage(datasets.labs, '22-001', 1, () => null)).release();
    const asked = [forTokens, forData].map((proxy) => proxy.asked.map(({ target }) => target));
    expect(asked).toEqual([['research.example.test:8443'], ['research.example.test:443']]);
    expect([login.server.tokens.length, data.server.pages.length]).toEqual([1, 1]);
  });

  test.each([
    [400, '<h1>No required SSL certificate was sent</h1>', 'AUTH: The gateway at 127.0.0.1'],
    [403, 'This page requires a client certificate', 'AUTH: The gateway at 127.0.0.1'],
    [496, '', 'AUTH: The gateway at 127.0.0.1'],
    [400, 'something else', 'PROTOCOL: '],
    [403, 'something else', 'FORBIDDEN: '],
  ])('is distinguished from other refusals of data: %i %j', async (status, page, says) => {
    const server = await startHostileServer({ page: (_request, response) => response.writeHead(status).end(page) });
    cleanups.push(() => server.close());
    expect(await refusalOf(serviceAt(server.baseUrl, {}).fetchPage(datasets.labs, '22-001', 1, () => null))).toContain(says);
    expect([server.tokens.length, server.pages.length]).toEqual([1, 1]);
  });

  test('passes the connection test with it and fails with an explanation without', async () => {
    const { server, port } = await behindGateway();
    const tried = { connection: connectionTo(`https://localhost:${port}`), secret: 'hush', study: '22-001', version: '0.1.0' };
    const good = await testConnection({ ...tried, network: { ...swift, extraPem, clientCertificate } });
    expect(good.steps.map(({ step, state }) => `${step} ${state}`)).toEqual(['dns ok', 'tls ok', 'token ok', 'study failed']);
    expect(JSON.stringify(good)).not.toMatch(/PRIVATE|BEGIN/);
    const asked = server.tokens.length;
    const bad = await testConnection({ ...tried, network: { ...swift, extraPem } });
    const failed = bad.steps.find(({ state }) => state === 'failed');
    expect(failed).toMatchObject({ code: 'AUTH', says: expect.stringContaining('requires a client certificate') });
    expect(server.tokens).toHaveLength(asked);
  });

  test('is named in the connection test over TLS 1.2, where the handshake itself fails', async () => {
    const { port } = await behindGateway({ ...mutualTls(), maxVersion: 'TLSv1.2' });
    const tried = { connection: connectionTo(`https://localhost:${port}`), secret: 'hush', study: '22-001', version: '0.1.0' };
    const { steps } = await testConnection({ ...tried, network: { ...swift, extraPem } });
    expect(steps[1]).toMatchObject({ step: 'tls', state: 'failed', code: 'AUTH', says: expect.stringContaining('client certificate') });
  });

  test('a service that asks for none and one over plain http still work with it', async () => {
    const { server, port } = await behindGateway({ cert: fixture('service-cert'), key: fixture('service-key') });
    expect((await serviceAt(`https://localhost:${port}`, { clientCertificate }).token()).value).toBe('token-1');
    expect((await serviceAt(server.baseUrl, { clientCertificate }).token()).value).toBe('token-2');
  });
});

/** Answers every client hello with a plain-text alert: fatal, unknown_ca. */
async function startRefusingServer(): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x30])));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  cleanups.push(() => void server.close());
  return (server.address() as AddressInfo).port;
}
