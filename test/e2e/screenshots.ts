import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { demoEnvironment, DEMO_PASSPHRASE, type SandboxReady } from '../../scripts/sandbox-process.ts';
import { dayAfter, usualDays } from '../../src/shared/site-pack.ts';
import { dragFiles } from './drop.ts';
import { allLabs } from './requests.ts';
import { setRevision, startService } from './service.ts';
import { closeToasts, untilMirrored } from './steps.ts';
import { cardOf, demoService, expect, filterBy, rail, required, rowsShown, withWindow } from './walk.ts';
import { answerOpenDialog, answerSaveDialog, temporaryFolder, type Carrel } from './window.ts';

const PACKED = ['22-001', '23-014'];
const PACK_PASSPHRASE = 'told over the telephone';

/**
 * Walks through the main screens and saves each, light and dark, as `<name>.png` and `<name>-dark.png` in
 * CARREL_SCREENSHOT_DIR. The demo's environment names the service to use.
 */
async function takeAll(): Promise<void> {
  const folder = required('CARREL_SCREENSHOT_DIR');
  await mkdir(folder, { recursive: true });
  const service = demoService();
  await withWindow({ CARREL_PASSPHRASE: '', CARREL_DEMO_CLIENT_SECRET: '' }, ({ page }) => firstRun(page, service, folder));
  await withWindow(demoEnvironment(service, ''), (carrel) => atWork(carrel, service, folder));
  await offline(folder);
  await trust(folder);
  await sitePacks(folder);
}

async function keep(page: Page, folder: string, name: string): Promise<void> {
  for (const [colorScheme, suffix] of [
    ['light', ''],
    ['dark', '-dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await page.screenshot({ path: join(folder, `${name}${suffix}.png`), animations: 'disabled' });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

async function firstRun(page: Page, service: SandboxReady, folder: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Connect to your service' })).toBeVisible();
  await keep(page, folder, 'first-run');
  await page.getByLabel('Service address').fill(service.baseUrl);
  await page.getByLabel('Partner id').fill(service.partnerId);
  await page.getByLabel('Client id').fill(service.clientId);
  await page.getByLabel('Client secret', { exact: true }).fill(service.clientSecret);
  await page.getByLabel('Study number').fill('99-999');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Study' })).toContainText('failed');
  await keep(page, folder, 'connection-test');
  await page.getByRole('button', { name: 'Try it with demo studies' }).click();
  await page.getByLabel('Passphrase', { exact: true }).fill(DEMO_PASSPHRASE);
  await keep(page, folder, 'protection');
}

async function atWork(carrel: Carrel, service: SandboxReady, folder: string): Promise<void> {
  const { page } = carrel;
  for (const study of service.studies) await untilMirrored(cardOf(page, study));
  await closeToasts(page);
  await keep(page, folder, 'studies');
  const exported = await temporaryFolder();
  try {
    const file = await exportLabs(carrel, exported.path);
    await secondSync(page, service);
    await labs(page, folder);
    await verify(carrel, file, folder);
  } finally {
    await exported.remove();
  }
  for (const place of ['Medications', 'Vitals', 'Responses', 'Subjects']) {
    await rail(page, place);
    await rowsShown(page, place);
    await keep(page, folder, place.toLowerCase());
  }
  for (const place of ['Overview', 'Charts', 'Changes', 'Issues', 'Notes']) {
    await rail(page, place);
    await expect(page.getByRole('heading', { name: place, exact: true })).toBeVisible();
    await expect(page.getByLabel('Loading')).toHaveCount(0);
    // The figures are drawn once their width is known.
    if (place === 'Charts') await expect(page.locator('.charts-three .chart-picture').nth(2)).toBeVisible();
    await keep(page, folder, place.toLowerCase());
  }
  await views(page, folder);
  await rail(page, 'Changes');
  await page.getByRole('radiogroup', { name: 'Kind of change' }).getByText('Vanished').click();
  await page
    .getByRole('row', { name: /vanished: open/ })
    .nth(3)
    .click();
  await expect(page.getByRole('complementary', { name: /^Record/ })).toContainText('last known fields');
  await keep(page, folder, 'record-vanished');
  await rail(page, 'Settings');
  await page.getByRole('button', { name: 'Security' }).click();
  await keep(page, folder, 'settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'Sync' }).click();
  await keep(page, folder, 'settings-sync');
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Find' }).fill('la');
  await keep(page, folder, 'command-palette');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+l');
  await expect(page.getByRole('heading', { name: 'Carrel is locked' })).toBeVisible();
  await keep(page, folder, 'unlock');
}

/** A subject's page, and the charts that are not shown by default. */
async function views(page: Page, folder: string): Promise<void> {
  await rail(page, 'Subjects');
  const subjects = page.getByRole('region', { name: 'Subjects' });
  await subjects.locator('[role=row][row-index="2"]').getByRole('gridcell').last().dblclick();
  await expect(page.getByRole('group', { name: 'Time line' }).locator('svg').first()).toBeVisible();
  await keep(page, folder, 'subject');
  await rail(page, 'Charts');
  for (const tab of ['Reconciliation', 'Lab trends', 'Shifts', 'Liver screen']) {
    await page.locator('.charts-head').getByText(tab, { exact: true }).click();
    await expect(page.getByLabel('Loading')).toHaveCount(0);
    await keep(page, folder, tab.toLowerCase().replaceAll(' ', '-'));
  }
}

/** Mirrors a later revision, so that there are changes to show. */
async function secondSync(page: Page, service: SandboxReady): Promise<void> {
  await cardOf(page, '22-001').getByRole('button', { name: 'Open' }).click();
  await page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: /^Labs/ }).click();
  await setRevision(service.baseUrl, 1);
  await page.getByRole('button', { name: 'Sync', exact: true }).click();
  await expect(page.getByText('22-001 is complete as of')).toBeVisible();
  await setRevision(service.baseUrl, 0);
  await closeToasts(page);
}

/** The table with filters and ticks, the record beside it, and the export dialog over it. */
async function labs(page: Page, folder: string): Promise<void> {
  await rail(page, 'Labs');
  await rowsShown(page, 'Labs');
  await filterBy(page, 'Flag', () => page.getByRole('group', { name: 'Values of Flag' }).getByRole('checkbox', { name: /HIGH/ }).check());
  await filterBy(page, '× ULN', () => page.getByLabel('At least').fill('1.5'));
  await rowsShown(page, 'Labs');
  for (const row of [2, 3, 7]) await page.getByRole('checkbox', { name: `Select row ${String(row)}`, exact: true }).check();
  await keep(page, folder, 'labs');
  await page.locator('[role=row][row-index="1"]').getByRole('gridcell').nth(4).dblclick();
  const inspector = page.getByRole('complementary', { name: 'Record: lab result' });
  await expect(inspector).toContainText('valueQuantity.value');
  await keep(page, folder, 'record');
  for (const [tab, name] of [
    ['Raw JSON', 'record-raw'],
    ['History', 'record-history'],
  ] as const) {
    await inspector.getByRole('tab', { name: tab }).click();
    await keep(page, folder, name);
  }
  await inspector.getByRole('button', { name: 'Close the record' }).click();
  await page.keyboard.press('Control+e');
  const dialog = page.getByRole('dialog', { name: /Export labs/ });
  await expect(dialog).toBeVisible();
  await keep(page, folder, 'export');
  await dialog.getByRole('switch', { name: /^Pseudonyms instead of subjects/ }).check();
  await expect(dialog).toContainText('The ids shown here are placeholders');
  await dialog.getByRole('radiogroup', { name: 'Headers' }).evaluate((headers) => {
    headers.scrollIntoView();
  });
  await keep(page, folder, 'export-protected');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('export the whole study');
  await page.keyboard.press('Enter');
  const whole = page.getByRole('dialog', { name: 'Export 22-001' });
  await whole.getByRole('button', { name: /^Preset: / }).click();
  await page.getByRole('menuitem', { name: 'Site hand-over' }).click();
  await expect(whole).toContainText('rows of 5 datasets');
  await keep(page, folder, 'export-study');
  await page.keyboard.press('Escape');
}

/** Returns the path of the written file. */
async function exportLabs(carrel: Carrel, folder: string): Promise<string> {
  const file = join(folder, '22-001_labs_20261122-1405.xlsx');
  await answerSaveDialog(carrel, file);
  const request = { ...allLabs('22-001'), format: 'xlsx' as const };
  const reply = await carrel.page.evaluate((input) => window.carrel.call('export.start', input), { request, suggestedName: 'labs.xlsx' });
  if (!reply.ok) throw new Error(reply.error.message);
  return file;
}

/** A file exported before the second sync: dragged over the window and verified. */
async function verify(carrel: Carrel, file: string, folder: string): Promise<void> {
  const { page } = carrel;
  const drag = await dragFiles(carrel, file);
  await expect(page.getByText('Drop the file to verify it')).toBeVisible();
  await keep(page, folder, 'verify-drop');
  await drag.drop();
  const dialog = page.getByRole('dialog', { name: 'Verify a file' });
  await expect(dialog).toContainText('The data here has changed since');
  await keep(page, folder, 'verify');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
}

/** The service is gone: the copy stays, and the reason is shown. */
async function offline(folder: string): Promise<void> {
  const service = await startService({ arguments: ['--studies', '22-001'] });
  await withWindow(demoEnvironment(service, ''), async ({ page }) => {
    await untilMirrored(cardOf(page, '22-001'));
    await closeToasts(page);
    await service.stop();
    await cardOf(page, '22-001').getByRole('button', { name: 'Sync', exact: true }).click();
    await expect(cardOf(page, '22-001').getByText('could not be reached')).toBeVisible({ timeout: 60_000 });
    await closeToasts(page);
    await keep(page, folder, 'offline');
  });
  await service.stop();
}

/** The proof of a copy, the shrink guard's question, and a stale copy. */
async function trust(folder: string): Promise<void> {
  const service = await startService({ arguments: ['--studies', '22-001'] });
  await withWindow(demoEnvironment(service, ''), async ({ page }) => {
    await untilMirrored(cardOf(page, '22-001'));
    await closeToasts(page);
    await cardOf(page, '22-001').getByRole('button', { name: 'Proof' }).click();
    const proof = page.getByRole('dialog', { name: 'Proof of 22-001' });
    await keep(page, folder, 'proof');
    await proof.getByText('Labs', { exact: true }).click();
    await keep(page, folder, 'proof-open');
    await page.keyboard.press('Escape');
    await service.stop();
    const smaller = await startService({ port: service.port, arguments: ['--studies', '22-001', '--subjects', '6'] });
    await cardOf(page, '22-001').getByRole('button', { name: 'Sync', exact: true }).click();
    await expect(cardOf(page, '22-001')).toContainText('Labs would shrink', { timeout: 60_000 });
    await smaller.stop();
    await closeToasts(page);
    await page.clock.setSystemTime(Date.now() + 9 * 86_400_000);
    await page.getByRole('button', { name: 'Decide on labs' }).click();
    await rowsShown(page, 'Labs');
    await keep(page, folder, 'shrink');
    await page.getByRole('button', { name: 'Show the new copy' }).click();
    await keep(page, folder, 'shrink-asked-again');
    await page.keyboard.press('Escape');
    await rail(page, 'All studies');
    await keep(page, folder, 'studies-stale');
    await offlineCheck(page);
    await keep(page, folder, 'offline-check-attention');
  });
  await service.stop();
}

/** Two studies packed on one laptop, after the offline check, and opened on another without a service. */
async function sitePacks(folder: string): Promise<void> {
  const service = await startService({ arguments: ['--studies', PACKED.join(',')] });
  const stick = await temporaryFolder();
  const fileOf = (study: string): string => join(stick.path, `${study}_until_${dayAfter(new Date(), usualDays)}.carrelpack`);
  try {
    await withWindow(demoEnvironment(service, ''), async (carrel) => {
      const { page } = carrel;
      for (const study of PACKED) await untilMirrored(cardOf(page, study));
      await closeToasts(page);
      await offlineCheck(page);
      await keep(page, folder, 'offline-check');
      await page.keyboard.press('Escape');
      for (const study of PACKED) await pack(carrel, study, fileOf(study), folder);
    });
    await withWindow({ CARREL_PASSPHRASE: '', CARREL_DEMO_CLIENT_SECRET: '' }, (carrel) => atTheSite(carrel, PACKED.map(fileOf), folder));
  } finally {
    await service.stop();
    await stick.remove();
  }
}

async function offlineCheck(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Offline check' }).click();
  await expect(page.getByRole('dialog', { name: 'Ready for offline?' }).getByRole('region', { name: 'This computer' })).toBeVisible();
}

async function pack(carrel: Carrel, study: string, file: string, folder: string): Promise<void> {
  const { page } = carrel;
  await cardOf(page, study)
    .getByRole('button', { name: `More for ${study}` })
    .click();
  await page.getByRole('menuitem', { name: 'Pack for a site…' }).click();
  const dialog = page.getByRole('dialog', { name: `Pack ${study} for a site` });
  await dialog.getByLabel('Passphrase of the pack').fill(PACK_PASSPHRASE);
  await dialog.getByLabel('Repeat passphrase').fill(PACK_PASSPHRASE);
  await keep(page, folder, 'pack');
  await answerSaveDialog(carrel, file);
  await dialog.getByRole('button', { name: 'Pack', exact: true }).click();
  await expect(dialog.getByText(`${study} is packed`)).toBeVisible();
  await keep(page, folder, 'pack-done');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
}

/** Opens the first pack in the first run, and the second one after it. */
async function atTheSite(carrel: Carrel, [first = '', second = '']: readonly string[], folder: string): Promise<void> {
  const { page } = carrel;
  await page.getByRole('button', { name: 'Open a site pack' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a site pack' });
  await lookInto(carrel, first);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Passphrase', { exact: true }).fill(DEMO_PASSPHRASE);
  await page.getByLabel('Repeat passphrase').fill(DEMO_PASSPHRASE);
  await keep(page, folder, 'pack-protection');
  await page.getByRole('button', { name: 'Import the study' }).click();
  await expect(page.getByRole('article')).toContainText('Came in a site pack of');
  await closeToasts(page);
  await page.getByRole('button', { name: 'Open a site pack…' }).click();
  await keep(page, folder, 'open-pack');
  await lookInto(carrel, second);
  await keep(page, folder, 'open-pack-found');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByRole('status')).toContainText('is on this computer now');
  await keep(page, folder, 'open-pack-taken');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await keep(page, folder, 'studies-packed');
}

async function lookInto(carrel: Carrel, file: string): Promise<void> {
  const dialog = carrel.page.getByRole('dialog', { name: 'Open a site pack' });
  await answerOpenDialog(carrel, file);
  await dialog.getByRole('button', { name: /^Choose/ }).click();
  await expect(dialog).toContainText(basename(file));
  await dialog.getByLabel('Passphrase of the pack').fill(PACK_PASSPHRASE);
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog).toContainText('Complete as of');
}

await takeAll();
