import { expect, test } from '@playwright/test';
import { fixture, fixturePath, startSecureService, startTlsFront, type SecureService } from '../contract/secure-service.ts';
import { openBench } from './bench.ts';
import { take, untilMirrored } from './steps.ts';
import { expectQuiet } from './window.ts';

const PASSPHRASE = 'lamp river quiet stone';

test.describe('a service whose root certificate this computer does not trust', () => {
  const { service, carrel } = openBench({ service: ['--subjects', '2', '--studies', '24-006'], reported: false });
  let front: Awaited<ReturnType<typeof startTlsFront>>;

  test.beforeAll(async () => {
    front = await startTlsFront(service.port);
  });

  test.afterAll(async () => {
    await front.close();
  });

  test('is refused until its root certificate is added, then mirrored; Settings lists and removes the certificate', async () => {
    const { page, app } = carrel;
    await page.getByLabel('Service address').fill(`https://localhost:${String(front.port)}`);
    await page.getByLabel('Partner id').fill(service.partnerId);
    await page.getByLabel('Client id').fill(service.clientId);
    await page.getByLabel('Client secret', { exact: true }).fill(service.clientSecret);
    await page.getByLabel('Study number').fill('24-006');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    const line = page.getByRole('listitem').filter({ hasText: 'Secure connection' });
    await expect(line).toContainText('is not trusted');
    expect(front.connections()).toBe(0);

    await app.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
    }, fixturePath('service-key'));
    await page.getByRole('button', { name: 'Choose a PEM file…' }).click();
    await expect(page.getByText(/extra certificates cannot be read/)).toBeVisible();
    await app.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
    }, fixturePath('root-cert'));
    await page.getByRole('button', { name: 'Choose a PEM file…' }).click();
    await expect(page.getByText('Carrel test root, until 2126-01-01')).toBeVisible();

    await page.getByRole('button', { name: /^Test/ }).click();
    await expect(line).toContainText(/TLS 1\.[23], certificate valid until 2126/);
    await page.getByRole('button', { name: 'Save and sync' }).click();
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await page.getByLabel('Repeat passphrase').fill(PASSPHRASE);
    await page.getByRole('button', { name: 'Save and sync' }).click();
    await untilMirrored(page.getByRole('article', { name: 'Study 24-006' }));

    await take(page, 'Settings, connection');
    await expect(page.getByText('Carrel test root, until 2126-01-01')).toBeVisible();
    // The vault is open now: another one needs its passphrase.
    await page.getByRole('button', { name: 'Choose a PEM file…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Trust another certificate' });
    await dialog.getByLabel('Passphrase', { exact: true }).fill('not the passphrase');
    await dialog.getByRole('button', { name: 'Choose a PEM file…' }).click();
    await expect(dialog.getByText('does not open this vault')).toBeVisible();
    await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await dialog.getByRole('button', { name: 'Choose a PEM file…' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Carrel test root, until 2126-01-01')).toBeVisible();
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('The certificates of this computer are trusted.')).toBeVisible();
    expectQuiet(carrel);
  });
});

test.describe('a server with an untrusted certificate', () => {
  const { carrel } = openBench({ service: null });
  let server: SecureService;

  test.beforeAll(async () => {
    server = await startSecureService({ cert: fixture('localhost-cert'), key: fixture('localhost-key') });
  });

  test.afterAll(async () => {
    await server.close();
  });

  test('is refused in every session, in a page and by the service client, without a request or a prompt', async () => {
    const { app, page } = carrel;
    const address = `https://localhost:${String(server.port)}`;
    const refused = await app.evaluate(async ({ app: self, BrowserWindow, net, session }, url) => {
      const reason = (asked: Promise<unknown>): Promise<string> => asked.then(() => 'accepted', String);
      const other = new BrowserWindow({ show: false, webPreferences: { partition: 'of-a-test' } });
      const reasons = {
        pages: await reason(session.fromPartition('carrel').fetch(url)),
        usual: await reason(session.defaultSession.fetch(url)),
        net: await reason(net.fetch(url)),
        window: await reason(other.loadURL(url)),
      };
      other.destroy();
      // What Chromium emits for each of them; a handler could accept the certificate here.
      const answers: unknown[] = [];
      const event = { preventDefault: () => answers.push('prevented') };
      const [window] = BrowserWindow.getAllWindows();
      self.emit('certificate-error', event, window?.webContents, url, 'net::ERR_CERT_AUTHORITY_INVALID', {}, (...given: unknown[]) =>
        answers.push(given),
      );
      return { reasons, answers };
    }, address);
    expect(refused.reasons.pages).toContain('ERR_BLOCKED_BY_CLIENT');
    for (const reason of [refused.reasons.usual, refused.reasons.net, refused.reasons.window])
      expect(reason).toContain('ERR_CERT_AUTHORITY_INVALID');
    expect(refused.answers).toEqual([]);
    const tested = await page.evaluate(
      (baseUrl) =>
        window.carrel.call('connection.test', {
          connection: { baseUrl, partnerId: 'p', clientId: 'c', tokenStyle: 'body', demo: false },
          secret: 's',
          study: '22-001',
        }),
      address,
    );
    expect(JSON.stringify(tested)).toMatch(/not trusted/);
    expect(server.requests()).toBe(0);
  });

  test('gets no client certificate, although it asks for one and one is available', async () => {
    const chosen = await carrel.app.evaluate(({ app, BrowserWindow }) => {
      const choices: unknown[] = [];
      let prevented = 0;
      const event = { preventDefault: () => (prevented += 1) };
      const [window] = BrowserWindow.getAllWindows();
      const certificate = { subjectName: 'a person', issuerName: 'an office', serialNumber: '1' };
      // What Chromium emits if the computer's key store holds a certificate.
      const handled = app.emit(
        'select-client-certificate',
        event,
        window?.webContents,
        'https://localhost/',
        [certificate],
        (...given: unknown[]) => choices.push(given),
      );
      return { handled, prevented, choices };
    });
    expect(chosen).toEqual({ handled: true, prevented: 1, choices: [[]] });
    expect(server.certificates()).toBe(0);
  });
});
