import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { repositoryFolder } from '../../scripts/runtime/repository.ts';
import { startConnectProxy, type ConnectProxy } from '../contract/connect-proxy.ts';
import { fixturePath, startTlsFront } from '../contract/secure-service.ts';
import { startService, type Service } from './service.ts';
import { closeToasts, take, tryPassphrase, untilMirrored } from './steps.ts';
import { answerOpenDialog, builtProgram, expectQuiet, openCarrel, temporaryFolder, type Carrel } from './window.ts';

const PASSPHRASE = 'lamp river quiet stone';
const PASSWORD = 'letmein-CNRY';
const host = 'research.example.test';
/** Opens the program on a runtime that poses as the declared one: the fallback reaches only services on this computer. */
async function openDeclared(dataDir: string, environment: NodeJS.ProcessEnv = {}): Promise<Carrel> {
  const program = await builtProgram();
  const folder = join(repositoryFolder, 'test', 'e2e', 'declared-runtime');
  return openCarrel(dataDir, environment, { ...program, args: [...program.args.slice(0, -1), folder] });
}

test.describe.configure({ mode: 'serial' });

test.describe('a service behind a proxy, in the window (fault F51)', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: Service;
  let front: Awaited<ReturnType<typeof startTlsFront>>;
  /** One requires a password, the other does not. */
  let guarded: ConnectProxy;
  let open: ConnectProxy;
  let script: Server;
  let carrel: Carrel;

  test.beforeAll(async () => {
    folder = await temporaryFolder();
    service = await startService({ arguments: ['--subjects', '2', '--studies', '24-006'] });
    front = await startTlsFront(service.port);
    const routes = { [`${host}:443`]: front.port };
    const authorization = `Basic ${Buffer.from(`me:${PASSWORD}`).toString('base64')}`;
    [guarded, open] = [await startConnectProxy({ routes, authorization }), await startConnectProxy({ routes })];
    script = createServer((_request, response) => {
      response.setHeader('content-type', 'application/x-ns-proxy-autoconfig');
      response.end(
        `function FindProxyForURL(url, host) { return host === '${host}' ? 'PROXY localhost:${String(open.port)}' : 'DIRECT'; }`,
      );
    }).listen(0, '127.0.0.1');
    await once(script, 'listening');
    carrel = await openDeclared(join(folder.path, 'data'));
  });

  test.afterAll(async () => {
    await carrel.close();
    script.close();
    await guarded.close();
    await open.close();
    await front.close();
    await service.stop();
    await folder.remove();
  });

  /** Gives the session the settings that Chromium would read from the system. */
  async function setProxy(settings: Electron.ProxyConfig): Promise<void> {
    await carrel.app.evaluate(async ({ session }, given) => {
      await session.defaultSession.setProxy(given);
      await session.defaultSession.closeAllConnections();
    }, settings);
  }

  async function signIn(password: string): Promise<void> {
    const form = carrel.page.getByRole('form', { name: `Proxy localhost:${String(guarded.port)}` });
    await expect(form).toContainText('they can be read on the network between this computer and the proxy');
    await form.getByLabel('User name for the proxy').fill('me');
    await form.getByLabel('Password for the proxy').fill(password);
    await form.getByRole('button', { name: 'Save for this proxy' }).click();
  }

  test('is mirrored through a proxy set by hand, once the proxy’s password is entered', async () => {
    const { page } = carrel;
    await setProxy({ mode: 'fixed_servers', proxyRules: `http://localhost:${String(guarded.port)}` });
    await page.getByLabel('Service address').fill(`https://${host}`);
    await page.getByLabel('Partner id').fill(service.partnerId);
    await page.getByLabel('Client id').fill(service.clientId);
    await page.getByLabel('Client secret', { exact: true }).fill(service.clientSecret);
    await page.getByLabel('Study number').fill('24-006');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    const line = page.getByRole('listitem').filter({ hasText: 'Secure connection' });
    await expect(line).toContainText(`The proxy localhost:${String(guarded.port)} asks for a user name and password`);
    await signIn('wrong');
    await page.getByRole('button', { name: /^Test/ }).click();
    await expect(line).toContainText('rejected the user name and password');
    // A rejected password is not sent again, which could lock the account.
    await page.getByRole('button', { name: /^Test/ }).click();
    await expect(line).toContainText('asks for a user name and password');
    expect(guarded.asked.filter(({ headers }) => headers['proxy-authorization'] !== undefined)).toHaveLength(1);
    await signIn(PASSWORD);
    await page.getByRole('button', { name: /^Test/ }).click();
    await expect(line).toContainText('Your organisation may use its own certificate authority');
    await answerOpenDialog(carrel, fixturePath('root-cert'));
    await page.getByRole('button', { name: 'Choose a PEM file…' }).click();
    await page.getByRole('button', { name: /^Test/ }).click();
    await expect(line).toContainText('certificate valid until 2126');
    await page.getByRole('button', { name: 'Save and sync' }).click();
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await page.getByLabel('Repeat passphrase').fill(PASSPHRASE);
    await page.getByRole('button', { name: 'Save and sync' }).click();
    await untilMirrored(page.getByRole('article', { name: 'Study 24-006' }));
    expect(guarded.plain).toEqual([]);
    expect(guarded.bytes().toString('latin1')).not.toMatch(/Bearer|partnerid|client_secret|24-006/i);
  });

  test('keeps the proxy’s password until Settings forgets it, and then asks for it at the next sync', async () => {
    const { page } = carrel;
    await closeToasts(page);
    await take(page, 'Settings, connection');
    await expect(page.getByText(`Password of the proxy localhost:${String(guarded.port)}`)).toBeVisible();
    await expect(page.getByText('Stored encrypted for the user me.')).toBeVisible();
    await page.getByRole('button', { name: /^Forget the password of the proxy/ }).click();
    await expect(page.getByText('No proxy password is stored')).toBeVisible();
    await take(page, 'All studies');
    await page.getByRole('button', { name: 'Sync', exact: true }).first().click();
    await expect(page.getByRole('dialog', { name: `Sign in to the proxy localhost:${String(guarded.port)}` })).toBeVisible();
    await signIn(PASSWORD);
    await syncsThrough(guarded);
  });

  test('follows a proxy script, and does not send the password of one proxy to another', async () => {
    const { port } = script.address() as AddressInfo;
    await setProxy({ mode: 'pac_script', pacScript: `http://127.0.0.1:${String(port)}/proxy.pac` });
    await syncsThrough(open);
    expect(open.asked.some(({ headers }) => headers['proxy-authorization'] !== undefined)).toBe(false);
  });

  test('follows the proxy of the environment, with no password in clear text in the data folder', async () => {
    await carrel.close();
    carrel = await openDeclared(join(folder.path, 'data'), { https_proxy: `http://localhost:${String(guarded.port)}` });
    await unlock();
    await syncsThrough(guarded);
    expect(filesWith(join(folder.path, 'data'), PASSWORD)).toEqual([]);
    expectQuiet(carrel);
  });

  test('follows a proxy script that Chromium is given at its start', async () => {
    await carrel.close();
    const { port } = script.address() as AddressInfo;
    carrel = await openDeclared(join(folder.path, 'data'), { auto_proxy: `http://127.0.0.1:${String(port)}/proxy.pac` });
    await unlock();
    await syncsThrough(open);
  });

  async function unlock(): Promise<void> {
    await tryPassphrase(carrel.page, PASSPHRASE);
    await expect(carrel.page.getByRole('article', { name: 'Study 24-006' })).toBeVisible();
  }

  /** Syncs a study and expects the traffic to go through this proxy and no other. */
  async function syncsThrough(proxy: ConnectProxy): Promise<void> {
    const { page } = carrel;
    const other = proxy === open ? guarded : open;
    await closeToasts(page);
    await take(page, 'All studies');
    const [before, sent, beforeOther] = [proxy.asked.length, proxy.bytes().length, other.asked.length];
    await page.getByRole('button', { name: 'Sync', exact: true }).first().click();
    await expect.poll(() => proxy.asked.length).toBeGreaterThan(before);
    await expect(page.getByRole('button', { name: 'Cancel sync' })).toHaveCount(0);
    // At least the requests for a token and the pages of five datasets, twice.
    await expect.poll(() => proxy.bytes().length - sent).toBeGreaterThan(3000);
    await expect(page.getByRole('article', { name: 'Study 24-006' })).not.toContainText('proxy');
    expect(other.asked).toHaveLength(beforeOther);
  }
});

/** The files below a folder that contain a text in clear. */
function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}
