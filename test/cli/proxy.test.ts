import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startConnectProxy, type ConnectProxy } from '../contract/connect-proxy.ts';
import { openVault } from '../../src/core/vault/open-vault.ts';
import { saveProxySignIn } from '../../src/core/vault/settings/proxy-sign-ins.ts';
import { fixturePath, startTlsFront } from '../contract/secure-service.ts';
import { carrel, connectTo, passphrase, program, startSandbox, workFolder, type Ended, type Sandbox } from './carrel.ts';

const folder = workFolder();
const study = '24-006';
const authorization = `Basic ${Buffer.from('me:letmein').toString('base64')}`;
let service: Sandbox;
let front: Awaited<ReturnType<typeof startTlsFront>>;
let proxy: ConnectProxy;
/** Requires sign-in schemes that Carrel does not support. */
let negotiating: ConnectProxy;
let through: Record<string, string>;

beforeAll(async () => {
  service = await startSandbox(['--subjects', '2', '--studies', study]);
  front = await startTlsFront(Number(new URL(service.baseUrl).port));
  proxy = await startConnectProxy({ routes: { 'research.example.test:443': front.port }, authorization });
  negotiating = await startConnectProxy({ routes: {}, status: 407, challenges: ['Negotiate', 'NTLM'] });
  through = { HTTPS_PROXY: `http://me:letmein@localhost:${proxy.port}` };
});
afterAll(async () => {
  await proxy.close();
  await negotiating.close();
  await front.close();
  await service.stop();
  folder.remove();
});

const trusting = { NODE_EXTRA_CA_CERTS: fixturePath('root-cert') };

async function connectAs(name: string, env: Readonly<Record<string, string>>, more: readonly string[] = []): Promise<Ended> {
  const { partnerId, clientId, clientSecret } = service;
  const args = ['connect', '--base-url', 'https://research.example.test', '--partner-id', partnerId, '--client-id', clientId, ...more];
  const run = { dataDir: join(folder.path, name), env: { CARREL_PASSPHRASE: passphrase, CARREL_CLIENT_SECRET: clientSecret, ...env } };
  const ended = await carrel([...args, '--json'], run);
  expect(ended.stdout + ended.stderr).not.toMatch(/letmein|bWU6bGV0bWVpbg/);
  expect(ended.stdout + ended.stderr).not.toContain(clientSecret);
  return ended;
}

async function syncAs(name: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  return carrel(['sync', study, '--only', 'subjects,vitals', '--json'], {
    dataDir: join(folder.path, name),
    env: { CARREL_PASSPHRASE: passphrase, ...env },
  });
}

describe('a service behind a proxy, from a terminal (fault F51)', () => {
  test('is connected and mirrored through HTTPS_PROXY with NODE_EXTRA_CA_CERTS, and the proxy reads nothing', async () => {
    expect((await connectAs('named', { ...through, ...trusting })).code).toBe(0);
    expect((await syncAs('named', { ...through, ...trusting })).code).toBe(0);
    expect(proxy.plain).toEqual([]);
    expect(proxy.bytes().toString('latin1')).not.toMatch(new RegExp(`Bearer|partnerid|${service.clientSecret}|${study}`, 'i'));
    const elsewhere = await syncAs('named', { ...through, ...trusting, NO_PROXY: 'example.test' });
    expect([elsewhere.code, elsewhere.result.category]).toEqual([12, 'NETWORK']);
  });

  test('keeps extra certificates for every sync until they are removed', async () => {
    const before = front.connections();
    expect((await connectAs('kept', through)).result.category).toBe('TLS');
    expect(front.connections()).toBe(before);
    expect((await connectAs('kept', through, ['--extra-certificates', fixturePath('root-cert')])).code).toBe(0);
    expect((await syncAs('kept', through)).code).toBe(0);
    expect((await connectAs('kept', through)).code).toBe(0);
    expect((await connectAs('kept', through, ['--extra-certificates', 'none'])).code).toBe(13);
  });

  test.each([
    [
      'a proxy that requires a password',
      () => `http://localhost:${proxy.port}`,
      12,
      /asks for a user name and password.*CARREL_PROXY_USER/,
    ],
    ['a wrong password', () => `http://me:notletmein@localhost:${proxy.port}`, 12, /rejected the user name and password/],
    ['a proxy that requires Kerberos', () => negotiating.url, 12, /sign-in by Negotiate \(Kerberos or NTLM\), NTLM.*px or cntlm/],
    ['an unreachable proxy', () => 'http://me:letmein@localhost:1', 12, /The proxy at localhost:1 could not be reached/],
    ['a SOCKS proxy', () => 'socks5://me:letmein@localhost:1', 2, /SOCKS proxy, which Carrel does not support/],
    ['an invalid address', () => 'http://me:letmein@', 2, /proxy of this computer is not an address/],
  ])('fails with an explanation for %s', async (_what, address, code, says) => {
    const ended = await connectAs('refused', { ALL_PROXY: address(), ...trusting });
    expect(ended.code).toBe(code);
    expect(ended.result.message).toMatch(says);
  });

  test('warns about a readable password and about certificates that are not stored', async () => {
    const reported = await connectAs('told', { ...through, ...trusting });
    const port = String(proxy.port);
    expect(reported.stderr).toContain(
      `The connection to the proxy localhost:${port} does not use TLS: the proxy's user name and password can be read on the network`,
    );
    expect(reported.stderr).toMatch(
      /NODE_EXTRA_CA_CERTS is set: .* are not stored\. To store them: carrel connect … --extra-certificates FILE\./,
    );
    const kept = await connectAs('told', through, ['--extra-certificates', fixturePath('root-cert')]);
    expect(kept.stderr).not.toContain('NODE_EXTRA_CA_CERTS');
  });

  test('takes the password from CARREL_PROXY_USER and CARREL_PROXY_PASSWORD, or from the vault for this proxy', async () => {
    const bare = { HTTPS_PROXY: `http://localhost:${proxy.port}`, ...trusting };
    const given = { CARREL_PROXY_USER: 'me', CARREL_PROXY_PASSWORD: 'letmein' };
    expect((await connectAs('variables', { ...bare, ...given })).code).toBe(0);
    expect((await syncAs('variables', { ...bare, ...given })).code).toBe(0);
    const alone = await syncAs('variables', { ...bare, CARREL_PROXY_USER: 'me' });
    expect([alone.code, alone.result.message]).toEqual([2, expect.stringContaining('must be set together')]);
    expect((await syncAs('variables', bare)).code).toBe(12);
    const vault = await openVault(join(folder.path, 'variables'), { passphrase });
    saveProxySignIn(vault, `http://localhost:${proxy.port}`, { user: 'me', password: 'letmein' });
    vault.close();
    expect((await syncAs('variables', bare)).code).toBe(0);
    const wrong = await syncAs('variables', { ...bare, ...given, CARREL_PROXY_PASSWORD: 'other' });
    expect([wrong.code, JSON.stringify(wrong.result)]).toEqual([12, expect.stringContaining('rejected the user name and password')]);
    expect(wrong.stdout + wrong.stderr).not.toContain('letmein');
  });

  test('is reached directly on this computer, whatever the proxy', async () => {
    const asked = proxy.asked.length;
    const ended = await connectTo(service, join(folder.path, 'direct'), { ...through, HTTP_PROXY: 'http://localhost:1' });
    expect([ended.code, proxy.asked.length - asked, proxy.plain]).toEqual([0, 0, []]);
  });

  test.each([
    ['a missing file', 'nowhere.pem'],
    ['a private key', fixturePath('service-key')],
    ['no certificate', program],
  ])('is USAGE with %s as extra certificates', async (_what, file) => {
    const asked = proxy.asked.length;
    const ended = await connectAs('unread', { ...through, ...trusting }, ['--extra-certificates', file]);
    expect([ended.code, proxy.asked.length]).toEqual([2, asked]);
  });

  test('has no vault created with unreadable extra certificates, even on this computer', async () => {
    const dataDir = join(folder.path, 'unmade');
    const ended = await connectTo(service, dataDir, {}, ['--extra-certificates', program]);
    expect([ended.code, ended.result.message]).toEqual([2, expect.stringContaining('Nothing was sent.')]);
    expect(existsSync(dataDir) ? readdirSync(dataDir) : []).toEqual([]);
  });
});
