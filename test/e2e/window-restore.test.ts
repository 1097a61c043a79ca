import { expect, test, type Locator } from '@playwright/test';
import { openBench } from './bench.ts';
import { lock, take, tryPassphrase, untilMirrored } from './steps.ts';
import { expectQuiet } from './window.ts';

const STUDY = '22-001';
/** Far enough down that no grid shows it without scrolling. */
const TOP_ROW = 60;

test.describe.configure({ mode: 'serial' });

test.describe('the window comes back as it was', () => {
  const { carrel, reopen } = openBench({ service: ['--subjects', '12', '--studies', STUDY] });
  const rail = (name: string): Locator =>
    carrel.page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name });
  const labs = (): Locator => carrel.page.getByRole('region', { name: 'Labs', exact: true });
  const footer = (): Locator => labs().locator('footer').first();
  const chip = (): Locator => carrel.page.locator('.subject-filter[data-set=true]');
  const swimmer = (): Locator => carrel.page.getByRole('radio', { name: 'Swimmer' });
  let before: { readonly rows: string; readonly subjects: string; readonly top: number };

  test('setup: place, filters, chart tab and scroll position are set', async () => {
    const { page } = carrel;
    await untilMirrored(page.getByRole('article', { name: `Study ${STUDY}` }));
    await take(page, STUDY);
    await rail('Charts').click();
    await page.getByRole('radiogroup', { name: 'Chart', exact: true }).getByText('Swimmer', { exact: true }).click();
    await expect(swimmer()).toBeChecked();
    await rail('Labs').click();
    await labs().locator('[role=row][row-index="0"] [col-id="subject"]').click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Leave out subject/ }).click();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Search the columns').fill('flag');
    await page.keyboard.press('Enter');
    await page
      .getByRole('group', { name: 'Values of Flag' })
      .getByRole('checkbox', { name: /NORMAL/ })
      .check();
    await page.getByRole('button', { name: /^Show [\d,]+ rows?$/ }).click();
    await expect(filter()).toBeVisible();
    await expect(chip()).toBeVisible();
    await scrollTo(TOP_ROW);
    before = { rows: (await footer().textContent()) ?? '', subjects: (await chip().textContent()) ?? '', top: await topRow() };
    expect(before.top).toBeGreaterThan(TOP_ROW / 2);
  });

  test('after a lock', async () => {
    await lock(carrel.page);
    await tryPassphrase(carrel.page);
    await expectAsBefore();
  });

  test('after a restart', async () => {
    expectQuiet(carrel);
    await carrel.close();
    await reopen();
    await tryPassphrase(carrel.page);
    await expectAsBefore();
  });

  test('without filters that were removed before a lock', async () => {
    const { page } = carrel;
    await filter().click();
    await chip().getByRole('button', { name: 'Show all subjects' }).click();
    await expect(chip()).toBeHidden();
    // Changes are saved together a moment later.
    await page.waitForTimeout(600);
    await lock(page);
    await tryPassphrase(page);
    await expect(labs()).toBeVisible();
    await expect(filter()).toBeHidden();
    await expect(chip()).toBeHidden();
    expectQuiet(carrel);
  });

  function filter(): Locator {
    return labs().getByRole('button', { name: 'Remove the filter “Flag is NORMAL”' });
  }

  async function expectAsBefore(): Promise<void> {
    await expect(labs()).toBeVisible();
    await expect(filter()).toBeVisible();
    await expect(chip()).toHaveText(before.subjects);
    await expect(footer()).toHaveText(before.rows);
    await expect.poll(topRow).toBe(before.top);
    await rail('Charts').click();
    await expect(swimmer()).toBeChecked();
    await rail('Labs').click();
    await expect.poll(topRow).toBe(before.top);
  }

  /** The index of the grid's first row in view. */
  function topRow(): Promise<number> {
    return labs()
      .locator('.ag-grid-viewport')
      .first()
      .evaluate((viewport) => Math.round(viewport.scrollTop / (viewport.querySelector<HTMLElement>('[role=row]')?.offsetHeight ?? 1)));
  }

  async function scrollTo(row: number): Promise<void> {
    await labs()
      .locator('.ag-grid-viewport')
      .first()
      .evaluate((viewport, index) => {
        viewport.scrollTop = index * (viewport.querySelector<HTMLElement>('[role=row]')?.offsetHeight ?? 1);
      }, row);
    await expect.poll(topRow).toBeGreaterThan(0);
    // The grid reports its position once it stops scrolling, and that is saved a moment later.
    await carrel.page.waitForTimeout(900);
  }
});
