import { expect, test, type Locator } from '@playwright/test';
import { DEMO_PASSPHRASE } from '../../scripts/sandbox-process.ts';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { blockSize } from '../../src/renderer/record/grid/rows-source.ts';
import { take, untilMirrored } from './steps.ts';
import { expectQuiet } from './window.ts';

test.describe.configure({ mode: 'serial' });

test.describe('every place, light and dark, by keyboard', () => {
  const { service, carrel } = openBench({ service: ['--subjects', '12'] });

  test('a start with the demo’s environment connects and mirrors automatically', async () => {
    const { page } = carrel;
    for (const study of service.studies) {
      await untilMirrored(page.getByRole('article', { name: `Study ${study}` }));
    }
  });

  test('Ctrl+K finds and runs actions', async () => {
    const { page } = carrel;
    await take(page, 'dark');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await take(page, 'light');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  });

  test('a table is searched, ticked, opened and copied, and its export opened, by keyboard alone', async () => {
    const { page } = carrel;
    await palette('24-006');
    await rail('Labs');
    const table = page.getByRole('region', { name: 'Labs' });
    const line = table.locator('footer').first();
    await expect(line).toHaveText(/^[\d,]+ rows/);
    const rows = Number.parseInt((await line.innerText()).replaceAll(',', ''), 10);
    expect(rows).toBeGreaterThan(blockSize);
    // The scroll bar spans all rows, not only those that were read.
    await expect(table.getByRole('grid')).toHaveAttribute('aria-rowcount', String(rows + 1));
    await page.keyboard.press('Control+f');
    await expect(page.getByLabel('Search all text')).toBeFocused();
    await page.keyboard.type('hemoglobin');
    await expect(line).toContainText('“hemoglobin”');
    await expect(table.locator('[role=row][row-index="0"]')).toContainText('Hemoglobin');
    await table.locator('[role=row][row-index="0"]').getByRole('gridcell').nth(3).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(line).toContainText('2 selected');
    await page.keyboard.press('Enter');
    const inspector = page.getByRole('complementary', { name: 'Record: lab result' });
    await expect(inspector).toContainText('Hemoglobin');
    await page.keyboard.press('Escape');
    await expect(inspector).toBeHidden();
    await page.keyboard.press('Control+c');
    const copied = async (): Promise<readonly string[]> =>
      (await carrel.app.evaluate(({ clipboard }) => clipboard.readText())).trimEnd().split('\n');
    await expect.poll(copied).toHaveLength(3);
    expect((await copied())[0]).toContain('Reference range');
    await page.keyboard.press('Control+e');
    const dialog = page.getByRole('dialog', { name: /Export labs/ });
    await expect(dialog.getByRole('radio', { name: 'Selected 2 rows' })).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(table.getByRole('gridcell').and(page.locator(':focus'))).toBeVisible();
  });

  test('every dialog and menu over a place passes the accessibility check and closes with Escape', async () => {
    const { page } = carrel;
    await palette('22-001');
    await rail('Labs');
    const table = page.getByRole('region', { name: 'Labs' });
    const openers: readonly (readonly [string, () => Promise<void>, Locator])[] = [
      ['column chooser', () => page.getByRole('button', { name: /^Columns/ }).click(), page.getByRole('dialog', { name: /columns/i })],
      [
        'summary of a number',
        () => page.getByRole('columnheader', { name: '× ULN' }).click(),
        page.getByRole('dialog').filter({ hasText: 'Smallest' }),
      ],
      [
        'summary of a text',
        () => page.getByRole('columnheader', { name: 'Test', exact: true }).click(),
        page.getByRole('dialog').filter({ hasText: 'Distinct' }),
      ],
      [
        'filter by column',
        () => page.getByRole('button', { name: 'Filter', exact: true }).click(),
        page.getByRole('dialog').filter({ has: page.getByLabel('Search the columns') }),
      ],
      [
        'cell menu',
        () => table.locator('[role=row][row-index="1"]').getByRole('gridcell').nth(5).click({ button: 'right' }),
        page.getByRole('menu', { name: /^Cell/ }),
      ],
      ['study switch', () => page.getByRole('button', { name: 'Study 22-001, switch' }).click(), page.getByRole('menu')],
      [
        'proof',
        () => page.getByRole('button', { name: /^Complete as of/ }).click(),
        page.getByRole('dialog').filter({ hasText: 'Proof of 22-001' }),
      ],
      ['keys', () => palette('Show all keys'), page.getByRole('dialog', { name: /keys/i })],
    ];
    await expect(table.locator('[role=row][row-index="1"]').first()).toContainText('0');
    for (const [name, open, opened] of openers) {
      await open();
      await expect(opened, name).toBeVisible();
      await expectAccessible(page, name, '[role=dialog], [role=menu]');
      await page.keyboard.press('Escape');
      await expect(opened, name).toBeHidden();
    }
    await palette('All studies');
    await page.getByRole('button', { name: 'Add a study' }).click();
    await expect(page.getByRole('dialog', { name: /Add a study/ })).toBeVisible();
    await expectAccessible(page, 'add a study', '[role=dialog]');
    await page.keyboard.press('Escape');
  });

  test('Escape closes only what opened last, wherever the focus is', async () => {
    const { page } = carrel;
    await palette('22-001');
    await rail('Labs');
    const record = page.getByRole('complementary', { name: /^Record/ });
    await page.locator('[role=row][row-index="1"]').getByRole('gridcell').nth(5).dblclick();
    await expect(record).toBeVisible();
    for (const [opener, opened] of [
      [page.getByRole('button', { name: 'Study 22-001, switch' }), page.getByRole('menu')],
      [page.getByRole('button', { name: /^Columns/ }), page.getByRole('dialog', { name: /columns/i })],
    ] as const) {
      await opener.click();
      await expect(opened.locator(':focus')).toBeAttached();
      await page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      });
      await page.keyboard.press('Escape');
      await expect(opened).toBeHidden();
      await expect(record).toBeVisible();
    }
    // What opened over a popover closes first.
    const columns = page.getByRole('dialog', { name: /columns/i });
    const find = page.getByRole('textbox', { name: 'Find' });
    await page.getByRole('button', { name: /^Columns/ }).click();
    await expect(columns.locator(':focus')).toBeAttached();
    await page.keyboard.press('Control+k');
    await expect(find).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(find).toBeHidden();
    await expect(columns).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(columns).toBeHidden();
    await expect(record).toBeVisible();
    await record.getByRole('button', { name: 'Close the record' }).click();
  });

  test('a sorted column is announced as sorted, also after it is pinned, renamed and unpinned', async () => {
    const { page } = carrel;
    await palette('22-001');
    await rail('Labs');
    const header = page.locator('[role=columnheader][col-id=times_upper_limit]');
    // The first column after the tick, the mark and the subject.
    const firstMoving = page.getByRole('columnheader').nth(3);
    await header.click();
    await page.getByRole('button', { name: 'Sort ascending' }).click();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await expect(firstMoving).toHaveAttribute('col-id', 'times_upper_limit');
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await page.keyboard.press('Escape');
    for (const [vocabulary, name] of [
      ['Source', 'derived'],
      ['Plain', '× ULN'],
    ] as const) {
      await page.getByText(vocabulary, { exact: true }).click();
      await expect(header).toContainText(name);
      await expect(header).toHaveAttribute('aria-sort', 'ascending');
    }
    await header.click();
    await page.getByRole('button', { name: 'Unpin' }).click();
    await expect(firstMoving).toHaveAttribute('col-id', 'visit');
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('columnheader', { name: 'Test', exact: true })).toHaveAttribute('aria-sort', 'none');
  });

  for (const scheme of ['light', 'dark'] as const) {
    test(`the places have no serious accessibility violation in ${scheme}`, async () => {
      // Each check looks at some thousand elements of a full table.
      test.slow();
      const { page } = carrel;
      await choose(scheme);
      await expectAccessible(page, `Studies, ${scheme}`);
      for (const section of ['Connection', 'Security', 'Appearance', 'Sync', 'Backup', 'Audit trail', 'About']) {
        await palette(`Settings, ${section.toLowerCase()}`);
        await expect(page.getByRole('button', { name: section, exact: true })).toHaveAttribute('aria-current', 'page');
        await expectAccessible(page, `Settings ${section}, ${scheme}`);
      }
      await palette('22-001');
      for (const place of ['Subjects', 'Medications', 'Labs', 'Vitals', 'Responses']) {
        await rail(place);
        const table = page.getByRole('region', { name: place });
        await expect(table.locator('footer').first()).toHaveText(/^[\d,]+ rows/);
        await expect(table.getByRole('row').nth(2)).toContainText('0');
        await expectAccessible(page, `${place}, ${scheme}`);
      }
      for (const place of ['Changes', 'Issues']) {
        await rail(place);
        await expect(page.getByRole('heading', { name: place, exact: true })).toBeVisible();
        await expect(page.getByLabel('Loading')).toHaveCount(0);
        await expectAccessible(page, `${place}, ${scheme}`);
      }
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('textbox', { name: 'Find' })).toBeVisible();
      await expectAccessible(page, `Command palette, ${scheme}`);
      await page.keyboard.press('Escape');
      await palette('All studies');
    });
  }

  test('the unlock page has no serious accessibility violation in dark', async () => {
    const { page } = carrel;
    await page.keyboard.press('Control+l');
    await expect(page.getByRole('heading', { name: 'Carrel is locked' })).toBeVisible();
    await expectAccessible(page, 'Unlock, dark');
    await page.getByLabel('Passphrase', { exact: true }).fill(DEMO_PASSPHRASE);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('article')).toHaveCount(3);
  });

  test('the window reports no error and requests only its own files', () => {
    expectQuiet(carrel);
  });

  async function rail(place: string): Promise<void> {
    await carrel.page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: place }).click();
  }

  async function palette(typed: string): Promise<void> {
    await take(carrel.page, typed);
  }

  async function choose(scheme: 'light' | 'dark'): Promise<void> {
    const html = carrel.page.locator('html');
    if ((await html.getAttribute('data-mantine-color-scheme')) !== scheme) await palette(`Use ${scheme} colours`);
    await expect(html).toHaveAttribute('data-mantine-color-scheme', scheme);
  }
});
