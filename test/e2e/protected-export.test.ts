import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { readAesZip } from '../aes-zip.ts';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { untilMirrored } from './steps.ts';
import { trailOf } from './trail.ts';
import { answerSaveDialog, expectQuiet } from './window.ts';

const STUDY = '24-006';
const PASSPHRASE = 'told over the telephone';
const SUBJECT = new RegExp(`${STUDY}-\\d{4}`);

test.describe.configure({ mode: 'serial' });

test.describe('a protected export from the window', () => {
  const { folder, carrel } = openBench({ service: ['--studies', STUDY, '--subjects', '6'] });
  const dialog = (): Locator => carrel.page.getByRole('dialog', { name: /Export labs/ });
  const leaves = (): Locator => dialog().getByRole('region', { name: 'What leaves' });
  const start = (): Locator => dialog().getByRole('button', { name: /^Export [\d,]+ rows$/ });

  test.beforeAll(async () => {
    const { page } = carrel;
    await untilMirrored(page);
    await page
      .getByRole('article', { name: `Study ${STUDY}` })
      .getByRole('button', { name: 'Open', exact: true })
      .click();
    await page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: /^Labs/ }).click();
    await expect(page.getByRole('region', { name: 'Labs' }).locator('footer').first()).toContainText('rows');
    await page.keyboard.press('Control+e');
    await dialog()
      .getByRole('radio', { name: /R, SAS, Python/ })
      .check();
  });

  test('previews its columns, how each is treated and sample values before anything is written', async () => {
    await dialog()
      .getByRole('switch', { name: /^Pseudonyms instead of subjects/ })
      .check();
    await expect(dialog()).toContainText('The ids shown here are placeholders for this preview.');
    const line = (name: string): Locator =>
      leaves()
        .getByRole('row')
        .filter({ has: carrel.page.getByRole('rowheader', { name, exact: true }) });
    await expect(line('Subject (pseudonym)')).toContainText('It identifies the subject.');
    await expect(line('Subject (pseudonym)').getByRole('cell').nth(1)).toHaveText(/^P-\w{13}$/);
    await expect(line('Collected (day)').getByRole('cell').nth(1)).toHaveText(/^-?[1-9]\d*$/);
    await expect(line('Reference range')).toContainText('Stays here');
    expect(await leaves().innerText()).not.toMatch(SUBJECT);
    await expect(dialog()).toContainText(/\d+ different texts leave, \d+ stay here until you let them leave/);
    const waiting = dialog().getByRole('region', { name: 'Texts that stay here until you let them leave' }).getByRole('checkbox');
    await expect(waiting.first()).not.toBeChecked();
    await dialog()
      .getByRole('button', { name: /^Let all \d+ leave$/ })
      .click();
    await expect(waiting.first()).toBeChecked();
    await expect(dialog().getByRole('radio', { name: /NDJSON/ })).toBeDisabled();
  });

  test('counts days from a chosen visit', async () => {
    const from = dialog().getByRole('radiogroup', { name: 'Days from' });
    await from.getByText('A visit').click();
    const beyond = await from.evaluate((group) => {
      const edge = (part: Element): number => part.getBoundingClientRect().right;
      return Math.max(...[...group.querySelectorAll('label')].map(edge)) - edge(group.closest('.protect') ?? group);
    });
    expect(beyond).toBeLessThan(0);
    await dialog().getByRole('combobox', { name: 'Visit' }).click();
    await carrel.page.getByRole('option', { name: 'C1D1', exact: true }).click();
    await expect(leaves().getByRole('row').filter({ hasText: 'Collected (day)' }).getByRole('cell').nth(1)).toHaveText(/^-\d+$/);
    await expectAccessible(carrel.page, 'Protected export');
  });

  test('requires the passphrase of the zip before it starts', async () => {
    await expect(start()).toBeDisabled();
    await expect(start()).toHaveAccessibleDescription('Enter the passphrase of the zip twice.');
    await start().press('Enter');
    await expect(dialog()).toContainText('Enter the passphrase of the zip twice.');
    await dialog().getByLabel('Passphrase of the zip').fill(PASSPHRASE);
    await dialog().getByLabel('Repeat passphrase').fill(PASSPHRASE);
    await expect(start()).toBeEnabled();
    await expect(dialog()).toContainText('The zip is encrypted.');
    await expect(dialog()).toContainText(/24-006_labs_all_protected_\d{8}-\d{4}\.zip/);
  });

  test('writes an encrypted zip for a recipient, whom the trail names', async () => {
    const path = join(folder.path, 'for Acme.zip');
    await answerSaveDialog(carrel, path);
    await dialog().getByLabel('Recipient').fill('Acme');
    await start().click();
    await expect(dialog().getByText('for Acme.zip')).toBeVisible();
    const members = readAesZip(await readFile(path), PASSPHRASE);
    expect(Object.keys(members)).toEqual(['labs.csv', 'evidence.json']);
    const [header = '', first = ''] = (members['labs.csv']?.toString('utf8') ?? '').split('\r\n');
    expect(header).toContain('Subject (pseudonym)');
    expect(first).toMatch(/^P-\w{13},/);
    const written = [...Object.values(members), await readFile(`${path}.carrel.json`)].map((bytes) => bytes.toString('utf8')).join();
    expect(written).not.toMatch(SUBJECT);
    expect(JSON.parse(members['evidence.json']?.toString('utf8') ?? '')).toMatchObject({
      protection: { recipient: 'Acme', daysFrom: 'the first date of visit “C1D1”' },
    });
    await dialog().getByRole('button', { name: 'Done' }).click();
    const trail = (await trailOf(carrel)).map(({ says }) => says);
    expect(trail[0]).toContain('with the pseudonyms for Acme');
    expect(trail[2]).toBe('New recipient of pseudonyms: Acme');
    expectQuiet(carrel);
  });
});
