import { createHash, X509Certificate } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { createService } from '../../src/core/client/service.ts';
import { testConnection } from '../../src/core/client/test-connection.ts';
import { connectionTo, swift } from './hostile-server.ts';
import { fixture, startSecureService, type SecureService } from './secure-service.ts';

const root = fixture('root-cert');
const issued = { cert: fixture('service-cert'), key: fixture('service-key') };
const other = createHash('sha256').update('another key').digest('base64');
const right = pinOf(fixture('service-cert'));

function pinOf(certificate: string): string {
  const spki = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(spki).digest('base64');
}

let server: SecureService | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function tokenWith(pins: readonly string[], extraPem: string | null = root): Promise<string> {
  server = await startSecureService(issued);
  const connection = { ...connectionTo(`https://localhost:${server.port}`), pins: [...pins] };
  const service = createService({ connection, secret: 'hush', network: { ...swift, extraPem } });
  try {
    return (await service.token()).value;
  } catch (error: unknown) {
    return error instanceof Error && 'code' in error ? `${String(error.code)}: ${error.message}` : 'other';
  } finally {
    service.close();
  }
}

describe('a service whose public key is pinned', () => {
  test.each([[[right]], [[other, right]]])('is used if it proves one of the pinned keys', async (pins) => {
    expect(await tokenWith(pins)).toBe('secure');
  });

  test('gets no request if it proves another key, although its certificate is trusted', async () => {
    expect(await tokenWith([other])).toMatch(/^TLS: localhost proved none of the pinned keys/);
    expect(server?.requests()).toBe(0);
  });

  test('gets its token only from a host that proves one of the keys as well', async () => {
    const login = await startSecureService(issued);
    try {
      server = await startSecureService(issued);
      const tokenUrl = `https://localhost:${login.port}/token`;
      const connection = { ...connectionTo(`https://localhost:${server.port}`), tokenUrl, pins: [other] };
      const service = createService({ connection, secret: 'hush', network: { ...swift, extraPem: root } });
      await expect(service.token()).rejects.toMatchObject({ code: 'TLS' });
      service.close();
      expect(login.requests()).toBe(0);
    } finally {
      await login.close();
    }
  });

  test('must still have a trusted certificate', async () => {
    expect(await tokenWith([right], null)).toMatch(/^TLS: .*does not know the authority/);
    expect(server?.requests()).toBe(0);
  });

  test('fails the TLS step of the connection test with another key', async () => {
    server = await startSecureService(issued);
    const connection = { ...connectionTo(`https://localhost:${server.port}`), pins: [other] };
    const { steps } = await testConnection({ connection, secret: 's', study: '1', version: '1', network: { ...swift, extraPem: root } });
    expect(steps.find(({ step }) => step === 'tls')).toMatchObject({ state: 'failed', code: 'TLS' });
    expect(server.requests()).toBe(0);
  });
});
