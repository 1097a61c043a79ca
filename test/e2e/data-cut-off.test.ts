import { expect, test, type Locator } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { take, untilMirrored } from './steps.ts';
import { expectQuiet } from './window.ts';

test.describe.configure({ mode: 'serial' });

test.describe('the data cut-off', () => {
  const { carrel } = openBench({ service: ['--subjects', '24', '--studies', '22-001'] });
  const rail = (name: string): Locator =>
    carrel.page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name });
  const count = async (name: string): Promise<number> => Number((await rail(name).locator('.rail-count').innerText()).replaceAll(',', ''));
  const dialog = (): Locator => carrel.page.getByRole('dialog', { name: 'Data cut-off' });
  const chip = (): Locator => carrel.page.locator('.cut-off');
  const day = '2025-12-31';
  let all = 0;

  test('is set from the overview, and shown in the top bar with what it leaves out', async () => {
    const { page } = carrel;
    await untilMirrored(page.getByRole('article', { name: 'Study 22-001' }));
    await take(page, '22-001');
    await rail('Overview').click();
    all = await count('Labs');
    await page.getByRole('button', { name: 'Data cut-off…' }).click();
    await expect(dialog().getByRole('button', { name: 'Set' })).toHaveAccessibleDescription('Enter a date, such as 2026-06-30.');
    await dialog().getByLabel('Last day').fill(day);
    await page.keyboard.press('Enter');
    await expect(dialog()).toBeHidden();
    await expect(chip()).toContainText('Data to 31 Dec 2025');
    await expect(chip()).toHaveAttribute('title', /^Left out, dated after it: .*\b[\d,]+ lab results?\b.*\.$/);
    await expect.poll(async () => count('Labs')).toBeLessThan(all);
  });

  test('applies to the overview and the table, and leaves the charts drawn', async () => {
    const { page } = carrel;
    const kept = await count('Labs');
    const line = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Labs' }) });
    await expect(line).toContainText(kept.toLocaleString('en-US'));
    await rail('Labs').click();
    await expect(page.getByRole('region', { name: 'Labs' }).locator('footer').first()).toContainText(
      `${kept.toLocaleString('en-US')} rows`,
    );
    await page.getByRole('columnheader', { name: /^Collected/ }).click();
    await page.getByRole('columnheader', { name: /^Collected/ }).click();
    const first = page.getByRole('region', { name: 'Labs' }).locator('[role=row][row-index="0"] [col-id="collected"]');
    await expect(first).toContainText(/^(2025|2024)/);
    await rail('Charts').click();
    await page.getByRole('radiogroup', { name: 'Chart', exact: true }).getByText('Lab trends', { exact: true }).click({ timeout: 10_000 });
    await expect(page.locator('[data-median]').first()).toBeVisible();
  });

  test('persists across places, and passes the accessibility check in light and dark', async () => {
    const { page } = carrel;
    await rail('Overview').click();
    for (const scheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await take(page, 'Set the data cut-off');
      await expect(dialog().getByLabel('Last day')).toHaveValue(day);
      await expectAccessible(page, `data cut-off, ${scheme}`);
      await page.keyboard.press('Escape');
    }
  });

  test('is named where it leaves nothing, instead of the service', async () => {
    const { page } = carrel;
    await take(page, 'Set the data cut-off');
    await dialog().getByLabel('Last day').fill('2000-01-01');
    await page.keyboard.press('Enter');
    await expect(dialog()).toBeHidden();
    await rail('Charts').click();
    await page.getByRole('radiogroup', { name: 'Chart', exact: true }).getByText('Response charts', { exact: true }).click();
    await expect(page.getByText('All response assessments are dated after the data cut-off')).toBeVisible();
    await page.getByRole('radiogroup', { name: 'Chart', exact: true }).getByText('Lab trends', { exact: true }).click();
    await expect(page.getByText('All lab results are dated after the data cut-off')).toBeVisible();
  });

  test('is removed in the top bar, which brings all records back', async () => {
    const { page } = carrel;
    await page.getByRole('button', { name: 'Show all records, without the data cut-off' }).click();
    await expect(chip()).toHaveCount(0);
    await expect.poll(async () => count('Labs')).toBe(all);
    await rail('Labs').click();
    await expect(page.getByRole('region', { name: 'Labs' }).locator('footer').first()).toContainText(all.toLocaleString('en-US'));
    expectQuiet(carrel);
  });
});
