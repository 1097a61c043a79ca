import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { labs } from '../../src/shared/datasets/labs.ts';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { carrelCommand } from './terminal.ts';
import { lock, tryPassphrase, untilMirrored } from './steps.ts';
import { answerSaveDialog, expectQuiet } from './window.ts';

const PASSPHRASE = 'lamp river quiet stone';

test.describe.configure({ mode: 'serial' });

test.describe('the main job', () => {
  const { folder, service, carrel, restart } = openBench({ service: [], reported: false });

  test('the connection test names the step that fails, and passes with the right secret', async () => {
    const { page } = carrel;
    await page.getByLabel('Partner id').press('Enter');
    const address = page.getByLabel('Service address');
    await expect(address).toBeFocused();
    await expect(address).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('Enter a study number')).toBeVisible();
    await address.fill(service.baseUrl);
    await page.getByLabel('Partner id').fill(service.partnerId);
    await page.getByLabel('Client id').fill(service.clientId);
    await page.getByLabel('Client secret', { exact: true }).fill('not the secret');
    await page.getByLabel('Study number').fill('22-001');
    await page.getByLabel('Study number').press('Enter');
    const step = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await expect(step('Token')).toContainText('failed');
    await expect(step('Token')).toContainText('nothing was stored');
    await expect(step('Study')).toContainText('not run');
    const secret = page.getByLabel('Client secret', { exact: true });
    for (const field of [page.getByLabel('Client id'), secret]) await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(secret).toHaveAccessibleDescription(/the client id, the secret or the client authentication is wrong/);
    await expect(page.getByLabel('Client id')).toBeFocused();
    await expect(page.getByRole('button', { name: 'Save and sync' })).toBeDisabled();

    await page.getByLabel('Client secret', { exact: true }).fill(service.clientSecret);
    await page.getByRole('button', { name: /^Test/ }).click();
    for (const name of ['Name found', 'Token', 'Study']) await expect(step(name)).toContainText('passed');
    await expect(step('Secure connection')).toContainText('Not needed: the service is on this computer.');
    await expect(page.getByLabel('Report for support')).toBeVisible();
    await expectAccessible(page, 'Connection test');
    expect(await page.getByLabel('Report for support').innerText()).not.toContain(service.clientSecret);
  });

  test('a passphrase protects the copy, and the study is mirrored', async () => {
    const { page } = carrel;
    await page.getByRole('button', { name: 'Save and sync' }).click();
    await expect(page.getByRole('heading', { name: 'Protect this computer’s copy' })).toBeVisible();
    await expectAccessible(page, 'Protection');
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await page.getByLabel('Repeat passphrase').fill(PASSPHRASE);
    await page.getByRole('button', { name: 'Save and sync' }).click();
    const card = page.getByRole('article', { name: 'Study 22-001' });
    await untilMirrored(card);
    await expect(card).toContainText('5 of 5 passes add up');
  });

  test('the labs are filtered by value and by number, and sorted', async () => {
    const { page } = carrel;
    await page.getByRole('article', { name: 'Study 22-001' }).getByRole('button', { name: 'Open' }).click();
    await page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: /^Labs/ }).click();
    await expect(statusLine()).toContainText('9,969 rows');
    await filterBy('Flag', async () => {
      await page.getByRole('group', { name: 'Values of Flag' }).getByRole('checkbox', { name: /HIGH/ }).check();
    });
    await filterBy('× ULN', () => page.getByLabel('At least').fill('2'));
    await expect(page.getByRole('list', { name: 'Filters' }).getByRole('listitem')).toHaveText([/Flag is HIGH/, /× ULN/]);
    await page.getByRole('columnheader', { name: '× ULN' }).click();
    await page.getByRole('button', { name: 'Sort ascending' }).click();
    await page.getByRole('button', { name: 'Sort descending' }).click();
    await expect(page.getByRole('button', { name: 'Sort in the default order' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('columnheader', { name: '× ULN' })).toHaveAttribute('aria-sort', 'descending');

    const exported = await exportInTerminal('filtered.csv', [
      '--where',
      'range_flag = HIGH',
      '--where',
      'times_upper_limit >= 2',
      '--sort',
      '-times_upper_limit',
    ]);
    const rows = exported.toString('utf8').trimEnd().split('\r\n').slice(1);
    expect(rows.length).toBeGreaterThan(20);
    await expect(statusLine()).toContainText(`${rows.length.toLocaleString('en')} of 9,969 rows`);
    const [subject, visit, , lab, result] = rows[0]?.split(',') ?? [];
    const first = page.locator('[role=row][row-index="0"]');
    for (const text of [subject, visit, lab, result]) await expect(first).toContainText(text ?? 'a cell');
  });

  test('a record opens by keyboard, with its fields and the JSON that the service sent', async () => {
    const { page } = carrel;
    const row = page.locator('[role=row][row-index="0"]');
    const key = await row.first().getAttribute('row-id');
    await row.getByRole('gridcell').nth(4).click();
    await page.keyboard.press('Enter');
    const inspector = page.getByRole('complementary', { name: 'Record: lab result' });
    await expect(inspector).toContainText('valueQuantity.value');
    await expect(inspector).toContainText('Derived by Carrel');
    await inspector.getByRole('tab', { name: 'Raw JSON' }).click();
    const shown = withoutSpace(
      (await inspector.getByRole('list', { name: 'The resource as sent' }).getByRole('listitem').allInnerTexts()).join('\n'),
    );
    const sent = withoutSpace(await service.search(`observation?researchstudy=22-001&category=laboratory&_Id=${key ?? ''}`));
    expect(shown.startsWith('{"resourceType":"Observation"')).toBe(true);
    expect(sent).toContain(shown);
    expect((JSON.parse(sent) as { entry: readonly { resource: unknown }[] }).entry[0]?.resource).toEqual(JSON.parse(shown));
    await expectAccessible(page, 'Record inspector');
    await page.keyboard.press('Escape');
    await expect(inspector).toBeHidden();
  });

  test('an export contains exactly the filtered rows, byte for byte as the command line writes them', async () => {
    const { page } = carrel;
    const path = join(folder.path, 'from the window.csv');
    await answerSaveDialog(carrel, path);
    await page.keyboard.press('Control+e');
    const dialog = page.getByRole('dialog', { name: /Export labs/ });
    await expect(dialog.getByRole('radio', { name: /^Filtered/ })).toBeChecked();
    await dialog.getByRole('radio', { name: /R, SAS, Python/ }).check();
    await expect(dialog).toContainText('The file is not encrypted.');
    await expectAccessible(page, 'Export dialog');
    await dialog.getByRole('button', { name: /^Export [\d,]+ rows$/ }).click();
    await expect(dialog.getByText('from the window.csv')).toBeVisible();
    const written = await readFile(path);
    expect(written.equals(await readFile(join(folder.path, 'filtered.csv')))).toBe(true);
    expect(await dialog.innerText()).toContain(createHash('sha256').update(written).digest('hex'));
    await dialog.getByRole('button', { name: 'Done' }).click();
  });

  test('Ctrl+F searches all text, and an empty result offers to clear the filters', async () => {
    const { page } = carrel;
    await page.keyboard.press('Control+f');
    await page.keyboard.type('no such text anywhere');
    await expect(statusLine()).toContainText('0 of 9,969 rows');
    await page.getByRole('status').getByRole('button', { name: 'Clear all' }).click();
    await expect(statusLine()).toHaveText(/^9,969 rows/);
  });

  test('labs are filtered by test code with the keyboard alone', async () => {
    const { page } = carrel;
    await page.getByRole('button', { name: 'Filter', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Search the columns').pressSequentially('test');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Search the values of Test', { exact: true })).toBeFocused();
    await page.getByRole('button', { name: 'Filter by test code instead' }).click();
    await page.getByLabel('Search the values of Test code').pressSequentially('ALT');
    await expect(page.getByText('1 of ', { exact: false }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 chosen')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Remove the filter “Test code is ALT”' })).toBeVisible();
    await expect(statusLine()).toContainText('of 9,969 rows');
    await page.getByRole('button', { name: 'Remove the filter “Test code is ALT”' }).click();
    await expect(statusLine()).toHaveText(/^9,969 rows/);
  });

  test('Changes has nothing to compare after the first mirror', async () => {
    const { page } = carrel;
    await placesOfStudy().getByRole('button', { name: 'Changes' }).click();
    await expect(page.getByRole('heading', { name: 'Changes' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Nothing to compare yet' })).toBeVisible();
  });

  test('with the service stopped, a sync fails with a message and the mirrored data stays usable', async () => {
    const { page } = carrel;
    await service.stop();
    await page.getByRole('button', { name: 'Sync', exact: true }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'could not be reached' });
    await expect(alert).toContainText('Mirrored data is unchanged');
    await alert.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByLabel('Offline. The service could not be reached. Mirrored data remains available.')).toBeVisible();

    await placesOfStudy().getByRole('button', { name: 'Labs' }).click();
    await expect(statusLine()).toContainText('9,969 rows');
    await filterBy('Test', async () => {
      await page
        .getByRole('group', { name: 'Values of Vital sign' })
        .or(page.getByRole('group', { name: 'Values of Test' }))
        .getByRole('checkbox')
        .first()
        .check();
    });
    await expect(statusLine()).toContainText('of 9,969 rows');
    await page.locator('[role=row][row-index="0"]').getByRole('gridcell').nth(4).dblclick();
    await expect(page.getByRole('complementary', { name: 'Record: lab result' })).toContainText('encounter.display');
    await page.keyboard.press('Escape');
    const path = join(folder.path, 'offline.ndjson');
    await answerSaveDialog(carrel, path);
    await page.keyboard.press('Control+e');
    const dialog = page.getByRole('dialog', { name: /Export labs/ });
    await dialog.getByRole('radio', { name: 'All 9,969 rows' }).check();
    await dialog.getByRole('radio', { name: /NDJSON/ }).check();
    await dialog.getByRole('button', { name: 'Export 9,969 rows' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toHaveLength(9969);
  });

  test('the offline badge is shown again after an unlock and after a reload', async () => {
    const { page } = carrel;
    const badge = page.getByLabel('Offline. The service could not be reached. Mirrored data remains available.');
    await lock(page);
    await tryPassphrase(page, PASSPHRASE);
    await expect(badge).toBeVisible();
    await page.reload();
    await expect(badge).toBeVisible();
  });

  test('with the service back, a second sync shows what changed', async () => {
    const { page } = carrel;
    await restart(['--revision', '1']);
    await page.getByRole('button', { name: 'Sync', exact: true }).click();
    await expect(page.getByText('22-001 is complete as of')).toBeVisible();
    const lines = await carrelCommand(folder.path, PASSPHRASE, ['changes', '22-001', '--since', '1']);
    const { counts } = lines.at(-1) as { counts: { new: number; changed: number; vanished: number } };
    expect(Math.min(counts.new, counts.changed, counts.vanished)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Clear all' }).first().click();
    await expect(statusLine()).toContainText(/\d new/);
    await expect(
      page
        .getByRole('img', { name: 'changed' })
        .or(page.getByRole('img', { name: 'new' }))
        .first(),
    ).toBeVisible();

    await placesOfStudy().getByRole('button', { name: 'Changes' }).click();
    const kinds = page.getByRole('radiogroup', { name: 'Kind of change' });
    await expect(kinds).toContainText(`New ${counts.new.toLocaleString('en')}`);
    await expect(kinds).toContainText(`Changed ${counts.changed.toLocaleString('en')}`);
    await expect(kinds).toContainText(`Vanished ${counts.vanished.toLocaleString('en')}`);
    const changed = lines.find((line) => line['kind'] === 'changed' && line['dataset'] === 'responses') as
      { fields: readonly { before: unknown; after: unknown }[] } | undefined;
    expect(changed?.fields.length).toBeGreaterThan(0);
    await kinds.getByText('Changed').click();
    await expect(page.getByRole('row', { name: /changed: open/ }).first()).toBeVisible();
    await page
      .getByRole('row', { name: /changed: open/ })
      .first()
      .click();
    await expect(page.getByRole('complementary', { name: /^Record/ })).toContainText('changed');
    await page.getByRole('button', { name: 'Mark all as seen…' }).click();
    const question = page.getByRole('dialog', { name: 'Mark changes that are not listed as seen?' });
    await expect(question).toContainText(`All ${(counts.new + counts.changed + counts.vanished).toLocaleString('en')} changes of 22-001`);
    await expect(question).toContainText('The list leaves out other kinds of change');
    await question.getByRole('button', { name: 'Mark all as seen' }).click();
    await expect(question).toBeHidden();
    await expect(page.getByRole('button', { name: 'Mark all as seen' })).toBeDisabled();
    await placesOfStudy().getByRole('button', { name: 'Labs' }).click();
    await expect(statusLine()).not.toContainText(/\d new/);
  });

  test('the window reports no error and requests only its own files', () => {
    expectQuiet(carrel);
  });

  function statusLine(): Locator {
    return carrel.page.getByRole('region', { name: 'Labs' }).locator('footer').first();
  }

  function placesOfStudy(): Locator {
    return carrel.page.getByRole('navigation', { name: 'Places of this study' });
  }

  /** Opens the filter of a column, lets `fill` set it, and applies it. */
  async function filterBy(column: string, fill: () => Promise<void>): Promise<void> {
    const { page } = carrel;
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Search the columns').fill(column);
    await page.getByRole('listitem').getByRole('button', { name: column, exact: true }).click();
    await fill();
    await page.getByRole('button', { name: /^Show [\d,]+ rows?$/ }).click();
  }

  /** The same export from the command line, with the columns that the grid shows by default. */
  async function exportInTerminal(file: string, narrowed: readonly string[]): Promise<Buffer> {
    const columns = labs.columns
      .filter(({ shown }) => shown)
      .map(({ name }) => name)
      .join(',');
    const out = join(folder.path, file);
    await carrelCommand(folder.path, PASSPHRASE, [
      'export',
      '22-001',
      '--dataset',
      'labs',
      '--format',
      'csv',
      '--out',
      out,
      '--columns',
      columns,
      ...narrowed,
    ]);
    return readFile(out);
  }
});

/** JSON text without white space between its tokens. */
function withoutSpace(json: string): string {
  return json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}
