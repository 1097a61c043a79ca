import { join } from 'node:path';
import type { TlsOptions } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shiftedClock } from '../campaign/faults/clock.ts';
import { startConnectProxy, type ConnectProxy } from '../contract/connect-proxy.ts';
import { fixture, fixturePath, startTlsFront } from '../contract/secure-service.ts';
import { carrel, passphrase, startSandbox, workFolder, type Ended, type Sandbox } from './carrel.ts';

const folder = workFolder();
const study = '24-006';
const fourHundredDays = String(400 * 86_400_000);
const cleanups: (() => Promise<void>)[] = [];
let service: Sandbox;
/** The service by its name, with a valid, an expired and a not yet valid certificate. */
let good: ConnectProxy;
let expired: ConnectProxy;
let future: ConnectProxy;

beforeAll(async () => {
  service = await startSandbox(['--subjects', '2', '--studies', study]);
  cleanups.push(() => service.stop());
  [good, expired, future] = [await frontWith('service-cert'), await frontWith('expired-cert'), await frontWith('future-cert')];
});
afterAll(async () => {
  for (const clean of cleanups.reverse()) await clean();
  folder.remove();
});

async function frontWith(cert: string): Promise<ConnectProxy> {
  const options: TlsOptions = { cert: fixture(cert), key: fixture('service-key') };
  const front = await startTlsFront(Number(new URL(service.baseUrl).port), options);
  const proxy = await startConnectProxy({ routes: { 'research.example.test:443': front.port } });
  cleanups.push(
    () => front.close(),
    () => proxy.close(),
  );
  return proxy;
}

async function run(name: string, args: readonly string[], way: ConnectProxy, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return carrel([...args, '--json'], {
    dataDir: join(folder.path, name),
    env: { CARREL_PASSPHRASE: passphrase, CARREL_CLIENT_SECRET: service.clientSecret, HTTPS_PROXY: way.url, ...env },
  });
}

async function connectAs(name: string, way: ConnectProxy, trusted: string): Promise<Ended> {
  const { partnerId, clientId } = service;
  const ids = ['--partner-id', partnerId, '--client-id', clientId];
  return run(name, ['connect', '--base-url', 'https://research.example.test', ...ids, '--extra-certificates', fixturePath(trusted)], way);
}

async function syncAs(name: string, way: ConnectProxy, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return run(name, ['sync', study, '--only', 'subjects'], way, env);
}

function errorOf({ result }: Ended): string {
  return JSON.stringify(result);
}

describe('a certificate that is refused for its dates (fault F71)', () => {
  test('names the clock of this computer if nothing else is known', async () => {
    const ended = await connectAs('unknown', expired, 'root-cert');
    expect([ended.code, ended.result.category]).toEqual([13, 'TLS']);
    expect(ended.result.message).toMatch(/has expired by this computer's clock, which says .*Z .*That clock may be wrong\..*Set the clock/);
  });

  test('says how far that clock was ahead of the service in the last run, keeps the copy, and the next run succeeds', async () => {
    expect((await connectAs('ahead', good, 'root-cert')).code).toBe(0);
    const shifted = { NODE_OPTIONS: shiftedClock, CARREL_CLOCK_SHIFT: fourHundredDays };
    expect((await syncAs('ahead', good, shifted)).code).toBe(0);
    const refused = await syncAs('ahead', expired, shifted);
    expect(refused.code).toBe(13);
    expect(errorOf(refused)).toContain('when this study was last mirrored, it was 400 days ahead of the service');
    expect(errorOf(refused)).toContain('"state":"kept"');
    expect((await syncAs('ahead', good)).code).toBe(0);
  });

  test('says that the clock is behind if the service reported a later time before', async () => {
    expect((await connectAs('behind', good, 'root-cert')).code).toBe(0);
    expect((await syncAs('behind', good)).code).toBe(0);
    const env = { NODE_OPTIONS: shiftedClock, CARREL_CLOCK_SHIFT: `-${fourHundredDays}`, NODE_EXTRA_CA_CERTS: fixturePath('future-cert') };
    const refused = await syncAs('behind', future, env);
    expect(refused.code).toBe(13);
    expect(errorOf(refused)).toMatch(/is not valid yet by this computer's clock, .*That clock is behind: .*already said 2\d{3}-/);
  });
});
