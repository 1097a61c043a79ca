import { expect, test } from '@playwright/test';
import { openBench } from './bench.ts';
import { untilMirrored } from './steps.ts';
import { expectQuiet } from './window.ts';

const PASSPHRASE = 'four quiet demo desks';

test.describe.configure({ mode: 'serial' });

test.describe('demo studies, lock and wipe', () => {
  const { carrel, reopen } = openBench({ service: null });

  test('the demo asks for a passphrase and mirrors three studies marked as demo data', async () => {
    const { page } = carrel;
    await page.getByRole('button', { name: 'Try it with demo studies' }).click();
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    const start = page.getByRole('button', { name: 'Start the demo' });
    await expect(start).toBeDisabled();
    await page.getByLabel('Repeat passphrase').fill(PASSPHRASE);
    await start.click();
    for (const study of ['22-001', '23-014', '24-006']) {
      const card = page.getByRole('article', { name: `Study ${study}` });
      await untilMirrored(card);
      await expect(card.getByText('Demo data')).toBeVisible();
    }
  });

  test('locking removes the studies from the window', async () => {
    const { page } = carrel;
    await page.keyboard.press('Control+l');
    await expect(page.getByRole('heading', { name: 'Carrel is locked' })).toBeVisible();
    expect(await page.content()).not.toContain('22-001');
  });

  test('after a restart, a wrong passphrase is refused and the right one opens the mirrored studies', async () => {
    expectQuiet(carrel);
    await carrel.close();
    await reopen();
    const { page } = carrel;
    await page.getByLabel('Passphrase', { exact: true }).fill('not the passphrase');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByRole('alert')).toContainText('The passphrase does not open this vault. Nothing was changed.');
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByRole('article')).toHaveCount(3);
  });

  test('the next sync starts the built-in service again', async () => {
    const { page } = carrel;
    const card = page.getByRole('article', { name: 'Study 24-006' });
    await card.getByRole('button', { name: 'Sync', exact: true }).click();
    await expect(page.getByText('24-006 is complete as of')).toBeVisible();
  });

  test('a study is wiped only once its number is typed', async () => {
    const { page } = carrel;
    await page.getByRole('button', { name: 'More for 23-014' }).click();
    await page.getByRole('menuitem', { name: 'Wipe this study' }).click();
    const wipe = page.getByRole('button', { name: 'Wipe 23-014' });
    await expect(wipe).toBeDisabled();
    await page.getByLabel('Type 23-014 to confirm').fill('23-01');
    await expect(wipe).toBeDisabled();
    await page.getByLabel('Type 23-014 to confirm').fill('23-014');
    await wipe.click();
    await expect(page.getByRole('article', { name: 'Study 23-014' })).toHaveCount(0);
    await expect(page.getByRole('article')).toHaveCount(2);
  });

  test('the window reports no error and requests only its own files', () => {
    expectQuiet(carrel);
  });
});
