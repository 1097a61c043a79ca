import { expect, test } from '@playwright/test';
import { fixturePath, startTlsFront } from '../contract/secure-service.ts';
import { startService, type Service } from './service.ts';
import { expectQuiet, openCarrel, temporaryFolder, type Carrel } from './window.ts';

const PASSPHRASE = 'lamp river quiet stone';

test.describe('a service whose root this computer does not know', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: Service;
  let front: Awaited<ReturnType<typeof startTlsFront>>;
  let carrel: Carrel;

  test.beforeAll(async () => {
    folder = await temporaryFolder();
    service = await startService({ arguments: ['--subjects', '2', '--studies', '24-006'] });
    front = await startTlsFront(service.port);
    carrel = await openCarrel(folder.path);
  });

  test.afterAll(async () => {
    await carrel.close();
    await front.close();
    await service.stop();
    await folder.remove();
  });

  test('is refused until its certificate is given, and is then mirrored; the settings say whom is trusted', async () => {
    const { page, app } = carrel;
    await page.getByLabel('Service address').fill(`https://localhost:${String(front.port)}`);
    await page.getByLabel('Partner id').fill(service.partnerId);
    await page.getByLabel('Client id').fill(service.clientId);
    await page.getByLabel('Client secret', { exact: true }).fill(service.clientSecret);
    await page.getByLabel('Study number').fill('24-006');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    const line = page.getByRole('listitem').filter({ hasText: 'Secure line' });
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
    await page.getByLabel('The same again').fill(PASSPHRASE);
    await page.getByRole('button', { name: 'Save and sync' }).click();
    await expect(page.getByRole('article', { name: 'Study 24-006' })).toContainText('Ready for offline');

    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Find' }).fill('Settings, connection');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Carrel test root, until 2126-01-01')).toBeVisible();
    await page.getByRole('button', { name: 'Take away' }).click();
    await expect(page.getByText('The certificates of this computer are trusted.')).toBeVisible();
    expectQuiet(carrel);
  });
});
