import { expect, test, type Locator, type Page } from '@playwright/test';
import { DEMO_PASSPHRASE } from '../../scripts/sandbox-process.ts';
import { openBench } from './bench.ts';
import { setRevision } from './service.ts';
import { closeToasts, lock, take, tryPassphrase } from './steps.ts';
import { expectQuiet, openCarrel } from './window.ts';

const STUDY = '22-001';
const DATASETS = ['Subjects', 'Medications', 'Labs', 'Vitals', 'Responses'] as const;

test.describe.configure({ mode: 'serial' });

test.describe('the content policy', () => {
  const { folder, service, carrel } = openBench({ service: ['--subjects', '12', '--studies', STUDY] });

  test.beforeAll(async () => {
    await expect(carrel.page.getByText('Ready for offline', { exact: true })).toBeVisible();
    // A second revision: changes, marks and histories have something to show.
    await setRevision(service.baseUrl, 1);
    await carrel.page.getByRole('button', { name: 'Sync', exact: true }).first().click();
    await expect(carrel.page.getByText(`${STUDY} is complete as of`)).toBeVisible();
    await closeToasts(carrel.page);
  });

  test('is broken by no place, dialog, menu and table of the window, in light', () => walk('light'));

  test('is broken by no place, dialog, menu and table of the window, in dark', () => walk('dark'));

  test('is broken by no step of a first run', async () => {
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
      await page.getByLabel('The same again').fill('something else');
      await expect(page.getByText('The two are not the same yet')).toBeVisible();
      expectQuiet(first);
    } finally {
      await first.close();
    }
  });

  test('is seen by this file when something does break it', async () => {
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
    for (const place of ['Changes', 'Issues']) {
      await rail(page, place);
      await expect(page.getByRole('heading', { name: place, exact: true })).toBeVisible();
      await expect(page.getByLabel('Loading')).toHaveCount(0);
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
    await expect(page.getByRole('article')).toHaveCount(1);
    expectQuiet(carrel);
  }
});

/** Cards, their menus and dialogs. */
async function studies(page: Page): Promise<void> {
  await take(page, 'All studies');
  await openAndClose(page, page.getByRole('button', { name: 'Add a study' }), page.getByRole('dialog', { name: /Add a study/ }));
  await openAndClose(page, page.getByRole('button', { name: 'Proof' }).first(), page.getByRole('dialog', { name: /^Proof/ }));
  await page.getByRole('button', { name: `More for ${STUDY}` }).click();
  await page.getByRole('menuitem', { name: 'Wipe this study' }).click();
  await openAndClose(page, null, page.getByRole('dialog', { name: `Wipe ${STUDY}` }));
}

/** One table: to its end and back, each vocabulary, both densities, its columns, a record with its tabs. */
async function table(page: Page, dataset: string): Promise<void> {
  await rail(page, dataset);
  const region = page.getByRole('region', { name: dataset });
  await expect(region.locator('footer').first()).toHaveText(/^[\d,]+ rows/);
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
  const record = page.getByRole('complementary', { name: /^Record/ });
  for (const tab of ['Raw JSON', 'History', 'Fields']) {
    const button = record.getByRole('tab', { name: tab });
    await button.click();
    await expect(button).toHaveAttribute('aria-selected', 'true');
  }
  await record.getByRole('button', { name: 'Close the record' }).click();
}

/** Filters, chips, menus and the export of the last table. */
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
}

async function settings(page: Page): Promise<void> {
  for (const section of ['connection', 'appearance', 'sync', 'audit trail', 'about']) await take(page, `Settings, ${section}`);
  await page.getByText('Parts by others').click();
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

/** `opener` null: it is opening already. */
async function openAndClose(page: Page, opener: Locator | null, opened: Locator): Promise<void> {
  await opener?.click();
  await expect(opened).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opened).toBeHidden();
}
