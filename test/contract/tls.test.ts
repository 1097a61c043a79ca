import { afterEach, describe, expect, test } from 'vitest';
import { createService } from '../../src/core/client/service.ts';
import { testConnection } from '../../src/core/client/test-connection.ts';
import { trustedRoots } from '../../src/core/client/trust.ts';
import { connectionTo, swift } from './hostile-server.ts';
import { fixture, startSecureService, type SecureService } from './secure-service.ts';
import type { ServerOptions } from 'node:https';

const cert = fixture('localhost-cert');
const key = fixture('localhost-key');
const root = fixture('root-cert');
const issued = (name: string): ServerOptions => ({ cert: fixture(`${name}-cert`), key: fixture('service-key') });

let close: () => Promise<void> = async () => undefined;
afterEach(async () => close());

async function startSecureServer(options: ServerOptions): Promise<SecureService> {
  const service = await startSecureService(options);
  close = async () => service.close();
  return service;
}

async function tokenFrom(baseUrl: string, extraPem: string | null): Promise<string> {
  const service = createService({ connection: connectionTo(baseUrl), secret: 'hush', network: { ...swift, extraPem } });
  try {
    return (await service.token()).value;
  } catch (error: unknown) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'other';
  } finally {
    service.close();
  }
}

async function messageFrom(baseUrl: string, extraPem: string | null): Promise<string> {
  const service = createService({ connection: connectionTo(baseUrl), secret: 'hush', network: { ...swift, extraPem } });
  return service.token().then(
    () => 'no error',
    (error: unknown) => {
      service.close();
      return error instanceof Error ? error.message : 'other';
    },
  );
}

describe('certificates (faults F50, F51, F71)', () => {
  test.each([
    ['of an authority unknown to this computer', issued('service')],
    ['that is self-signed', { cert, key }],
  ])('one %s: the error suggests an authority of the organisation and what to do', async (_what, options) => {
    const server = await startSecureServer(options);
    const says = await messageFrom(`https://localhost:${server.port}`, null);
    expect(says).toMatch(
      /Your organisation may use its own certificate authority: .*PEM file.*Settings, Connection.*--extra-certificates FILE/,
    );
    expect(says).toContain('this check cannot be bypassed');
  });

  test('one for another name: the error does not mention authorities', async () => {
    const server = await startSecureServer(issued('other-name'));
    const says = await messageFrom(`https://localhost:${server.port}`, root);
    expect(says).toContain('this check cannot be bypassed');
    expect(says).not.toContain('authority');
  });

  test.each([
    ['that has expired', 'expired', root, 'has expired'],
    ['that is not valid yet', 'future', fixture('future-cert'), 'is not valid yet'],
  ])('one %s: the error names the clock of this computer and its time', async (_what, name, extraPem, what) => {
    const server = await startSecureServer(issued(name));
    const says = await messageFrom(`https://localhost:${server.port}`, extraPem);
    const [, time = ''] = new RegExp(`${what} by this computer's clock, which says (\\S+Z) `).exec(says) ?? [];
    expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000);
    expect(says).toMatch(/That clock may be wrong\. .*Set the clock if it is wrong; .*this check cannot be bypassed/);
    expect(server.requests()).toBe(0);
  });

  test('an untrusted one is TLS, and nothing is sent', async () => {
    const server = await startSecureServer({ cert, key });
    expect(await tokenFrom(`https://localhost:${server.port}`, null)).toBe('TLS');
    expect(server.requests()).toBe(0);
  });

  test('an extra PEM from the settings is trusted, and no client certificate is sent', async () => {
    const server = await startSecureServer({ cert, key });
    expect(await tokenFrom(`https://localhost:${server.port}`, cert)).toBe('secure');
    expect(server.certificates()).toBe(0);
  });

  test('a wrong name is TLS even if the certificate is trusted', async () => {
    const server = await startSecureServer({ cert, key });
    expect(await tokenFrom(`https://127.0.0.1:${server.port}`, cert)).toBe('TLS');
    expect(server.requests()).toBe(0);
  });

  test.each([['TLSv1'], ['TLSv1.1']] as const)('protocol %s is refused', async (version) => {
    const server = await startSecureServer({ cert, key, minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' });
    expect(await tokenFrom(`https://localhost:${server.port}`, cert)).toBe('TLS');
    expect(server.requests()).toBe(0);
  });

  test.each([
    ['one of a trusted root', 'service', 'localhost', 'secure', 1],
    ['one of a trusted root for an address', 'service', '127.0.0.1', 'secure', 1],
    ['one that has expired', 'expired', 'localhost', 'TLS', 0],
    ['one for another name', 'other-name', 'localhost', 'TLS', 0],
  ])('%s', async (_what, name, host, outcome, requests) => {
    const server = await startSecureServer(issued(name));
    expect(await tokenFrom(`https://${host}:${server.port}`, root)).toBe(outcome);
    expect(server.requests()).toBe(requests);
  });

  test('several extra certificates in one PEM are accepted', async () => {
    const server = await startSecureServer(issued('service'));
    expect(await tokenFrom(`https://localhost:${server.port}`, `${cert}\n${root}`)).toBe('secure');
  });

  test('switching verification off in the environment has no effect', async () => {
    const server = await startSecureServer({ cert, key });
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      expect(await tokenFrom(`https://localhost:${server.port}`, null)).toBe('TLS');
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
  });

  test('an unreadable extra PEM is USAGE', async () => {
    expect(await tokenFrom('https://localhost:1', '-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----')).toBe('USAGE');
  });

  test('the roots of the runtime and the extra one are all trusted, each once', () => {
    const roots = trustedRoots(cert);
    expect(roots).toContain(cert);
    expect(roots.length).toBeGreaterThan(50);
    expect(new Set(roots).size).toBe(roots.length);
  });

  test('the connection test names the protocol and the expiry of the certificate', async () => {
    const server = await startSecureServer({ cert, key });
    const { steps } = await testConnection({
      connection: connectionTo(`https://localhost:${server.port}`),
      secret: 'hush',
      study: '22-001',
      version: '0.1.0',
      network: { ...swift, extraPem: cert },
    });
    expect(steps.map(({ step, state }) => `${step} ${state}`)).toEqual(['dns ok', 'tls ok', 'token ok', 'study failed']);
    expect(steps[1]?.says).toMatch(/^TLS 1\.3, certificate valid until 2126-/);
  });

  test('the connection test leaves no timer that would keep a command running, whether the certificate is trusted or not', async () => {
    const server = await startSecureServer({ cert, key });
    const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    for (const extraPem of [cert, null])
      await testConnection({
        connection: connectionTo(`https://localhost:${server.port}`),
        secret: 'hush',
        study: '22-001',
        version: '0.1.0',
        network: { ...swift, extraPem },
      });
    await expect.poll(timers, { timeout: 3000 }).toBeLessThanOrEqual(before);
  });
});
