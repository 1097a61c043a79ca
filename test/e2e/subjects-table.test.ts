import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { take, untilMirrored } from './steps.ts';
import { answerSaveDialog, expectQuiet, temporaryFolder } from './window.ts';

test.describe.configure({ mode: 'serial' });

test.describe('subjects at a glance', () => {
  const { carrel } = openBench({ service: ['--subjects', '12', '--studies', '22-001'] });
  const rail = (name: string): Locator =>
    carrel.page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name });
  const table = (): Locator => carrel.page.getByRole('region', { name: 'Subjects', exact: true });
  const footer = (): Locator => table().locator('footer').first();
  const row = (at: number): Locator => table().locator(`[role=row][row-index="${String(at)}"]`);
  const chip = (): Locator => carrel.page.locator('.subject-filter');
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  test.beforeAll(async () => {
    folder = await temporaryFolder();
  });
  test.afterAll(async () => {
    await folder.remove();
  });

  test('has one row per subject, with counts, dates and best response, and shows ids in full', async () => {
    const { page } = carrel;
    await untilMirrored(page.getByRole('article', { name: 'Study 22-001' }));
    await take(page, '22-001');
    await rail('Subjects').click();
    await expect(footer()).toContainText('12 rows, one per subject');
    for (const name of ['Subject', 'Labs', 'First date', 'Last date', 'Best response'])
      await expect(table().getByRole('columnheader', { name }).first()).toBeAttached();
    const id = row(0).getByRole('gridcell').first();
    expect(await id.evaluate((cell) => cell.scrollWidth <= cell.clientWidth)).toBe(true);
    await expectAccessible(page, 'Subjects at a glance');
    await page.screenshot({ path: test.info().outputPath('subjects.png') });
  });

  test('is searched, filtered and sorted, and its subjects become the subject filter', async () => {
    const { page } = carrel;
    const found = (await row(2).getByRole('gridcell').first().innerText()).trim();
    await table().getByRole('textbox', { name: 'Search all text' }).fill(found);
    await expect(footer()).toContainText('1 of 12 rows');
    await table().getByRole('button', { name: 'Use this subject' }).click();
    await expect(chip()).toBeVisible();
    await rail('Labs').click();
    await expect(page.getByRole('region', { name: 'Labs' }).locator('footer').first()).toContainText('1 subject');
    await chip().getByRole('button', { name: 'Show all subjects' }).click();
    await rail('Subjects').click();
    await table().getByRole('textbox', { name: 'Search all text' }).fill('');
    await table().getByRole('columnheader', { name: 'Labs' }).locator('.head').click();
    const labs = async (at: number): Promise<number> => Number((await row(at).getByRole('gridcell').nth(2).innerText()).replace(',', ''));
    await expect.poll(async () => (await labs(0)) >= (await labs(11))).toBe(true);
    await table().getByRole('columnheader', { name: 'In the Group' }).getByRole('button', { name: 'Filter In the Group' }).click();
    await page.getByRole('dialog', { name: 'Filter In the Group' }).getByLabel(/^Y/).check();
    await page.getByRole('dialog', { name: 'Filter In the Group' }).getByRole('button', { name: 'Apply' }).click();
    await expect(table().getByRole('button', { name: 'Remove the filter: In the Group Y' })).toBeVisible();
    await table().getByRole('button', { name: 'Remove the filter: In the Group Y' }).click();
  });

  test('has a row menu that filters by its subject; the row menu of a lab leaves its subject out', async () => {
    const { page } = carrel;
    await row(0).getByRole('gridcell').first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Use this subject/ }).click();
    await expect(footer()).toContainText('1 row, one per subject');
    await rail('Labs').click();
    await page.getByRole('region', { name: 'Labs' }).locator('[role=row][row-index="0"] [col-id="subject"]').click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Leave out subject/ }).click();
    await chip().getByRole('button', { name: 'Show all subjects' }).click();
    await page.getByRole('region', { name: 'Labs' }).locator('[role=row][row-index="0"] [col-id="subject"]').click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Leave out subject/ }).click();
    await rail('Subjects').click();
    await expect(footer()).toContainText('11 rows');
  });

  test('is exported with the subjects that it shows only, with evidence beside the file', async () => {
    const { page } = carrel;
    await table().getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export subjects at a glance' });
    await expect(dialog.getByText('11 of 12 subjects').first()).toBeVisible();
    await expectAccessible(page, 'The export of a listing');
    await dialog.getByText('CSV, exact').click();
    const path = join(folder.path, 'subjects.csv');
    await answerSaveDialog(carrel, path);
    await dialog.getByRole('button', { name: 'Export 11 of 12 subjects' }).click();
    await expect(page.getByRole('dialog').getByText('11 rows').first()).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Done' })).toBeVisible();
    expect(existsSync(`${path}.carrel.json`)).toBe(true);
    expect(readFileSync(path, 'utf8').trim().split('\r\n')).toHaveLength(12);
    await page.keyboard.press('Escape');
  });

  test('opens the page of a subject with Enter, without errors or foreign requests', async () => {
    const { page } = carrel;
    await row(1).getByRole('gridcell').first().click();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /^Subject / })).toBeVisible();
    await page.getByRole('button', { name: /^Subject filter and subject/ }).click();
    await expect(page.getByRole('menuitem', { name: /^Use this subject/ })).toBeVisible();
    await page.keyboard.press('Escape');
    expectQuiet(carrel);
  });
});
