import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { repositoryFolder } from '../../scripts/runtime/repository.ts';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { closeToasts, take } from './steps.ts';

test.describe.configure({ mode: 'serial' });

test.describe('a study whose vitals and responses the service does not offer', () => {
  const faults = join(repositoryFolder, 'test', 'fixtures', 'not-offered.json');
  const { carrel } = openBench({ service: ['--subjects', '24', '--studies', '22-001', '--faults', faults] });
  const rail = (name: string): Locator =>
    carrel.page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name });
  const choice = (name: string): Locator => carrel.page.getByRole('main').getByText(name, { exact: true });
  const says = (words: string | RegExp): Locator => carrel.page.getByRole('main').getByText(words);
  const refused = 'Vital signs are not available for study 22-001';

  test('says in the overview which views cannot be shown, and why', async () => {
    const { page } = carrel;
    await expect(page.getByRole('article', { name: 'Study 22-001' })).toContainText(refused, { timeout: 60_000 });
    await closeToasts(page);
    await take(page, '22-001');
    await rail('Overview').click();
    await choice('Sign-off lag').click();
    await expect(says('The responses of this study are not mirrored yet')).toBeVisible();
    await expect(page.getByText(/without any assessment/)).toHaveCount(0);
    await choice('Visit coverage').click();
    await page.getByRole('radiogroup', { name: 'Records counted' }).getByText('All', { exact: true }).click();
    await expect(says('the vitals are not mirrored yet and are not counted')).toBeVisible();
    await page.getByRole('radiogroup', { name: 'Records counted' }).getByText('Vitals', { exact: true }).click();
    await expect(says('The vitals of this study are not mirrored yet')).toBeVisible();
    await expect(says(refused)).toBeVisible();
  });

  test('does not present a baseline that is not mirrored as missing', async () => {
    const { page } = carrel;
    await take(page, '0012');
    await page.getByRole('button', { name: /^From C1D1/ }).click();
    await page.getByRole('menuitem', { name: /^Baseline assessment/ }).click();
    await expect(says(/^The responses are not mirrored yet, so there is no known baseline assessment/)).toBeVisible();
    await expect(says('The vitals of this study are not mirrored yet.')).toBeVisible();
    await rail('Charts').click();
    for (const tab of ['Waterfall', 'Reconciliation']) {
      await choice(tab).click();
      await expect(says('The responses of this study are not mirrored yet')).toBeVisible();
    }
    await choice('Vital trends').click();
    await expect(says(refused)).toBeVisible();
    await choice('Shifts').click();
    await page.getByRole('button', { name: 'From C1D1', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Baseline assessment (responses are not mirrored yet)' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expectAccessible(page, 'Shifts without responses');
  });

  test('does not claim to be free of issues if only a part of it is mirrored', async () => {
    await rail('Issues').click();
    await expect(carrel.page.getByRole('status').filter({ hasText: 'Vitals and responses are not mirrored yet' })).toBeVisible();
    await expect(says('No issues in what is mirrored')).toBeVisible();
  });
});
