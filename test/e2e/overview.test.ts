import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { findProcess } from './processes.ts';
import { take, untilMirrored } from './steps.ts';
import { expectQuiet } from './window.ts';

test.describe.configure({ mode: 'serial' });

test.describe('the overview and the subject filter', () => {
  const { carrel, folder } = openBench({ service: ['--subjects', '12', '--studies', '22-001'] });
  const rail = (name: string): Locator =>
    carrel.page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name });
  const matrix = (): Locator => carrel.page.getByRole('grid', { name: 'Records by subject and visit' });
  const chip = (): Locator => carrel.page.locator('.subject-filter');

  test('the overview shows dates and pages of the labs, and the matrix of visits', async () => {
    const { page } = carrel;
    await untilMirrored(page.getByRole('article', { name: 'Study 22-001' }));
    await take(page, '22-001');
    await rail('Overview').click();
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    const line = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Labs' }) });
    await expect(line).toContainText('2025-');
    await expect(line).toContainText(/\d+ pages?/);
    await expect(matrix().getByRole('rowheader').first()).toBeVisible();
  });

  test('answers for the first screens are prepared after the sync, in a process that then ends', async () => {
    const prepared = (): string[] => {
      const files = readdirSync(join(folder.path, 'studies'));
      return files.flatMap((name) => /-answer-(\w+)$/.exec(name)?.[1] ?? []).sort();
    };
    await expect.poll(prepared).toEqual(['checks', 'coverage', 'grades', 'overview', 'tally']);
    await expect.poll(() => findProcess(carrel, 'Carrel preparer')).toBeNull();
  });

  test('a cell of the matrix opens exactly its rows, by mouse and by keyboard', async () => {
    const { page } = carrel;
    const slot = matrix().locator('[data-kind="records"]').first();
    const [subject, count] = [(await matrix().getByRole('rowheader').first().innerText()).trim(), (await slot.innerText()).trim()];
    await slot.click();
    const line = page.getByRole('region', { name: 'Labs' }).locator('footer').first();
    await expect(line).toContainText(`${count} of `);
    await expect(page.getByRole('region', { name: 'Labs' }).locator('[role=row][row-index="0"]')).toContainText(subject);
    await rail('Overview').click();
    await matrix().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const words = (await page.locator('.coverage-slot[data-here="true"]').getAttribute('aria-label')) ?? '';
    const card = page.locator('.coverage-card');
    expect((await card.locator('b, span').allInnerTexts()).join(', ')).toBe(words);
    expect(words).toMatch(/ at .+, \d+ labs?(, \d+ outside their range)?, \d+ \w+ 20\d\d.*, Enter or a click opens the labs$/);
    await page.keyboard.press('Escape');
    await expect(card).toHaveCount(0);
    await page.keyboard.press('Enter');
    const found = /, (\d+) labs?,/.exec(words)?.[1] ?? 'a place without records was under the keyboard';
    await expect(line).toContainText(`${found} of `);
  });

  test('in a narrow window, keys scroll visits into view, and no row of the dataset table wraps', async () => {
    const { app, page } = carrel;
    const resize = (width: number, height: number): Promise<void> =>
      app.evaluate(
        ({ BrowserWindow }, size) => {
          BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height);
        },
        { width, height },
      );
    // 200 % zoom in a window of 1440 × 900.
    await resize(720, 450);
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(720);
    await rail('Overview').click();
    await expect(matrix().getByRole('rowheader').first()).toBeVisible();
    const lines = page.locator('.dataset-box tbody tr');
    expect(Math.max(...(await lines.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))))).toBeLessThan(40);
    await matrix().focus();
    await page.keyboard.press('End');
    const here = page.locator('.coverage-slot[data-here="true"]');
    const right = (): Promise<number> => here.evaluate((slot) => slot.getBoundingClientRect().right);
    await expect.poll(right).toBeLessThanOrEqual(720);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    const names = await matrix().getByRole('columnheader').first().boundingBox();
    const left = (): Promise<number> => here.evaluate((slot) => slot.getBoundingClientRect().left);
    await expect.poll(left).toBeGreaterThanOrEqual((names?.x ?? 0) + (names?.width ?? 0));
    await resize(1440, 900);
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(1440);
  });

  test('a pasted list filters counts, tables and the matrix, and unknown names are listed', async () => {
    const { page } = carrel;
    await rail('Overview').click();
    await expect(matrix().getByRole('rowheader').first()).toBeVisible();
    const names = await matrix().getByRole('rowheader').allInnerTexts();
    await chip().getByRole('button', { name: 'All subjects' }).click();
    await page.getByRole('menuitem', { name: 'Paste a list of subjects…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Show only these subjects' });
    const [first = '', second = ''] = names;
    await dialog.getByLabel('Subjects').fill(`USUBJID\n22-001-${first}\n${second.replace(/0(?=[^0]*$)/, 'O')}, nobody-17`);
    await expect(dialog).toContainText('1 of 12 subjects found');
    const unknown = dialog.getByRole('region', { name: 'Not in this study' });
    await expect(unknown).toContainText('2 names not in this study');
    await unknown.getByRole('button', { name: second }).click();
    await expect(dialog).toContainText('2 of 12 subjects found');
    await expect(unknown.getByRole('listitem')).toHaveText(['nobody-17']);
    await expectAccessible(page, 'pasted list', '[role=dialog]');
    await dialog.getByRole('button', { name: 'Show 2 subjects' }).click();
    await expect(chip()).toContainText('2 of 12');
    await expect(matrix().getByRole('rowheader')).toHaveCount(2);
    const labs = await rail('Labs').locator('.rail-count').innerText();
    await rail('Labs').click();
    await expect(page.getByRole('region', { name: 'Labs' }).locator('footer').first()).toContainText(`of ${labs} rows`);
    await rail('Subjects').click();
    await expect(page.getByRole('region', { name: 'Subjects' }).locator('footer').first()).toContainText('2 rows');
  });

  test('an export under the subject filter says so and counts only its rows', async () => {
    const { page } = carrel;
    const footer = page.getByRole('region', { name: 'Vitals' }).locator('footer').first();
    await rail('Vitals').click();
    await expect(footer).toContainText('2 subjects');
    await page.keyboard.press('Control+e');
    const dialog = page.getByRole('dialog', { name: 'Export vitals' });
    const rows = dialog.getByRole('button', { name: /^Export [\d,]+ rows$/ });
    const ofTwo = await rows.innerText();
    await expect(dialog).toContainText('of 2 of 12 subjects');
    await expect(dialog.locator('.file-name')).toContainText('_2-of-12-subjects_');
    await dialog.getByText('All subjects', { exact: true }).click();
    await expect(rows).not.toHaveText(ofTwo);
    await expect(dialog.locator('.file-name')).not.toContainText('2-of-12');
    await dialog.getByText('2 of 12 subjects', { exact: true }).click();
    await expect(rows).toHaveText(ofTwo);
    await expectAccessible(page, 'export under a subject filter', '[role=dialog]');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await rail('Subjects').click();
    await chip().getByRole('button', { name: 'Show all subjects' }).click();
    await expect(chip()).toContainText('All subjects');
    await expect(page.getByRole('region', { name: 'Subjects' }).locator('footer').first()).toContainText('12 rows');
  });

  test('subjects awaiting an assessment become the filter, and passes lead to their changes', async () => {
    const { page } = carrel;
    await rail('Overview').click();
    await page.getByText('Sign-off lag', { exact: true }).click();
    const list = page.getByRole('region', { name: 'Subjects awaiting an assessment' });
    await expect(list).toBeVisible();
    const waiting = await list.getByRole('row').count();
    await list.getByRole('rowheader').first().getByRole('button').click();
    await expect(page.getByRole('heading', { name: /^Subject \d/ })).toBeVisible();
    await rail('Overview').click();
    await page.getByText('Sign-off lag', { exact: true }).click();
    await page.getByRole('button', { name: /^Show only th/ }).click();
    await expect(chip()).toContainText(`${String(waiting - 1)} of 12`);
    await expect(chip()).toContainText('awaiting an assessment');
    await chip().getByRole('button', { name: 'Show all subjects' }).click();
    await page.getByText('Passes', { exact: true }).click();
    await page.getByRole('region', { name: 'Recent passes' }).getByRole('button').last().click();
    await expect(page.getByRole('heading', { name: 'Changes' })).toBeVisible();
  });

  test('a custom order of visits persists, and is reset to Carrel’s', async () => {
    const { page } = carrel;
    await rail('Overview').click();
    const heads = matrix().getByRole('columnheader');
    await expect(heads.nth(1)).toBeVisible();
    const before = await heads.allInnerTexts();
    await page.getByRole('button', { name: 'Reorder' }).click();
    const dialog = page.getByRole('dialog', { name: 'Order of visits' });
    await expectAccessible(page, 'order of visits', '[role=dialog]');
    await dialog
      .getByRole('button', { name: /^Move .* down$/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Save this order' }).click();
    await expect.poll(() => heads.allInnerTexts()).toEqual([before[0], before[2], before[1], ...before.slice(3)]);
    await rail('Vitals').click();
    await rail('Overview').click();
    await expect.poll(() => heads.allInnerTexts()).toEqual([before[0], before[2], before[1], ...before.slice(3)]);
    await page.getByRole('button', { name: 'Reorder' }).click();
    await dialog.getByRole('button', { name: 'Use Carrel’s order' }).click();
    await expect.poll(() => heads.allInnerTexts()).toEqual(before);
  });

  test('passes the accessibility check in light and dark, without errors or foreign requests', async () => {
    const { page } = carrel;
    for (const scheme of ['light', 'dark'] as const) {
      if (scheme === 'dark') await take(page, 'Use dark colours');
      for (const pane of ['Visit coverage', 'Sign-off lag', 'Passes']) {
        await page.getByText(pane, { exact: true }).click();
        await expectAccessible(page, `overview, ${pane}, ${scheme}`);
      }
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    }
    expectQuiet(carrel);
  });
});
