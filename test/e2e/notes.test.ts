import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { readCsv } from '../unit/export/rfc4180.ts';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { kill, requireProcess } from './processes.ts';
import { lock, take, tryPassphrase, untilMirrored } from './steps.ts';
import { answerSaveDialog, expectQuiet } from './window.ts';

const STUDY = '24-006';

test.describe.configure({ mode: 'serial' });

test.describe('notes, saved filters and views, and the table by visit', () => {
  const { folder, carrel } = openBench({ service: ['--studies', STUDY, '--subjects', '8'], data: 'data' });
  const at = (name: string): string => join(folder.path, name);
  const dialog = (name: string | RegExp): Locator => carrel.page.getByRole('dialog', { name });
  const line = (table: Locator, row: number): Locator => table.locator(`[role=row][row-index="${String(row)}"]`);

  /** The cells of a written file, as texts. */
  function tableIn(name: string): readonly (readonly string[])[] {
    return readCsv(readFileSync(at(name), 'utf8').replace('\uFEFF', '')).map((record) => record.map(({ text }) => text));
  }

  function labs(): Locator {
    return carrel.page.getByRole('region', { name: 'Labs', exact: true });
  }

  function byVisit(): Locator {
    return carrel.page.getByRole('region', { name: 'Labs by visit' });
  }

  test.beforeAll(async () => {
    await untilMirrored(carrel.page.getByRole('article'));
    await take(carrel.page, STUDY);
    await take(carrel.page, 'Labs');
    await expect(line(labs(), 1).getByRole('gridcell').nth(3)).toContainText(/\w/);
  });

  test('a note is written beside a record by keyboard alone, and its row is marked', async () => {
    const { page } = carrel;
    await line(labs(), 1).getByRole('gridcell').nth(3).focus();
    await page.keyboard.press('Enter');
    const tab = page.getByRole('tab', { name: /^Notes/ });
    await page.getByRole('tab', { name: /^Fields/ }).focus();
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    const words = page.getByLabel('New note on this record');
    for (let step = 0; step < 3; step++) {
      await page.keyboard.press('Tab');
      if (await words.evaluate((field) => field === document.activeElement)) break;
    }
    await page.keyboard.type('=Ask the site, please');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('list', { name: 'Notes' }).getByRole('listitem')).toHaveText(/=Ask the site, please.*Follow-up/);
    await expect(words).toHaveValue('');
    await expect(tab).toHaveText('Notes1');
    await page.keyboard.press('Escape');
    await expect(line(labs(), 1).getByRole('img', { name: 'Follow-up' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Places of this study' })).toContainText('Notes1');
  });

  test('a note that is being typed is still there after a lock, on its record only', async () => {
    const { page } = carrel;
    const words = page.getByLabel('New note on this record');
    const openNotes = async (row: number): Promise<void> => {
      await line(labs(), row).getByRole('gridcell').nth(3).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('tab', { name: /^Notes/ }).click();
    };
    await openNotes(2);
    await words.fill('Half a sent');
    // What was typed is stored a quarter of a second later.
    await page.waitForTimeout(1000);
    await lock(page);
    await tryPassphrase(page);
    await expect(line(labs(), 1).getByRole('gridcell').nth(3)).toContainText(/\w/);
    await openNotes(1);
    await expect(words).toHaveValue('');
    await page.keyboard.press('Escape');
    await openNotes(2);
    await expect(words).toHaveValue('Half a sent');
    await words.fill('');
    await page.keyboard.press('Escape');
  });

  test('a record that cannot be read shows nothing of the previous record', async () => {
    const { page } = carrel;
    const inspector = page.getByRole('complementary', { name: 'Record: lab result' });
    await line(labs(), 1).getByRole('gridcell').nth(3).focus();
    await page.keyboard.press('Enter');
    await expect(inspector.getByRole('heading', { level: 2 })).toBeVisible();
    const reader = await requireProcess(carrel, 'Carrel reader');
    kill(reader, 'SIGSTOP');
    await page.keyboard.press('Alt+ArrowDown');
    await expect(inspector).toHaveAttribute('aria-busy', 'true');
    kill(reader);
    await expect(inspector.getByRole('alert')).toContainText('The engine stopped before it answered.');
    await expect(inspector.getByRole('heading', { level: 2 })).toBeHidden();
    await inspector.getByRole('button', { name: 'Try again' }).click();
    await expect(inspector.getByRole('heading', { level: 2 })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  test('the list of notes opens a record, marks a follow-up as done and is exported', async () => {
    const { page } = carrel;
    await take(page, 'Notes');
    const note = page.getByRole('row').filter({ hasText: '=Ask the site' });
    await note.getByRole('button', { name: /U\/L|mg\/dL|·/ }).click();
    await expect(page.getByRole('complementary', { name: 'Record: lab result' }).getByLabel('New note on this record')).toBeVisible();
    await page.keyboard.press('Escape');
    await note.getByRole('button', { name: 'Follow-up, mark as done' }).click();
    await expect(page.getByText('No open follow-up', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Show all notes' }).click();
    await expect(note.getByRole('button', { name: 'Done, reopen' })).toBeVisible();
    await answerSaveDialog(carrel, at('notes.csv'));
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await dialog('Export notes').getByText('CSV for Excel').click();
    await dialog('Export notes').getByRole('button', { name: 'Export 1 note' }).click();
    await expect(dialog('Export notes').getByText('notes.csv', { exact: true })).toBeVisible();
    const [head, written] = tableIn('notes.csv');
    expect(head).toEqual(['Subject', 'On', 'Record', 'Record id', 'Note', 'Follow-up', 'Last edited']);
    expect([written?.[1], written?.[4], written?.[5]]).toEqual(['lab result', "'=Ask the site, please", 'done']);
    await dialog('Export notes').getByRole('button', { name: 'Done' }).click();
  });

  test('the table by visit is sorted, opens the record behind a cell, and is exported in its order', async () => {
    const { page } = carrel;
    await take(page, 'Labs');
    await page.getByText('By visit', { exact: true }).click();
    const table = byVisit();
    await expect(table.locator('footer')).toContainText(/^\d+ rows, one per subject, visit and day/);
    const header = table.locator('[role=columnheader][col-id=alt_sgpt]');
    await header.click();
    await header.click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    const value = async (row: number): Promise<number> =>
      Number.parseFloat(await line(table, row).locator('[col-id=alt_sgpt]').innerText());
    await expect.poll(async () => (await value(0)) > (await value(4))).toBe(true);
    await line(table, 0).locator('[col-id=alt_sgpt]').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('complementary', { name: 'Record: lab result' })).toContainText('ALT (SGPT)');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await answerSaveDialog(carrel, at('visits.csv'));
    await page.keyboard.press('Control+e');
    const opened = dialog('Export labs');
    await opened.getByText('CSV, exact').click();
    await opened.getByRole('button', { name: /^Export \d+ rows$/ }).click();
    await expect(opened.getByText('visits.csv', { exact: true })).toBeVisible();
    const [head, ...rows] = tableIn('visits.csv');
    expect(head?.slice(0, 4)).toEqual(['Subject', 'Visit', 'Collected', 'ALT (SGPT) (U/L)']);
    const values = rows.map((row) => row[3] ?? '').filter((value) => value !== '');
    expect(values.map(Number)).toEqual(values.map(Number).toSorted((one, other) => other - one));
    await opened.getByRole('button', { name: 'Done' }).click();
  });

  test('a saved view is found in the palette, restores the table, and is renamed and deleted', async () => {
    const { page } = carrel;
    await page.getByRole('button', { name: /^Tests, / }).click();
    for (const name of ['AST (SGOT)', 'Hemoglobin']) await dialog('Tests').getByRole('checkbox', { name }).uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Liver by visit');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByText('Rows', { exact: true }).click();
    await expect(labs()).toBeVisible();
    await take(page, 'Overview');
    await take(page, 'Liver by visit');
    await expect(byVisit().getByRole('columnheader', { name: /^AST/ })).toHaveCount(0);
    await expect(byVisit().locator('[role=columnheader][col-id=alt_sgpt]')).toHaveAttribute('aria-sort', 'descending');
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Rename or delete views…' }).click();
    await page.getByRole('button', { name: 'Rename Liver by visit' }).click();
    await page.getByLabel('New name of Liver by visit').fill('Liver');
    await page.keyboard.press('Enter');
    await expect(dialog('Saved views of Labs').getByRole('button', { name: /^Liver Labs/ })).toBeVisible();
    await page.getByRole('button', { name: 'Delete Liver' }).click();
    await expect(dialog('Saved views of Labs')).toContainText('Nothing is saved here any more.');
    await page.keyboard.press('Escape');
  });

  test('a subject filter is saved from its chip and applied again', async () => {
    const { page } = carrel;
    const chip = page.locator('.subject-filter-words');
    const subject = (await line(byVisit(), 0).locator('[col-id=subject]').innerText()).trim();
    await chip.click();
    await page.getByRole('menuitem', { name: 'Paste a list of subjects…' }).click();
    await page.getByRole('textbox', { name: 'Subjects' }).fill(subject);
    await page.getByRole('button', { name: 'Show 1 subject' }).click();
    await chip.click();
    await page.getByRole('menuitem', { name: 'Save these subjects…' }).click();
    await page.getByLabel('Name', { exact: true }).fill('High ALT');
    await page.keyboard.press('Enter');
    await expect(chip).toContainText(/1 of \d+.*High ALT/);
    await page.getByRole('button', { name: 'Show all subjects' }).click();
    await expect(chip).toHaveText('All subjects');
    await chip.click();
    await page.getByRole('menuitem', { name: /^High ALT/ }).click();
    await expect(byVisit().locator('footer')).toContainText('1 subject');
    await page.getByRole('button', { name: 'Show all subjects' }).click();
  });

  test('after a lock, the window returns to its place with notes and saved filters', async () => {
    const { page } = carrel;
    await take(page, 'Notes');
    await lock(page);
    await tryPassphrase(page);
    await expect(page.getByRole('heading', { name: 'Notes', exact: true })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: '=Ask the site' })).toBeVisible();
    await page.locator('.subject-filter-words').click();
    await expect(page.getByRole('menuitem', { name: /^High ALT/ })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  for (const scheme of ['light', 'dark'] as const) {
    test(`notes, table by visit, tests and saved filters pass the accessibility check in ${scheme}`, async () => {
      const { page } = carrel;
      await page.emulateMedia({ colorScheme: scheme });
      await take(page, 'Notes');
      await page.getByRole('row').filter({ hasText: '=Ask the site' }).getByRole('button').last().click();
      await expect(page.getByLabel('New note on this record')).toBeVisible();
      await expectAccessible(page, `notes, ${scheme}`);
      await page.keyboard.press('Escape');
      await take(page, 'Labs');
      await page.getByText('By visit', { exact: true }).click();
      await expect(line(byVisit(), 1).locator('[col-id=subject]')).toContainText(/\d/);
      await expectAccessible(page, `by visit, ${scheme}`);
      await page.getByRole('button', { name: /^Tests, / }).click();
      await expectAccessible(page, `tests, ${scheme}`, '[role=dialog]');
      await page.keyboard.press('Escape');
      await page.locator('.subject-filter-words').click();
      await page.getByRole('menuitem', { name: 'Rename or delete filters…' }).click();
      await expectAccessible(page, `saved filters, ${scheme}`, '[role=dialog]');
      await page.keyboard.press('Escape');
      expectQuiet(carrel);
    });
  }
});
