import { expect, test, type Locator } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { closeToasts, lock, take, tryPassphrase, untilMirrored } from './steps.ts';
import { expectQuiet } from './window.ts';

const STUDY = '23-014';

test.describe.configure({ mode: 'serial' });

test.describe('the issues found in values', () => {
  const { carrel } = openBench({ service: ['--studies', STUDY, '--subjects', '24'] });
  const rail = (name: string): Locator =>
    carrel.page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name });
  const rule = (): Locator =>
    carrel.page.getByRole('navigation', { name: 'Rules' }).getByRole('button', { name: /^Several units for one test/ });
  const own = (): Locator => carrel.page.getByRole('navigation', { name: 'Rules' }).getByRole('button', { name: /^Umol instead of mmol/ });
  const records = (): Locator => carrel.page.getByRole('region', { name: 'Records' });
  const marks = (): Locator => records().getByRole('checkbox');
  /** The count in the rail, once the values are checked. */
  const open = async (): Promise<number> => Number((await rail('Issues').locator('.pill').innerText()).replace(',', ''));

  test.beforeAll(async () => {
    const { page } = carrel;
    await untilMirrored(page.getByRole('article', { name: `Study ${STUDY}` }));
    await closeToasts(page);
    await take(page, STUDY);
  });

  test('are counted in the rail and listed by rule with their records', async () => {
    await expect(rail('Issues').locator('.pill')).toHaveAttribute('title', /open issues$/);
    await rail('Issues').click();
    await rule().click();
    await expect(rule()).toHaveAttribute('aria-current', 'true');
    await expect(records().getByRole('heading')).toHaveText('Several units for one test');
    await expect(records().getByRole('columnheader', { name: 'Unit' })).toBeVisible();
    await expect(records().getByRole('row').nth(1)).toContainText('umol/L');
  });

  test('the counts follow when a record is marked as looked at by keyboard and the mark is removed', async () => {
    const { page } = carrel;
    const before = await open();
    const first = marks().first();
    await first.focus();
    await page.keyboard.press('Space');
    await expect.poll(open).toBe(before - 1);
    await expect(rule()).toContainText(/1 of \d+ looked at/);
    await expect(records().getByRole('button', { name: 'Remove the marks' })).toBeVisible();
    await expect(marks().first()).not.toBeChecked();
    await records().getByRole('button', { name: 'Remove the marks' }).click();
    await expect.poll(open).toBe(before);
    await expect(rule()).not.toContainText('looked at');
  });

  test('all records of a rule are marked at once; the marks survive a lock and are removed one by one', async () => {
    const { page } = carrel;
    const before = await open();
    await records().getByRole('button', { name: 'Mark all as looked at' }).click();
    await expect.poll(async () => (await rail('Issues').locator('.pill').count()) === 0 || (await open()) < before).toBe(true);
    await expect(marks().first()).toBeChecked();
    await lock(page);
    await tryPassphrase(page);
    await rail('Issues').click();
    await rule().click();
    await expect(marks().first()).toBeChecked();
    await marks().first().click();
    await expect(marks().first()).not.toBeChecked();
    await expect(marks().nth(1)).toBeChecked();
    await records().getByRole('button', { name: 'Remove the marks' }).click();
    await expect.poll(open).toBe(before);
  });

  test('a record opens beside the list', async () => {
    const { page } = carrel;
    await records().getByRole('button', { name: 'Open' }).first().click();
    const record = page.getByRole('complementary', { name: 'Record: lab result' });
    await expect(record).toContainText('umol/L');
    // The focus is still in the list.
    await page.keyboard.press('Escape');
    await expect(record).toBeHidden();
  });

  test('records that checks skip are listed with the reason, and open in their table', async () => {
    const { page } = carrel;
    const texts = page.getByRole('navigation', { name: 'Rules' }).getByRole('button', { name: /^Non-numeric result [\d,]+ Labs$/ });
    const [, count = ''] = /([\d,]+)/.exec(await texts.innerText()) ?? [];
    await texts.click();
    await expect(records()).toContainText(
      new RegExp(`${count} records? of \\d+ subjects? in Labs\\. Skipped by .*“Jump by a factor of 10 or 1000”`),
    );
    await expect(records().getByRole('row').nth(1)).toBeVisible();
    await expect(marks()).toHaveCount(0);
    await records().getByRole('button', { name: 'Show in Labs' }).click();
    await expect(page.getByRole('region', { name: 'Labs' }).locator('footer').first()).toContainText(`${count} of `);
    await rail('Issues').click();
    await rule().click();
  });

  test('the identifier of a subject opens its page by keyboard', async () => {
    const { page } = carrel;
    const subject = records().getByRole('row').nth(1).getByRole('button').first();
    const named = (await subject.innerText()).trim();
    await subject.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `Subject ${named}`, exact: true })).toBeVisible();
    await rail('Issues').click();
    await rule().click();
  });

  test('the subjects of a rule become the subject filter, the counts follow, and the rows open in their table', async () => {
    const { page } = carrel;
    const keep = records().getByRole('button', { name: /^Use these \d+ subjects$/ });
    const [, subjects] = /(\d+)/.exec(await keep.innerText()) ?? [];
    await keep.click();
    await expect(page.locator('.subject-filter')).toContainText(`${subjects ?? ''} of 24`);
    await expect(page.getByText(/open in the values of these subjects/)).toBeVisible();
    const count = (await rule().locator('.pill').innerText()).trim();
    // These subjects may have issues of other rules too: the rail counts what the place lists.
    const listed = async (): Promise<number> =>
      (await page.getByRole('navigation', { name: 'Rules' }).locator('.pill').allInnerTexts()).reduce(
        (sum, text) => sum + Number(text.replace(',', '')),
        0,
      );
    await expect.poll(open).toBe(await listed());
    await records().getByRole('button', { name: 'Show in Labs' }).click();
    await expect(page.getByRole('region', { name: 'Labs' }).locator('footer').first()).toContainText(`${count} of `);
    await page.locator('.subject-filter').getByRole('button', { name: 'Show all subjects' }).click();
  });

  test('an empty list under a subject filter says so and leads back to all subjects', async () => {
    const { page } = carrel;
    await rail('Issues').click();
    const named = await records().getByRole('row').locator('td:first-child').allInnerTexts();
    await page.getByRole('button', { name: 'All subjects' }).click();
    await page.getByRole('menuitem', { name: 'Paste a list of subjects…' }).click();
    const nobody = ['0001', '0002', '0003', '0004', '0005', '0006', '0007', '0009'].find((subject) => !named.includes(subject)) ?? '';
    await page.getByRole('dialog').getByLabel('Subjects').fill(nobody);
    await page.getByRole('button', { name: 'Show 1 subject' }).click();
    await expect(page.getByText('No issues of these subjects')).toBeVisible();
    await expect(rail('Issues').locator('.pill')).toHaveCount(0);
    await page.getByRole('main').getByRole('button', { name: 'Show all subjects' }).click();
    await expect(rule()).toBeVisible();
  });

  test('the filters of a table become a check with examples, which finds the same records', async () => {
    const { page } = carrel;
    await take(page, 'Labs');
    const labs = page.getByRole('region', { name: 'Labs' });
    await labs.getByRole('button', { name: 'Views' }).click();
    await expect(page.getByRole('menuitem', { name: 'Make a check from these filters…' })).toBeVisible();
    const count = /^([\d,]+) of /.exec(await labs.locator('footer').first().innerText())?.[1] ?? '';
    await page.getByRole('menuitem', { name: 'Make a check from these filters…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New check' });
    await expect(dialog.getByRole('status')).toHaveText(`Finds ${count} records of this study now.`);
    const save = dialog.getByRole('button', { name: 'Save' });
    await expect(save).toHaveAccessibleDescription('Give it a title.');
    await dialog.getByLabel('Title').fill('Umol instead of mmol');
    await dialog.getByText('Critical', { exact: true }).click();
    const example = dialog.getByRole('textbox', { name: /found example 1$/ }).first();
    // A value that could identify a record is not filled in by itself.
    await expect(example).toHaveValue('');
    const [held = ''] = (await dialog.getByRole('textbox', { name: 'Value' }).inputValue()).split(',');
    await example.fill('something else');
    await expect(save).toHaveAccessibleDescription('An example that should be found is not found.');
    await example.fill(held);
    await expect(save).not.toHaveAttribute('aria-disabled');
    for (const scheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await expectAccessible(page, `new check, ${scheme}`);
    }
    await save.click();
    await expect(dialog).toBeHidden();
    await rail('Issues').click();
    await expect(own()).toContainText('critical');
    await expect(own().locator('.pill')).toHaveText(count);
  });

  test('a check is given an owner, changed and deleted, and comes back with Undo', async () => {
    const { page } = carrel;
    await own().click();
    await records().getByRole('textbox', { name: 'Owner' }).fill('Data management');
    await page.keyboard.press('Enter');
    await expect(own()).toContainText('Data management');
    await records().getByRole('button', { name: 'Change…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the check' });
    await dialog.getByText('Minor', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(own()).toContainText('minor');
    await records().getByRole('button', { name: 'Delete' }).click();
    await expect(own()).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(own()).toContainText('minor, ');
  });

  test('pass the accessibility check in light and dark, without errors or foreign requests', async () => {
    const { page } = carrel;
    await rail('Issues').click();
    await marks().first().click();
    for (const scheme of ['light', 'dark'] as const) {
      if (scheme === 'dark') await take(page, 'Use dark colours');
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
      await expect(records().getByRole('row').nth(1)).toBeVisible();
      await expectAccessible(page, `issues, ${scheme}`);
    }
    expectQuiet(carrel);
  });
});
