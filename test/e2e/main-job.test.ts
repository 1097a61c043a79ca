import { expect, test } from '@playwright/test';
import { startService, type Service } from './service.ts';
import { expectQuiet, openCarrel, temporaryFolder, type Carrel } from './window.ts';

const PASSPHRASE = 'lamp river quiet stone';

test.describe.configure({ mode: 'serial' });

test.describe('the main job', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: Service;
  let carrel: Carrel;

  test.beforeAll(async () => {
    folder = await temporaryFolder();
    service = await startService();
    carrel = await openCarrel(folder.path);
  });

  test.afterAll(async () => {
    await carrel.close();
    await service.stop();
    await folder.remove();
  });

  test('the connection test names the step that failed, and passes with the right secret', async () => {
    const { page } = carrel;
    await page.getByLabel('Service address').fill(service.baseUrl);
    await page.getByLabel('Partner id').fill(service.partnerId);
    await page.getByLabel('Client id').fill(service.clientId);
    await page.getByLabel('Client secret', { exact: true }).fill('not the secret');
    await page.getByLabel('Study number').fill('22-001');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    const step = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await expect(step('Token')).toContainText('failed');
    await expect(step('Token')).toContainText('nothing was stored');
    await expect(step('Study')).toContainText('not run');
    await expect(page.getByRole('button', { name: 'Save and sync' })).toBeDisabled();

    await page.getByLabel('Client secret', { exact: true }).fill(service.clientSecret);
    await page.getByRole('button', { name: /^Test/ }).click();
    for (const name of ['Name found', 'Token', 'Study']) await expect(step(name)).toContainText('passed');
    await expect(step('Secure line')).toContainText('Not needed: the service is on this computer.');
    await expect(page.getByText('Report for support')).toBeVisible();
    expect(await page.locator('pre').innerText()).not.toContain(service.clientSecret);
  });

  test('a passphrase protects the copy, and the study is mirrored', async () => {
    const { page } = carrel;
    await page.getByRole('button', { name: 'Save and sync' }).click();
    await expect(page.getByRole('heading', { name: 'Protect this computer’s copy' })).toBeVisible();
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await page.getByLabel('The same again').fill(PASSPHRASE);
    await page.getByRole('button', { name: 'Save and sync' }).click();
    const card = page.getByRole('article', { name: 'Study 22-001' });
    await expect(card).toBeVisible();
    await expect(card).toContainText('Ready for offline');
    await page.screenshot({ path: '/tmp/shot.png' });
  });

  test('the window was quiet all the way', () => {
    expectQuiet(carrel);
  });
});
