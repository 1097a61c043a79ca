import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { closeToasts, take, untilMirrored } from './steps.ts';

const STUDY = '22-001';

test.describe('comparisons of sites', () => {
  const { carrel } = openBench({ service: ['--studies', STUDY, '--subjects', '64'] });

  test('state how sites are derived, list each comparison and open the records behind it', async () => {
    test.slow();
    const { page } = carrel;
    await untilMirrored(page.getByRole('article', { name: `Study ${STUDY}` }));
    await closeToasts(page);
    await take(page, STUDY);
    await take(page, 'Charts');
    await page.locator('.charts-head').getByText('Sites', { exact: true }).click();
    await expect(
      page.getByText(/^The subject numbers do not identify a site\. .*: \d+ sites of \d+ subjects, \d+ subjects? without one\.$/),
    ).toBeVisible();
    await expect(page.getByText(/^\d+ comparisons, \d+ questions?\. .*permutation of subjects, Holm/)).toBeVisible();
    await page
      .getByRole('radiogroup', { name: 'Comparisons shown' })
      .getByText(/^All comparisons/)
      .click();
    const line = page.locator('[data-look="digits pressure"]').first();
    await expect(line).toContainText(/^Performer group \d+Last digits of blood pressures/);
    await expectAccessible(page, 'looks at sites', '.charts');
    await line.getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Vitals' }).locator('footer').first()).toContainText('2 filters');
    await take(page, 'Charts');
    await line.getByRole('button', { name: /^Use these \d+ subjects$/ }).click();
    await expect(page.getByText('With fewer than two sites nothing is compared.')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Show all subjects' }).click();
    await expect(line).toBeVisible();
  });
});
