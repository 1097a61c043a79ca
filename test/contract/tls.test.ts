import { readFileSync } from 'node:fs';
import { createServer, type ServerOptions } from 'node:https';
import { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { createService } from '../../src/core/client/service.ts';
import { testConnection } from '../../src/core/client/test-connection.ts';
import { trustedRoots } from '../../src/core/client/trust.ts';
import { connectionTo, swift } from './hostile-server.ts';

// Self-signed for the name "localhost" alone, until 2126; the key serves these tests only.
const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
const cert = fixture('localhost-cert.pem');
const key = fixture('localhost-key.pem');

let close: () => Promise<void> = async () => undefined;
afterEach(async () => close());

async function startSecureServer(
  options: ServerOptions,
): Promise<{ readonly port: number; readonly requests: () => number; readonly certificates: () => number }> {
  let requests = 0;
  let certificates = 0;
  const server = createServer({ ...options, requestCert: true, rejectUnauthorized: false }, (request, response) => {
    requests += 1;
    if (request.socket instanceof TLSSocket && Object.keys(request.socket.getPeerCertificate()).length > 0) certificates += 1;
    response.end('{"token_type":"Bearer","access_token":"secure"}');
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  close = async () =>
    new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    requests: () => requests,
    certificates: () => certificates,
  };
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

describe('certificates (faults F50, F51)', () => {
  test('one that nobody vouches for is TLS, and nothing is sent', async () => {
    const server = await startSecureServer({ cert, key });
    expect(await tokenFrom(`https://localhost:${server.port}`, null)).toBe('TLS');
    expect(server.requests()).toBe(0);
  });

  test('an extra PEM of the settings is trusted; a client certificate is never sent', async () => {
    const server = await startSecureServer({ cert, key });
    expect(await tokenFrom(`https://localhost:${server.port}`, cert)).toBe('secure');
    expect(server.certificates()).toBe(0);
  });

  test('a wrong name is TLS even where the certificate is trusted', async () => {
    const server = await startSecureServer({ cert, key });
    expect(await tokenFrom(`https://127.0.0.1:${server.port}`, cert)).toBe('TLS');
    expect(server.requests()).toBe(0);
  });

  test('TLS 1.0 is TLS', async () => {
    const server = await startSecureServer({ cert, key, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' });
    expect(await tokenFrom(`https://localhost:${server.port}`, cert)).toBe('TLS');
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

  test('the roots of the runtime and the extra one are there, each once', () => {
    const roots = trustedRoots(cert);
    expect(roots).toContain(cert);
    expect(roots.length).toBeGreaterThan(50);
    expect(new Set(roots).size).toBe(roots.length);
  });

  test('the connection test names protocol and end of the certificate', async () => {
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
});
