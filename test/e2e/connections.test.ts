import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { demoEnvironment } from '../../scripts/sandbox-process.ts';
import { startService, type Service } from './service.ts';
import { closeToasts, take, untilMirrored } from './steps.ts';
import { builtProgram, openCarrel, temporaryFolder } from './window.ts';

/** Chromium's network log: the numbers of the event types by name, and the events. */
interface NetLog {
  readonly constants: { readonly logEventTypes: Readonly<Record<string, number>> };
  readonly events: readonly { readonly type: number; readonly phase: number; readonly params?: Readonly<Record<string, unknown>> }[];
}

type Carrel = Awaited<ReturnType<typeof openCarrel>>;

/** The phase of an event that ends an earlier one. */
const END = 2;
/** Events of outgoing requests, name look-ups and connections. */
const LEAVING = [
  'URL_REQUEST_START_JOB',
  'HOST_RESOLVER_MANAGER_REQUEST',
  'HOST_RESOLVER_MANAGER_JOB',
  'HOST_RESOLVER_SYSTEM_TASK',
  'DNS_TRANSACTION',
  'TCP_CONNECT_ATTEMPT',
  'UDP_CONNECT',
  'QUIC_SESSION',
] as const;

test.describe('Chromium', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: Service;

  test.beforeAll(async () => {
    folder = await temporaryFolder();
    service = await startService({ arguments: ['--subjects', '4', '--studies', '22-001'] });
  });

  test.afterAll(async () => {
    await service.stop();
    await folder.remove();
  });

  test('requests only the window’s own files, looks up no name and opens no connection', async () => {
    const quiet = await netLogOf('quiet.json');
    expect(quiet).toEqual([]);
  });

  test('looks up no name in injected HTML', async () => {
    const lines = await netLogOf('hints.json', async ({ page }) => {
      await page.evaluate(() => {
        for (const rel of ['dns-prefetch', 'preconnect', 'prefetch', 'prerender'])
          document.head.insertAdjacentHTML('beforeend', `<link rel="${rel}" href="https://secret-of-${rel}.example.org">`);
        document.body.insertAdjacentHTML('beforeend', '<a href="https://secret-of-a-link.example.org">more</a>');
      });
      await page.waitForTimeout(3000);
    });
    expect(lines.filter((line) => /^(?:HOST_RESOLVER|DNS)/.test(line))).toEqual([]);
  });

  test('control: logs a request to a local server and its connection', async () => {
    const control = await netLogOf('control.json', ({ app }) => reachOut(app));
    expect(control.some((line) => line.startsWith('URL_REQUEST_START_JOB http://127.0.0.1:'))).toBe(true);
    expect(control.some((line) => line.startsWith('TCP_CONNECT_ATTEMPT'))).toBe(true);
  });

  /** Mirrors a study, walks through the window and closes it. Returns the logged events that do not concern our own files. */
  async function netLogOf(name: string, more?: (carrel: Carrel) => Promise<void>): Promise<readonly string[]> {
    const path = join(folder.path, name);
    const program = await builtProgram();
    const dataDir = join(folder.path, `data of ${name}`);
    const carrel = await openCarrel(dataDir, demoEnvironment(service, dataDir), {
      ...program,
      args: [`--log-net-log=${path}`, '--net-log-capture-mode=Everything', ...program.args],
    });
    const { page } = carrel;
    await untilMirrored(page);
    await closeToasts(page);
    await take(page, '22-001');
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await take(page, 'Labs');
    await expect(page.getByRole('region', { name: 'Labs' }).locator('footer').first()).toHaveText(/^[\d,]+ rows/);
    for (const section of ['connection', 'security', 'appearance', 'sync', 'audit trail', 'about'])
      await take(page, `Settings, ${section}`);
    await more?.(carrel);
    await carrel.close();
    const { constants, events } = JSON.parse(readFileSync(path, 'utf8')) as NetLog;
    const names = new Map(Object.entries(constants.logEventTypes).map(([event, number]) => [number, event]));
    const known = LEAVING.filter((event) => event in constants.logEventTypes);
    // Fails if Chromium renames these events.
    expect(events.length).toBeGreaterThan(0);
    for (const event of ['URL_REQUEST_START_JOB', 'TCP_CONNECT_ATTEMPT', 'HOST_RESOLVER_MANAGER_REQUEST']) expect(known).toContain(event);
    return events.flatMap(({ type, phase, params }) => {
      const event = names.get(type) ?? '';
      if (phase === END || !known.some((leaving) => leaving === event)) return [];
      const address = addressOf(params);
      return /^(app:\/\/ui\/|data:)/.test(address) ? [] : [`${event} ${address}`];
    });
  }
});

/** Sends a request to a local server through Chromium's network stack. */
async function reachOut(app: Carrel['app']): Promise<void> {
  const server = createServer((_request, response) => response.end('there'));
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const { port } = server.address() as AddressInfo;
  const text = await app.evaluate(async ({ net }, address) => (await net.fetch(address)).text(), `http://127.0.0.1:${String(port)}/`);
  expect(text).toBe('there');
  await new Promise((settle) => server.close(settle));
}

/** The address that an event names, or an empty string. */
function addressOf(params: Readonly<Record<string, unknown>> | undefined): string {
  const [found] = ['url', 'host', 'hostname', 'address'].map((name) => params?.[name]).filter((value) => typeof value === 'string');
  return found ?? '';
}
