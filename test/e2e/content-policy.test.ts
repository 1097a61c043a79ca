import { join } from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { DEMO_PASSPHRASE } from '../../scripts/sandbox-process.ts';
import { dayAfter } from '../../src/shared/site-pack.ts';
import { openBench } from './bench.ts';
import { giveKeyStore } from './key-store.ts';
import { setRevision } from './service.ts';
import { closeToasts, leaveStudy, lock, take, tryPassphrase, untilMirrored } from './steps.ts';
import { answerOpenDialog, answerSaveDialog, expectQuiet, openCarrel, type Carrel } from './window.ts';

const STUDY = '22-001';
const PACK_PASSPHRASE = 'told over the telephone';
const DATASETS = ['Subjects', 'Medications', 'Labs', 'Vitals', 'Responses'] as const;

test.describe.configure({ mode: 'serial' });

test.describe('the content policy', () => {
  const { folder, service, carrel } = openBench({ service: ['--subjects', '12', '--studies', STUDY] });

  test.beforeAll(async () => {
    await untilMirrored(carrel.page);
    // A second revision, so that there are changes, marks and histories to show.
    await setRevision(service.baseUrl, 1);
    await carrel.page.getByRole('button', { name: 'Sync', exact: true }).first().click();
    await expect(carrel.page.getByText(`${STUDY} is complete as of`)).toBeVisible();
    await closeToasts(carrel.page);
  });

  test('is not violated by any place, dialog, menu or table, in light', () => walk('light'));

  test('is not violated by any place, dialog, menu or table, in dark', () => walk('dark'));

  test('is not violated during a first run', async () => {
    const first = await openCarrel(`${folder.path}/first`);
    try {
      const { page } = first;
      await page.getByLabel('Service address').fill(service.baseUrl);
      await page.getByLabel('Partner id').fill(service.partnerId);
      await page.getByLabel('Client id').fill(service.clientId);
      await page.getByLabel('Client secret', { exact: true }).fill('not the secret');
      await page.getByLabel('Study number').fill(STUDY);
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await expect(page.getByRole('listitem').filter({ hasText: 'Token' })).toContainText('failed');
      await page.getByRole('button', { name: 'Try it with demo studies' }).click();
      await page.getByLabel('Passphrase', { exact: true }).fill(DEMO_PASSPHRASE);
      await page.getByLabel('Repeat passphrase').fill('something else');
      await expect(page.getByText('The two do not match yet')).toBeVisible();
      expectQuiet(first);
    } finally {
      await first.close();
    }
  });

  test('is not violated while a site pack is moved to another laptop, in light', () => carryPack('light'));

  test('is not violated while a site pack is moved to another laptop, in dark', () => carryPack('dark'));

  test('is not violated while the system key store is set up and used', async () => {
    const { page } = carrel;
    await giveKeyStore(carrel);
    await take(page, 'Settings, security');
    const store = page.getByRole('switch', { name: 'System key store' });
    await store.click({ force: true });
    const asking = page.getByRole('dialog', { name: 'Use the system key store?' });
    await asking.getByLabel('Passphrase', { exact: true }).fill('not the passphrase');
    await asking.getByRole('button', { name: 'Use it' }).click();
    await expect(asking.getByRole('alert')).toContainText('does not open this vault');
    await asking.getByLabel('Passphrase', { exact: true }).fill(DEMO_PASSPHRASE);
    await asking.getByRole('button', { name: 'Use it' }).click();
    await expect(asking).toBeHidden();
    await expect(store).toBeChecked();
    await page.getByRole('combobox', { name: 'Ask for the passphrase' }).click();
    await page.getByRole('option', { name: 'Never' }).click();
    await openAndClose(page, null, asking);
    for (const [opener, title] of [
      [page.getByRole('button', { name: 'Remove', exact: true }), 'Remove the passphrase?'],
      [store, 'Stop using the system key store?'],
    ] as const) {
      await opener.click({ force: true });
      await openAndClose(page, null, page.getByRole('dialog', { name: title }));
    }
    await lock(page);
    await page.getByRole('button', { name: 'Use the system key store' }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
    expectQuiet(carrel);
  });

  test('control: a violation is recorded', async () => {
    await carrel.page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<p style="color: red">x</p>');
    });
    await expect.poll(() => carrel.complaints.some((text) => text.includes('content policy violated: style-src-attr'))).toBe(true);
  });

  async function walk(scheme: 'light' | 'dark'): Promise<void> {
    test.slow();
    const { page } = carrel;
    await page.emulateMedia({ colorScheme: scheme });
    await studies(page);
    await take(page, STUDY);
    for (const dataset of DATASETS) await table(page, dataset);
    await overTheTable(page);
    for (const place of ['Overview', 'Charts', 'Changes', 'Issues', 'Notes', 'Tests and units']) {
      await rail(page, place);
      await expect(page.getByRole('heading', { name: place, exact: true })).toBeVisible();
      await expect(page.getByLabel('Loading')).toHaveCount(0);
      if (place === 'Overview') await panes(page, 'View', '.coverage-rows, .waiting-box');
      if (place === 'Charts') await panes(page, 'Chart', '.chart-picture, .reconciliation-table, .compare, .site-looks-table, main .empty');
    }
    await settings(page);
    await take(page, 'Show all keys');
    await openAndClose(page, null, page.getByRole('dialog', { name: /keys/i }));
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Find' }).fill('a');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await lock(page);
    await openAndClose(page, page.getByRole('button', { name: 'Set it aside' }), page.getByRole('dialog'));
    await tryPassphrase(page, DEMO_PASSPHRASE);
    await leaveStudy(page);
    await expect(page.getByRole('article')).toHaveCount(1);
    expectQuiet(carrel);
  }

  /** Runs the offline check and makes two packs with different last days. A second laptop opens one in its first run, the other later. */
  async function carryPack(scheme: 'light' | 'dark'): Promise<void> {
    test.slow();
    const files = [14, 20].map((days) => ({
      path: join(folder.path, `${scheme}-${String(days)}.carrelpack`),
      until: dayAfter(new Date(), days),
    }));
    await carrel.page.emulateMedia({ colorScheme: scheme });
    await take(carrel.page, 'All studies');
    await openAndClose(carrel.page, offlineCheck(carrel.page), readiness(carrel.page));
    for (const { path, until } of files) await pack(carrel, path, until);
    expectQuiet(carrel);
    const site = await openCarrel(join(folder.path, `site-${scheme}`));
    try {
      await site.page.emulateMedia({ colorScheme: scheme });
      await openPacks(
        site,
        files.map(({ path }) => path),
      );
      expectQuiet(site);
    } finally {
      await site.close();
    }
  }
});

function offlineCheck(page: Page): Locator {
  return page.getByRole('button', { name: 'Offline check' });
}

/** The offline check, once it is complete. */
function readiness(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Ready for offline?' }).filter({ has: page.getByRole('region', { name: 'This computer' }) });
}

async function pack(carrel: Carrel, path: string, until: string): Promise<void> {
  const { page } = carrel;
  await answerSaveDialog(carrel, path);
  await page.getByRole('button', { name: `More for ${STUDY}` }).click();
  await page.getByRole('menuitem', { name: 'Pack for a site…' }).click();
  const dialog = page.getByRole('dialog', { name: `Pack ${STUDY} for a site` });
  await dialog.getByLabel('Passphrase of the pack').fill(PACK_PASSPHRASE);
  await dialog.getByLabel('Repeat passphrase').fill(PACK_PASSPHRASE);
  await dialog.getByLabel('Last day').fill(until);
  await dialog.getByRole('button', { name: 'Pack', exact: true }).click();
  await expect(dialog).toContainText(`${STUDY} is packed`);
  await openAndClose(page, null, dialog);
}

async function openPacks(carrel: Carrel, [first = '', second = '']: readonly string[]): Promise<void> {
  const { page } = carrel;
  const dialog = page.getByRole('dialog', { name: 'Open a site pack' });
  const choose = async (path: string, passphrase: string): Promise<void> => {
    await answerOpenDialog(carrel, path);
    await dialog.getByRole('button', { name: /^Choose/ }).click();
    await dialog.getByLabel('Passphrase of the pack').fill(passphrase);
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  };
  await page.getByRole('button', { name: 'Open a site pack' }).click();
  await choose(first, 'not its passphrase');
  await expect(dialog.getByRole('alert')).toContainText('The passphrase is not the passphrase of this site pack');
  await choose(first, PACK_PASSPHRASE);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Passphrase', { exact: true }).fill(DEMO_PASSPHRASE);
  await page.getByLabel('Repeat passphrase').fill(DEMO_PASSPHRASE);
  await page.getByRole('button', { name: 'Import the study' }).click();
  await expect(page.getByRole('article')).toContainText('Came in a site pack of');
  await page.getByRole('button', { name: 'Open a site pack…' }).click();
  await choose(second, PACK_PASSPHRASE);
  await dialog.getByRole('button', { name: 'Import' }).click();
  // The same copy with a later last day, or a newer one if the window has synced in between.
  await expect(dialog.getByRole('status')).toContainText(STUDY);
  await openAndClose(page, null, dialog);
  await openAndClose(page, offlineCheck(page), readiness(page));
}

/** Cards, their menus and dialogs. */
async function studies(page: Page): Promise<void> {
  await take(page, 'All studies');
  await openAndClose(page, page.getByRole('button', { name: 'Add a study' }), page.getByRole('dialog', { name: /Add a study/ }));
  await openAndClose(page, page.getByRole('button', { name: 'Proof' }).first(), page.getByRole('dialog', { name: /^Proof/ }));
  await page.getByRole('button', { name: `More for ${STUDY}` }).click();
  await page.getByRole('menuitem', { name: 'Wipe this study' }).click();
  await openAndClose(page, null, page.getByRole('dialog', { name: `Wipe ${STUDY}` }));
}

/** One table: scrolled to its end and back, each vocabulary, its columns, and a record with its tabs. */
async function table(page: Page, dataset: string): Promise<void> {
  await rail(page, dataset);
  const region = page.getByRole('region', { name: dataset });
  await expect(region.locator('footer').first()).toHaveText(/^[\d,]+ rows/);
  if (dataset === 'Subjects') await region.getByText('As sent', { exact: true }).click();
  await expect(region.locator('[role=row][row-index="0"]').first()).toContainText(/\w/);
  const first = region.locator('[role=row][row-index="0"]').first();
  await first.hover();
  await page.mouse.wheel(0, 1e7);
  await expect(region.locator('[role=row]').last()).toContainText(/\w/);
  await page.mouse.wheel(0, -1e7);
  await expect(first).toContainText(/\w/);
  for (const vocabulary of ['SDTM', 'Source', 'Plain']) await page.getByText(vocabulary, { exact: true }).click();
  await openAndClose(page, page.getByRole('button', { name: /^Columns/ }), page.getByRole('dialog', { name: /columns/i }));
  await openAndClose(page, region.getByRole('columnheader').nth(2), page.getByRole('dialog').filter({ hasText: 'Distinct' }));
  await region.locator('[role=row][row-index="0"]').getByRole('gridcell').nth(2).dblclick();
  if (dataset === 'Subjects') return subjectPage(page);
  const record = page.getByRole('complementary', { name: /^Record/ });
  for (const tab of ['Raw JSON', 'History', 'Fields']) {
    const button = record.getByRole('tab', { name: tab });
    await button.click();
    await expect(button).toHaveAttribute('aria-selected', 'true');
  }
  await record.getByRole('button', { name: 'Close the record' }).click();
}

/** The page of a subject: the cross-hair, each axis, day 1, the tests, each table beneath, and the record of a mark. */
async function subjectPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: /^Subject \d/ })).toBeVisible();
  await page.getByRole('slider', { name: 'Day on the time axis' }).press('ArrowLeft');
  for (const axis of ['Dates', 'Visits', 'Days']) await page.getByText(axis, { exact: true }).click();
  await openAndClose(page, page.getByRole('button', { name: /^From / }), page.getByRole('menu'));
  await openAndClose(page, page.getByRole('button', { name: /tests$/ }), page.getByRole('dialog', { name: /tests$/ }));
  for (const name of ['Vitals', 'Medications', 'Responses', 'Changes', 'Notes', 'Labs']) {
    const tab = page.getByRole('tab', { name: new RegExp(`^${name}`) });
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
  }
  await page.locator('.timeline-row .plot-mark').first().click();
  await openAndClose(page, null, page.getByRole('complementary', { name: /^Record/ }));
}

/** Filters, chips, menus and the export of the Labs table. */
async function overTheTable(page: Page): Promise<void> {
  await rail(page, 'Labs');
  const region = page.getByRole('region', { name: 'Labs' });
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Search the columns').fill('Flag');
  await page.getByRole('listitem').getByRole('button', { name: 'Flag', exact: true }).click();
  await page.getByRole('group', { name: 'Values of Flag' }).getByRole('checkbox', { name: /HIGH/ }).check();
  await page.getByRole('button', { name: /^Show [\d,]+ rows?$/ }).click();
  await expect(region.locator('footer').first()).toHaveText(/^[\d,]+ of [\d,]+ rows/);
  await region.locator('[role=row][row-index="1"]').getByRole('gridcell').nth(5).click({ button: 'right' });
  await openAndClose(page, null, page.getByRole('menu', { name: /^Cell/ }));
  await page.keyboard.press('Control+e');
  await openAndClose(page, null, page.getByRole('dialog', { name: /Export labs/ }));
  await openAndClose(page, page.getByRole('button', { name: `Study ${STUDY}, switch` }), page.getByRole('menu'));
  await openAndClose(page, page.getByRole('button', { name: /^Complete as of/ }), page.getByRole('dialog', { name: /^Proof/ }));
  // A filter would outlive the lock at the end of the walk.
  await page.getByRole('button', { name: 'Clear all', exact: true }).click();
  await expect(region.locator('footer').first()).toHaveText(/^[\d,]+ rows/);
}

/** Chooses each option of a place and waits for what it shows. */
async function panes(page: Page, choice: string, shown: string): Promise<void> {
  const options = page.getByRole('radiogroup', { name: choice, exact: true }).locator('label');
  for (const option of await options.all()) {
    await option.click();
    await expect(page.locator(shown).first()).toBeVisible();
  }
}

async function settings(page: Page): Promise<void> {
  for (const section of ['connection', 'appearance', 'sync', 'audit trail', 'about']) await take(page, `Settings, ${section}`);
  await page.getByText('Third-party software').click();
  await expect(page.getByText('ag-grid-community')).toBeVisible();
  await take(page, 'Settings, audit trail');
  await page.locator('.audit-line').first().click();
  await expect(page.getByRole('term').filter({ hasText: 'Stored as' })).toBeVisible();
  await take(page, 'Settings, security');
  for (const name of ['Change', 'Make new keys', 'Wipe everything…'])
    await openAndClose(page, page.getByRole('button', { name, exact: true }), page.getByRole('dialog'));
  await page.getByRole('combobox', { name: 'Lock when idle' }).click();
  await page.getByRole('option', { name: 'After 60 minutes' }).click();
  await openAndClose(page, null, page.getByRole('dialog', { name: 'This protects less than before' }));
}

async function rail(page: Page, place: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: place }).click();
}

/** `opener` is null if it is already opening. */
async function openAndClose(page: Page, opener: Locator | null, opened: Locator): Promise<void> {
  await opener?.click();
  await expect(opened).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opened).toBeHidden();
}
