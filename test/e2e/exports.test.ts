import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { readWorkbook } from '../unit/export/read-workbook.ts';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { untilMirrored } from './steps.ts';
import { answerOpenDialog, answerSaveDialog } from './window.ts';

const STUDY = '22-001';

test.describe.configure({ mode: 'serial' });

test.describe('exports from the window', () => {
  const { folder, carrel } = openBench({ service: ['--studies', STUDY, '--subjects', '6'], data: 'data' });
  const at = (name: string): string => join(folder.path, name);
  const dialog = (name: string | RegExp): Locator => carrel.page.getByRole('dialog', { name });

  test.beforeAll(async () => {
    await untilMirrored(card());
  });

  function card(): Locator {
    return carrel.page.getByRole('article', { name: `Study ${STUDY}` });
  }

  async function openExport(): Promise<Locator> {
    await carrel.page.keyboard.press('Control+e');
    await expect(dialog('Export labs')).toBeVisible();
    return dialog('Export labs');
  }

  async function choosePreset(opened: Locator, name: string): Promise<void> {
    await opened.getByRole('button', { name: /^Preset: / }).click();
    await carrel.page.getByRole('menuitem', { name }).click();
  }

  test('the site hand-over preset exports a whole study from its card as one workbook', async () => {
    const { page } = carrel;
    await answerSaveDialog(carrel, at('hand-over.xlsx'));
    await card()
      .getByRole('button', { name: `More for ${STUDY}` })
      .click();
    await page.getByRole('menuitem', { name: 'Export the whole study…' }).click();
    const opened = dialog(`Export ${STUDY}`);
    await choosePreset(opened, 'Site hand-over');
    await expect(opened).toContainText('rows of 5 datasets');
    await expectAccessible(page, 'Export of a whole study');
    await opened.getByRole('button', { name: /^Export [\d,]+ rows$/ }).click();
    await expect(opened.getByText('hand-over.xlsx')).toBeVisible();
    const sheets = readWorkbook(at('hand-over.xlsx'));
    expect(sheets.map(({ name }) => name)).toEqual(['DM', 'CM', 'LB', 'VS', 'RS', 'Codebook', 'About this export']);
    expect(await opened.innerText()).toContain(
      createHash('sha256')
        .update(readFileSync(at('hand-over.xlsx')))
        .digest('hex'),
    );
    await opened.getByRole('button', { name: 'Done' }).click();
  });

  test('the last settings come back, and a preset keeps settings under a name, to be saved to and read from a file', async () => {
    const { page } = carrel;
    await card().getByRole('button', { name: 'Open' }).click();
    await page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: /^Labs/ }).click();
    await expect(page.getByRole('region', { name: 'Labs' }).locator('footer').first()).toContainText('798 rows');
    let opened = await openExport();
    await expect(opened.getByRole('radio', { name: /^Excel workbook/ })).toBeChecked();
    await opened.getByRole('radio', { name: /^SAS transport/ }).check();
    await answerSaveDialog(carrel, at('labs.xpt'));
    await opened.getByRole('button', { name: /^Export [\d,]+ rows$/ }).click();
    await opened.getByRole('button', { name: 'Done' }).click();
    expect(readdirSync(folder.path)).toEqual(expect.arrayContaining(['labs.xpt', 'labs.xpt.carrel.json']));

    opened = await openExport();
    await expect(opened.getByRole('radio', { name: /^SAS transport/ })).toBeChecked();
    await opened.getByRole('radio', { name: /^CSV for Excel/ }).check();
    await opened.getByText('Semicolon').click();
    await choosePreset(opened, 'Save these settings…');
    await page.getByLabel('Name of the preset').fill('For Vienna');
    await page.keyboard.press('Enter');
    await expect(opened.getByRole('button', { name: 'Preset: For Vienna' })).toBeVisible();
    await answerSaveDialog(carrel, at('vienna.json'));
    await choosePreset(opened, 'Save “For Vienna” as a file…');
    await expect(page.getByText('vienna.json contains export settings and no records.')).toBeVisible();
    await choosePreset(opened, 'Remove “For Vienna”');
    await expect(opened.getByRole('button', { name: 'Preset: none' })).toBeVisible();
    await expect(opened.getByRole('radio', { name: /^SAS transport/ })).toBeChecked();
    await answerOpenDialog(carrel, at('vienna.json'));
    await choosePreset(opened, 'Open a preset file…');
    await expect(opened.getByRole('button', { name: 'Preset: For Vienna' })).toBeVisible();
    await expect(opened.getByRole('radio', { name: /^CSV for Excel/ })).toBeChecked();
    await expect(opened.getByRole('radio', { name: 'Semicolon' })).toBeChecked();
  });

  test('a file that is not a preset is refused with a message', async () => {
    const opened = dialog('Export labs');
    await answerOpenDialog(carrel, at('labs.xpt'));
    await choosePreset(opened, 'Open a preset file…');
    await expect(carrel.page.getByText(/is not an export preset of this version of Carrel/)).toBeVisible();
  });
});
