import { expect, test } from '@playwright/test';
import { startService, type Service } from './service.ts';
import { carrelCommand } from './terminal.ts';
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
    await expect(card.getByText('Ready for offline', { exact: true })).toBeVisible();
    await expect(card).toContainText('5 of 5 passes add up');
  });

  // GRID

  test('what was mirrored so far is marked as seen', async () => {
    const { page } = carrel;
    await page.getByRole('article', { name: 'Study 22-001' }).getByRole('button', { name: 'Review changes' }).click();
    await expect(page.getByRole('heading', { name: 'Changes' })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Labs' })).toBeVisible();
    await page.getByRole('button', { name: 'Mark all as seen' }).click();
    await expect(page.getByRole('button', { name: 'Mark all as seen' })).toBeDisabled();
  });

  test('with the service stopped a sync fails in plain words and everything stays', async () => {
    const { page } = carrel;
    await service.stop();
    await page.getByRole('button', { name: 'All studies' }).click();
    const card = page.getByRole('article', { name: 'Study 22-001' });
    await card.getByRole('button', { name: 'Sync', exact: true }).click();
    await expect(card.getByText(/could not be reached|did not answer|refused/).first()).toBeVisible({ timeout: 90_000 });
    await expect(card).toContainText('9,969');
    await page.screenshot({ path: '/tmp/shot.png' });
  });

  test('with the service back, a second sync shows what changed', async () => {
    const { page } = carrel;
    service = await startService({ port: service.port, arguments: ['--revision', '1'] });
    const card = page.getByRole('article', { name: 'Study 22-001' });
    await card.getByRole('button', { name: 'Sync again' }).click();
    await expect(page.getByText('22-001 is complete as of')).toBeVisible();
    await card.getByRole('button', { name: 'Review changes' }).click();
    const lines = await carrelCommand(folder.path, PASSPHRASE, ['changes', '22-001', '--since', '1']);
    const { counts } = lines.at(-1) as { counts: { new: number; changed: number; vanished: number } };
    expect(Math.min(counts.new, counts.changed, counts.vanished)).toBeGreaterThan(0);
    const kinds = page.getByRole('radiogroup', { name: 'Kind of change' });
    await expect(kinds).toContainText(`New ${counts.new.toLocaleString('en')}`);
    await expect(kinds).toContainText(`Changed ${counts.changed.toLocaleString('en')}`);
    await expect(kinds).toContainText(`Vanished ${counts.vanished.toLocaleString('en')}`);
    await page.screenshot({ path: '/tmp/shot2.png' });
  });

  test('the window was quiet all the way', () => {
    expectQuiet(carrel);
  });
});
