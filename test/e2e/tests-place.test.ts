import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { openBench } from './bench.ts';
import { take, untilMirrored } from './steps.ts';
import { answerOpenDialog, answerSaveDialog, expectQuiet, temporaryFolder } from './window.ts';

test.describe.configure({ mode: 'serial' });

test.describe('tests and units', () => {
  const { carrel } = openBench({ service: ['--subjects', '6', '--studies', '22-001'] });

  test('a code is changed by keyboard, exported and imported as a file, and its records open in the table', async () => {
    const { page } = carrel;
    const folder = await temporaryFolder();
    await untilMirrored(page.getByRole('article', { name: 'Study 22-001' }));
    await take(page, '22-001');
    await page.getByRole('button', { name: 'Tests and units' }).click();
    await expect(page.getByRole('heading', { name: 'Tests and units' })).toBeVisible();
    await page.getByRole('button', { name: 'Change the code of Albumin', exact: true }).press('Enter');
    await page.getByRole('textbox', { name: 'Test code' }).fill('XALB');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Version 1', { exact: true })).toBeVisible();
    await expect(page.getByRole('row', { name: /Albumin/ })).toContainText('XALB');
    const file = join(folder.path, 'tests.json');
    await answerSaveDialog(carrel, file);
    await page.getByRole('button', { name: 'Export…' }).click();
    await expect(page.getByText('Tests and units exported')).toBeVisible();
    writeFileSync(file, readFileSync(file, 'utf8').replace('XALB', 'YALB'));
    await answerOpenDialog(carrel, file);
    await page.getByRole('button', { name: 'Import…' }).click();
    await expect(page.getByRole('row', { name: /Albumin/ })).toContainText('YALB');
    const count = page.getByRole('button', { name: /^Show the [\d,]+ records of Albumin in / }).first();
    const records = await count.innerText();
    await page.screenshot({ path: join(process.env['CARREL_SHOTS'] ?? folder.path, 'tests-place.png') });
    await page
      .getByRole('button', { name: /^Decide what the unit .+ means$/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'UCUM code' }).fill('s');
    await expect(page.getByText(/^s measures a different quantity than the unit of /)).toBeVisible();
    await page.keyboard.press('Escape');
    await count.click();
    await expect(page.getByRole('region', { name: 'Labs', exact: true }).locator('footer').first()).toContainText(`${records} of `);
    await folder.remove();
    expectQuiet(carrel);
  });
});
