import { expect, test, type Locator } from '@playwright/test';
import { DEMO_PASSPHRASE } from '../../scripts/sandbox-process.ts';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { giveKeyStore } from './key-store.ts';
import { closeToasts, lock, take, tryPassphrase, untilMirrored } from './steps.ts';
import { expectQuiet } from './window.ts';

const STUDY = '22-001';

test.describe.configure({ mode: 'serial' });

test.describe('a computer with a key store', () => {
  const { carrel, reopen } = openBench({ service: ['--subjects', '2', '--studies', STUDY] });

  test.beforeAll(async () => {
    await giveKeyStore(carrel);
    await untilMirrored(card());
    await closeToasts(carrel.page);
  });

  test('uses it to unlock after a lock, and asks for the passphrase after a start', async () => {
    const { page } = carrel;
    await take(page, 'Settings, security');
    await expect(page.getByText('Not in use, but available on this computer (GNOME Keyring).')).toBeVisible();
    await store().click({ force: true });
    await confirm('Use the system key store?', 'Use it', 'not the passphrase');
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('does not open this vault');
    await confirm('Use the system key store?', 'Use it');
    await expect(store()).toBeChecked();
    await expect(page.getByRole('combobox', { name: 'Ask for the passphrase' })).toHaveValue('After a start of Carrel');
    await expectAccessible(page, 'security with a key store');
    await lock(page);
    await expectAccessible(page, 'locked, with a key store');
    await byKeyStore().click();
    await expect(card()).toBeVisible();
    await restart();
    await expect(byKeyStore()).toBeHidden();
    await tryPassphrase(carrel.page);
    await expect(card()).toBeVisible();
  });

  test('uses it after a start too if set to, reports when it cannot open, and still accepts the passphrase', async () => {
    await take(carrel.page, 'Settings, security');
    await carrel.page.getByRole('combobox', { name: 'Ask for the passphrase' }).click();
    await carrel.page.getByRole('option', { name: 'Never' }).click();
    await confirm('Use the system key store?', 'Use it');
    await expect(carrel.page.getByRole('combobox', { name: 'Ask for the passphrase' })).toHaveValue('Never');
    await carrel.close();
    await reopen();
    // Without the imitated key store, what it sealed cannot be opened.
    await byKeyStore().click();
    await expect(carrel.page.getByRole('alert')).toContainText(/key store/);
    await giveKeyStore(carrel);
    await byKeyStore().click();
    await expect(card()).toBeVisible();
    await restart();
    await tryPassphrase(carrel.page);
    await expect(card()).toBeVisible();
  });

  test('opens by key store alone once the passphrase is removed, and by a new passphrase alone once the key store is not used', async () => {
    const { page } = carrel;
    await take(page, 'Settings, security');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await confirm('Remove the passphrase?', 'Remove the passphrase');
    await expect(page.getByRole('button', { name: 'Set a passphrase' })).toBeVisible();
    await expect(page.getByText('Requires a passphrase. Set one first.')).toBeVisible();
    // At least one of the two must stay.
    await expect(store()).toBeDisabled();
    await lock(page);
    await expect(page.getByLabel('Passphrase', { exact: true })).toBeHidden();
    await byKeyStore().click();
    await expect(card()).toBeVisible();
    await take(page, 'Settings, security');
    await page.getByRole('button', { name: 'Set a passphrase' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set a passphrase' });
    await dialog.getByLabel('New passphrase').fill(DEMO_PASSPHRASE);
    await dialog.getByLabel('Repeat passphrase').fill(DEMO_PASSPHRASE);
    await dialog.getByRole('button', { name: 'Set the passphrase' }).click();
    await expect(dialog).toBeHidden();
    await store().click({ force: true });
    await confirm('Stop using the system key store?', 'Stop using it');
    await expect(store()).not.toBeChecked();
    await lock(page);
    await expect(byKeyStore()).toBeHidden();
    await tryPassphrase(page);
    await expect(card()).toBeVisible();
    await take(page, 'Settings, audit trail');
    for (const said of ["passphrase removed, the system's key store", 'passphrase set', "without the system's key store"])
      await expect(page.getByRole('gridcell').filter({ hasText: said }).first()).toBeVisible();
    expectQuiet(carrel);
  });

  function card(): Locator {
    return carrel.page.getByRole('article', { name: `Study ${STUDY}` });
  }

  function store(): Locator {
    return carrel.page.getByRole('switch', { name: 'System key store' });
  }

  function byKeyStore(): Locator {
    return carrel.page.getByRole('button', { name: 'Use the system key store' });
  }

  async function confirm(title: string, button: string, passphrase = DEMO_PASSPHRASE): Promise<void> {
    const dialog = carrel.page.getByRole('dialog', { name: title });
    await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase);
    await dialog.getByRole('button', { name: button }).click();
    if (passphrase === DEMO_PASSPHRASE) await expect(dialog).toBeHidden();
    await closeToasts(carrel.page);
  }

  async function restart(): Promise<void> {
    await carrel.close();
    await reopen();
    await giveKeyStore(carrel);
  }
});
