import { expect, test, type Locator } from '@playwright/test';
import { DEMO_PASSPHRASE } from '../../scripts/sandbox-process.ts';
import { labs } from '../../src/shared/datasets/labs.ts';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { setRevision } from './service.ts';
import { closeToasts, leaveStudy, lock, take, tryPassphrase, untilMirrored } from './steps.ts';
import { trailOf } from './trail.ts';
import { expectQuiet } from './window.ts';

const STUDY = '22-001';

test.describe.configure({ mode: 'serial' });

test.describe('copying from the window', () => {
  const { service, carrel } = openBench({ service: ['--studies', STUDY, '--subjects', '6'] });

  test.beforeAll(async () => {
    const { page } = carrel;
    await untilMirrored(page);
    // A second revision, so that there are changes to mark.
    await setRevision(service.baseUrl, 1);
    await page.getByRole('button', { name: 'Sync', exact: true }).first().click();
    // The first sync may have shown the same message, so the entries of the trail are counted.
    await expect.poll(async () => (await trailOf(carrel)).filter(({ says }) => says.startsWith('Synced')).length).toBe(2);
    await closeToasts(page);
    await page
      .getByRole('article', { name: `Study ${STUDY}` })
      .getByRole('button', { name: 'Open', exact: true })
      .click();
    await page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: /^Labs/ }).click();
    await expect(cell(0, 3)).toBeVisible();
  });

  test('copies ticked rows with a header and records their number, but no value, in the trail', async () => {
    await tick(2);
    await carrel.page.keyboard.press('Control+c');
    await expect(carrel.page.getByRole('status').filter({ hasText: 'Copied 2 rows' })).toContainText('Recorded in the audit trail.');
    const [header = '', ...rows] = (await clipboard()).split('\r\n');
    expect(rows).toHaveLength(2);
    const [newest] = await trailOf(carrel);
    expect(newest?.says).toBe(`Copied 2 rows of Labs of ${STUDY}, ${String(header.split('\t').length)} columns, to the clipboard`);
    expect(JSON.parse(newest?.event ?? '')).toEqual({
      kind: 'copied',
      study: STUDY,
      dataset: 'labs',
      form: 'rows',
      rows: 2,
      columns: header.split('\t').length,
    });
    await closeToasts(carrel.page);
  });

  test('copies code that reproduces a table', async () => {
    const { page } = carrel;
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Copy as Python, R or SQL…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Labs as code' });
    await expect(dialog.getByLabel('Code', { exact: true })).toContainText('labs = pandas.read_parquet("labs.parquet")');
    await dialog.getByText('SQL (DuckDB)', { exact: true }).click();
    await dialog.getByText('CSV, exact', { exact: true }).click();
    await expect(dialog.getByLabel('Code', { exact: true })).toContainText("FROM read_csv('labs.csv'");
    await expectAccessible(page, 'Code of a table');
    await dialog.getByRole('button', { name: 'Copy the code' }).click();
    await expect.poll(clipboard).toMatch(/^-- Labs of study 22-001, generation \d+, complete as of [\s\S]*ORDER BY view_row;\n$/);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('button', { name: 'Views' })).toBeFocused({ timeout: 10_000 });
  });

  test('records the copy of a record as sent in the trail, but not that of a cell or of a part of a record', async () => {
    const { page } = carrel;
    await tick(2);
    await cell(0, 3).focus();
    await page.keyboard.press('Enter');
    await inspector().getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.poll(clipboard).toContain('"resourceType"');
    expect((await trailOf(carrel))[0]?.says).toBe(`Copied a record of Labs of ${STUDY} as the service sent it to the clipboard`);
    const before = await trailOf(carrel);
    await inspector()
      .locator('.fields')
      .evaluate((fields) => getSelection()?.selectAllChildren(fields));
    await page.keyboard.press('Control+c');
    await expect.poll(clipboard).not.toContain('"resourceType"');
    await page.keyboard.press('Escape');
    await cell(1, 3).focus();
    await page.keyboard.press('Control+c');
    await expect.poll(clipboard).toBe(await cell(1, 3).innerText());
    expect(await trailOf(carrel)).toEqual(before);
  });

  test('records a copied selection of a list in the trail only if it spans several records', async () => {
    const { page } = carrel;
    await take(page, 'changes');
    const lines = page.locator('tr[data-record]');
    await expect(lines.nth(2)).toBeVisible();
    const before = await trailOf(carrel);
    await mark(0, 0);
    await page.keyboard.press('Control+c');
    await expect.poll(clipboard).toContain((await lines.nth(0).locator('td').nth(1).innerText()).trim());
    expect(await trailOf(carrel)).toEqual(before);
    await mark(0, 2);
    await page.keyboard.press('Control+c');
    await expect.poll(async () => (await trailOf(carrel))[0]?.says).toMatch(/^Copied 3 selected lines of .+, 6 columns, to the clipboard$/);
    expect((await clipboard()).split('\n').length).toBeGreaterThan(2);
    await take(page, 'labs');
  });

  test('records a copied selection of the table beside a chart too', async () => {
    const { page } = carrel;
    await take(page, 'charts');
    await page.getByRole('figure').first().getByText('Table', { exact: true }).click();
    await expect(page.locator('tr[data-record]').nth(3)).toBeVisible();
    await mark(0, 2);
    await page.keyboard.press('Control+c');
    await expect
      .poll(async () => (await trailOf(carrel))[0]?.says)
      .toMatch(/^Copied 3 selected lines of several datasets.*, \d columns, to the clipboard$/);
    await page.getByRole('figure').first().getByText('Chart', { exact: true }).click();
    await take(page, 'labs');
  });

  test('records a copied selection of the coverage of visits too', async () => {
    const { page } = carrel;
    await take(page, 'overview');
    await expect(page.locator('[role=row][data-record]').nth(3)).toBeVisible();
    await mark(0, 2);
    await page.keyboard.press('Control+c');
    await expect
      .poll(async () => (await trailOf(carrel))[0]?.says)
      .toMatch(/^Copied 3 selected lines of several datasets.*, to the clipboard$/);
    await take(page, 'labs');
  });

  test('records what is selected with the page around it, as rows of a table or lines of a list', async () => {
    const { page } = carrel;
    for (const place of ['labs', 'responses', 'subjects', 'charts', 'overview']) {
      await take(page, place);
      await expect(page.locator('main')).toContainText(/\d{4}/);
      const before = (await trailOf(carrel)).length;
      await page.evaluate(() => {
        (document.activeElement as HTMLElement | null)?.blur();
      });
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+c');
      await expect.poll(async () => (await trailOf(carrel)).length, place).toBe(before + 1);
      expect((await trailOf(carrel))[0]?.says, place).toMatch(
        /^Copied \d+ selected lines of .+ of 22-001, \d+ columns?, to the clipboard$/,
      );
      const rows = await page
        .locator('main [role=row][row-index]')
        .evaluateAll((all) => new Set(all.map((row) => row.getAttribute('row-index'))).size);
      if (rows > 0) expect((await trailOf(carrel))[0]?.says, place).toContain(`Copied ${String(rows)} selected lines of `);
    }
    await page.evaluate(() => getSelection()?.removeAllRanges());
    await take(page, 'labs');
  });

  test('records copied code if it names subjects, with their number alone', async () => {
    const { page } = carrel;
    await tick(1);
    await page.getByRole('button', { name: 'Use this subject' }).click();
    await tick(1);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Copy as Python, R or SQL…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Labs as code' });
    await dialog.getByRole('button', { name: 'Copy the code' }).click();
    await expect
      .poll(async () => (await trailOf(carrel))[0]?.says)
      .toBe(`Copied code of Labs of ${STUDY} with 1 value that may name somebody to the clipboard`);
    expect(await clipboard()).toMatch(/isin\(\["\d{4}"\]\)/);
    const before = (await trailOf(carrel)).length;
    const code = dialog.getByLabel('Code', { exact: true });
    await code.evaluate((element) => getSelection()?.selectAllChildren(element));
    await page.keyboard.press('Control+c');
    await expect.poll(async () => (await trailOf(carrel)).length).toBe(before + 1);
    // From the sentence above it, as with the mouse.
    await code.evaluate((element) => {
      const above = element.previousElementSibling ?? element;
      getSelection()?.setBaseAndExtent(above.firstChild ?? above, 0, element, element.childNodes.length);
    });
    await page.keyboard.press('Control+c');
    await expect.poll(async () => (await trailOf(carrel)).length).toBe(before + 2);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Subjects 1/ })
      .click();
    await page.getByRole('menuitem', { name: 'Show all subjects' }).click();
  });

  test('copies nothing of code in which nothing is selected', async () => {
    const { page } = carrel;
    await page.getByPlaceholder('Search all text').fill('0001');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Copy as Python, R or SQL…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Labs as code' });
    await dialog.getByLabel('Code', { exact: true }).click();
    await carrel.app.evaluate(({ clipboard: board }) => board.writeText('of another program'));
    const before = await trailOf(carrel);
    await page.keyboard.press('Control+c');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    expect([await clipboard(), await trailOf(carrel)]).toEqual(['of another program', before]);
    await page.getByPlaceholder('Search all text').fill('');
  });

  test('records copied values of a filter', async () => {
    const { page } = carrel;
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog', { name: 'Filter labs by a column' }).getByText('Subject', { exact: true }).click();
    const filter = page.getByRole('dialog', { name: 'Filter Subject' });
    await expect(filter).toContainText('0001');
    await expectRecordedCopyOf(filter);
    expect(await clipboard()).toContain('0001');
    await page.keyboard.press('Escape');
    await expect(filter).toBeHidden();
  });

  test('does not take a person’s own lines in a field for records, and leaves them as they are', async () => {
    const { page } = carrel;
    await take(page, '0001');
    await page.getByRole('tab', { name: /^Notes/ }).click();
    const words = page.getByLabel('New note on this subject');
    await words.fill('- first line\n- second line');
    const before = await trailOf(carrel);
    await words.press('Control+a');
    await page.keyboard.press('Control+c');
    await expect.poll(clipboard).toBe('- first line\n- second line');
    expect(await trailOf(carrel)).toEqual(before);
    await words.fill('');
    await take(page, 'labs');
  });

  test('records copied texts that a protected export withholds, also from the list of studies', async () => {
    const { page } = carrel;
    await leaveStudy(page);
    const card = page.getByRole('article', { name: `Study ${STUDY}` });
    await card.getByRole('button', { name: `More for ${STUDY}` }).click();
    await page.getByRole('menuitem', { name: 'Export the whole study…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Export/ });
    await dialog.getByRole('switch', { name: /^Pseudonyms instead of subjects/ }).check();
    await dialog.getByText('Labs', { exact: true }).click();
    const texts = dialog.getByRole('region', { name: 'Texts that stay here until you let them leave' }).first();
    await expect(texts.getByRole('row').nth(2)).toBeVisible();
    await expectRecordedCopyOf(texts);
    expect((await trailOf(carrel))[0]?.says).toMatch(
      /^Copied \d+ selected lines of several datasets of 22-001, 4 columns, to the clipboard$/,
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await card.getByRole('button', { name: 'Open', exact: true }).click();
    await take(page, 'labs');
  });

  test('asks for the passphrase before records are copied if exports require it, but not for a cell', async () => {
    const { page } = carrel;
    expect(await call('security.set', { change: { askBeforeExport: true }, passphrase: null })).toMatchObject({ ok: true });
    const copied = { study: STUDY, dataset: 'labs', form: 'rows', rows: 1, columns: 1, meant: null };
    await carrel.app.evaluate(({ clipboard: board }) => board.writeText('of another program'));
    const copies = async (): Promise<number> => (await trailOf(carrel)).filter(({ event }) => event.includes('copied')).length;
    const before = await copies();
    expect(await call('clipboard.records', { text: 'a', copied })).toEqual({ ok: true, value: 'ask' });
    for (const [given, code] of [
      [{ passphrase: 'a wrong one' }, 'LOCKED'],
      [{ copied: { ...copied, study: '99-999' }, passphrase: DEMO_PASSPHRASE }, 'USAGE'],
    ] as const)
      expect(await call('clipboard.records', { text: 'a', copied, ...given })).toMatchObject({ ok: false, error: { code } });
    expect([await clipboard(), await copies()]).toEqual(['of another program', before]);

    await tick(2);
    await page.keyboard.press('Control+c');
    const dialog = page.getByRole('dialog', { name: 'Copy 2 rows of labs?' });
    await expectAccessible(page, 'asked before a copy', '[role=dialog]');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await clipboard()).toBe('of another program');
    await cell(1, 3).focus();
    await page.keyboard.press('Control+c');
    await expect(dialog).toBeVisible();
    await dialog.getByLabel('Passphrase', { exact: true }).fill('a wrong one');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('does not open this vault');
    await dialog.getByLabel('Passphrase', { exact: true }).fill(DEMO_PASSPHRASE);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect.poll(async () => (await clipboard()).split('\r\n')).toHaveLength(3);
    expect((await trailOf(carrel))[0]?.says).toContain('Copied 2 rows of Labs');
    await tick(2);
    await page.keyboard.press('Control+c');
    await expect.poll(clipboard).toBe(await cell(1, 3).innerText());
  });

  test('closes the question about a copy and clears the clipboard on a lock', async () => {
    const { page } = carrel;
    await tick(2);
    await page.keyboard.press('Control+c');
    await expect(page.getByRole('dialog', { name: 'Copy 2 rows of labs?' })).toBeVisible();
    await carrel.app.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'));
    await expect(page.getByRole('heading', { name: 'Carrel is locked' })).toBeVisible();
    expect(await clipboard()).toBe('');
    expect(
      await call('clipboard.records', {
        text: 'a',
        copied: { study: STUDY, dataset: null, form: 'rows', rows: 1, columns: 1, meant: null },
      }),
    ).toMatchObject({ ok: false, error: { code: 'LOCKED' } });
    await tryPassphrase(page);
    await leaveStudy(page);
    await expect(page.getByRole('article', { name: `Study ${STUDY}` })).toBeVisible();
    await lock(page);
    expectQuiet(carrel);
  });

  function cell(row: number, column: number): Locator {
    return carrel.page
      .getByRole('region', { name: labs.title, exact: true })
      .locator(`[role=row][row-index="${String(row)}"]`)
      .getByRole('gridcell')
      .nth(column);
  }

  function inspector(): Locator {
    return carrel.page.getByRole('complementary', { name: 'Record: lab result' });
  }

  /** Toggles the ticks of the first rows. */
  async function tick(count: number): Promise<void> {
    for (let row = 0; row < count; row++) {
      const box = cell(row, 0).getByRole('checkbox');
      const checked = await box.isChecked();
      await cell(row, 3).focus();
      await carrel.page.keyboard.press('Space');
      await expect(box).toBeChecked({ checked: !checked });
    }
  }

  /** Selects the text of a list from one line to another, as a mouse does. */
  async function mark(from: number, to: number): Promise<void> {
    await carrel.page.evaluate(
      ([first, last]) => {
        const lines = [...document.querySelectorAll('tr[data-record], [role=row][data-record]')];
        const [start, end] = [lines[first]?.lastElementChild, lines[last]];
        const after = lines[last + 1];
        if (start === null || start === undefined || end === undefined || after === undefined) throw new Error('There are too few lines.');
        // The selection ends before the first letter of the next line.
        getSelection()?.setBaseAndExtent(first === last ? (end.children[1] ?? end) : start, 0, after, 0);
      },
      [from, to] as const,
    );
  }

  /** Copies everything in an element, as selected with the mouse, and expects one entry in the trail. */
  async function expectRecordedCopyOf(shown: Locator): Promise<void> {
    const before = (await trailOf(carrel)).length;
    await shown.evaluate((element) => {
      (document.activeElement as HTMLElement | null)?.blur();
      getSelection()?.selectAllChildren(element);
    });
    await carrel.page.keyboard.press('Control+c');
    await expect.poll(async () => (await trailOf(carrel)).length).toBe(before + 1);
  }

  function clipboard(): Promise<string> {
    return carrel.app.evaluate(({ clipboard: board }) => board.readText());
  }

  function call(name: string, input: unknown): Promise<unknown> {
    return carrel.page.evaluate(([asked, given]) => window.carrel.call(asked, given), [name, input] as const);
  }
});
