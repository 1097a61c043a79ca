import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { setRevision } from './service.ts';
import { take, untilMirrored } from './steps.ts';
import { answerSaveDialog, expectQuiet, temporaryFolder } from './window.ts';

test.describe.configure({ mode: 'serial' });

test.describe('changes by subject, changes since a date, and the command palette', () => {
  const { service, carrel } = openBench({ service: ['--subjects', '12', '--studies', '22-001'] });
  const rail = (name: string): Locator =>
    carrel.page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name });
  const bySubject = (): Locator => carrel.page.locator('.changes-subjects');

  test('lists the subjects with changes, counts the new ones and shows the changes of one subject', async () => {
    const { page } = carrel;
    await untilMirrored(page.getByRole('article', { name: 'Study 22-001' }));
    await take(page, '22-001');
    await setRevision(service.baseUrl, 1);
    await page.getByRole('button', { name: 'Sync', exact: true }).click();
    await expect(page.getByText('22-001 is complete as of').last()).toBeVisible();
    await rail('Changes').click();
    await page.getByText('By subject', { exact: true }).click();
    await expect(bySubject().locator('tbody tr').first()).toBeVisible();
    await expect(page.getByText(/\d+ subjects? with changes/)).toBeVisible();
    await expect(page.getByText(/^\d+ of them new$/)).toBeVisible();
    await expectAccessible(page, 'Changes by subject');
    await page.screenshot({ path: test.info().outputPath('changes-by-subject.png') });
    const line = bySubject().locator('tbody tr').first();
    const subject = (await line.locator('td').first().innerText()).trim();
    await line.getByRole('button', { name: /^Show \d+ changes?$/ }).click();
    await expect(page.getByRole('button', { name: `Only subject ${subject}: show all` })).toBeVisible();
    const cells = page.locator('.changes-table tbody tr.plain-line td:nth-child(2)');
    await expect.poll(async () => new Set(await cells.allInnerTexts())).toEqual(new Set([subject]));
    await page.getByRole('button', { name: `Only subject ${subject}: show all` }).click();
  });

  test('filters changes by a start date, refuses an invalid date and exports the changes', async () => {
    const { page } = carrel;
    const folder = await temporaryFolder();
    const tomorrow = new Date(Date.now() + 86_400_000 * 2).toISOString().slice(0, 10);
    await page.getByLabel('Changes since this day').fill(tomorrow);
    await expect(page.getByText('Nothing changed in this period')).toBeVisible();
    const since = page.getByLabel('Changes since this day');
    await expect(since).toHaveValue(tomorrow);
    await since.fill('2020-13-01');
    await since.blur();
    await expect(page.getByText('Enter a date such as 2026-05-14')).toBeVisible();
    await since.fill('2020-01-01');
    await expect(page.locator('.changes-table tbody tr.plain-line').first()).toBeVisible();
    await page.getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export changes' });
    await dialog.getByText('SAS transport').click();
    const path = join(folder.path, 'changes.xpt');
    await answerSaveDialog(carrel, path);
    await dialog.getByRole('button', { name: 'Export all subjects' }).click();
    await expect(
      page
        .getByRole('dialog')
        .getByText(/^[\d,]+ rows$/)
        .first(),
    ).toBeVisible();
    expect(existsSync(path)).toBe(true);
    await page.keyboard.press('Escape');
    await folder.remove();
  });

  test('finds charts, tests, settings and listings in the palette', async () => {
    const { page } = carrel;
    await take(page, 'liver');
    await expect(page.getByRole('radio', { name: 'Liver screen' })).toBeChecked();
    await take(page, 'sgpt');
    await expect(page.getByRole('radio', { name: 'Lab trends' })).toBeChecked();
    await take(page, 'auto-lock');
    await expect(page.getByText('Lock when idle')).toBeVisible();
    await take(page, '22-001');
    await take(page, 'export checks');
    await expect(page.getByRole('dialog', { name: 'Export checks of the values' })).toBeVisible();
    await page.keyboard.press('Escape');
    expectQuiet(carrel);
  });
});
