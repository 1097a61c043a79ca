import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { DEMO_PASSPHRASE } from '../../scripts/sandbox-process.ts';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { closeToasts, take, untilMirrored } from './steps.ts';
import { trailOf } from './trail.ts';
import { answerSaveDialog, expectQuiet } from './window.ts';

const STUDY = '22-001';

test.describe.configure({ mode: 'serial' });

test.describe('response charts', () => {
  const { folder, carrel } = openBench({ service: ['--studies', STUDY, '--subjects', '24'], data: 'data' });

  test.beforeAll(async () => {
    const { page } = carrel;
    await untilMirrored(page.getByRole('article', { name: `Study ${STUDY}` }));
    await closeToasts(page);
    await take(page, STUDY);
  });

  test('are shown together, each with a caption that states its population', async () => {
    await goToCharts();
    for (const name of ['Best change of the target sum', 'Target sum over time', 'Assessment follow-up']) {
      await expect(chart(name).locator('.chart-picture').first()).toBeVisible();
      await expect(chart(name).locator('figcaption')).toContainText(
        /^n = \d+ of \d+ subjects with assessments.*All subjects\.(?: Not drawn: .+\.)?$/,
      );
    }
    await expect(waterfall().locator('p').first()).toHaveText(
      /^\d+ of \d+ (?:courses of \d+ )?subjects had a smaller target sum than at baseline/,
    );
    await expect(waterfall().locator('figcaption')).toContainText('The +20 % line is a guide only');
    await expect(chart('Assessment follow-up').locator('figcaption')).toContainText('not time on treatment');
  });

  test('have a table view of the same size that also lists what is not drawn', async () => {
    const before = await waterfall().locator('.chart-room').boundingBox();
    const bars = await waterfall().locator('rect[data-subject]').count();
    await waterfall().getByText('Table', { exact: true }).click();
    const table = waterfall().getByRole('region', { name: /as a table/ });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Subject',
      'Best change',
      'Best reported response',
      'Assessments with a change',
    ]);
    expect(await waterfall().locator('.chart-room').boundingBox()).toEqual(before);
    // A subject with several courses has a bar and a row for each.
    const caption = (await waterfall().locator('figcaption').textContent()) ?? '';
    const [, drawn, all] = /, (\d+) of (\d+) courses:/.exec(caption) ?? [];
    const apart = [...caption.matchAll(/(\d+) assessments? with /g)].reduce((sum, [, count]) => sum + Number(count), 0);
    expect(Number(drawn)).toBe(bars);
    // The table also lists subjects that are not drawn; only rows in view are in the DOM.
    await expect(table.getByRole('table')).toHaveAttribute('aria-rowcount', String(Number(all) + apart + 1));
    await waterfall().getByText('Chart', { exact: true }).click();
  });

  test('can be walked through, read, selected from and opened by keyboard alone', async () => {
    const { page } = carrel;
    const walk = waterfall().getByRole('listbox');
    await page.getByRole('radio', { name: 'Response charts' }).focus();
    for (let tabs = 0; tabs < 12 && !(await isFocused(walk)); tabs++) await page.keyboard.press('Tab');
    await expect(walk).toBeFocused();
    await page.keyboard.press('ArrowRight');
    const here = walk.getByRole('option');
    const worst = await nameOf(here);
    expect(worst).toMatch(/^\d{4}, [+−]?\d+\.\d % at best, Best reported response: /);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(here).toHaveAttribute('aria-selected', 'true');
    const picked = waterfall().getByRole('group', { name: 'Selected subjects' });
    await expect(picked).toContainText('3 subjects');
    await page.keyboard.press('Escape');
    await expect(picked).toBeHidden();
    await expect(walk).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await expect(picked).toContainText('1 subject');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: new RegExp(worst.slice(0, 4)) })).toBeVisible();
    await goToCharts();
    await walk.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(walk).toBeFocused();
    await expect(page.getByRole('button', { name: /^Subjects 3 of \d+/ })).toBeVisible();
    await expect(waterfall().locator('rect[data-subject]')).toHaveCount(3);
    await expect(waterfall().locator('figcaption')).toContainText(
      /Subject filter: 3 of \d+ subjects, selected in “Best change of the target sum”\./,
    );
    await walk.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    const rows = page.getByRole('region', { name: 'Responses' });
    await expect(rows.locator('[role=row][row-index="0"]').first()).toContainText(worst.slice(0, 4));
    await expect(rows.locator('footer').first()).toContainText('1 filter');
    await take(page, 'Charts');
    await page.getByRole('button', { name: 'Show all subjects' }).click();
  });

  test('select subjects by dragging and open the rows of a subject on a click', async () => {
    const { page } = carrel;
    await goToCharts();
    const lanes = chart('Assessment follow-up').locator('.chart-box');
    const box = await lanes.boundingBox();
    if (box === null) throw new Error('The chart has no place.');
    await page.mouse.move(box.x + 80, box.y + 4);
    await page.mouse.down();
    await page.mouse.move(box.x + 120, box.y + 40, { steps: 4 });
    await page.mouse.up();
    await expect(chart('Assessment follow-up').getByRole('group', { name: 'Selected subjects' })).toContainText(/^\d+ subjects/);
    await chart('Assessment follow-up').getByRole('button', { name: 'Clear selection' }).click();
    await page.mouse.click(box.x + 80, box.y + 8);
    await expect(page.getByRole('region', { name: 'Responses' }).locator('footer').first()).toContainText('1 filter');
  });

  test('keep the tab and its options while another place is visited', async () => {
    const { page } = carrel;
    await goToCharts();
    await tab('Waterfall');
    await page.getByRole('radiogroup', { name: 'Assessments of the waterfall' }).getByText('All', { exact: true }).click();
    await expect(waterfall().locator('figcaption')).toContainText('all assessments');
    await take(page, 'Issues');
    await take(page, 'Charts');
    await expect(waterfall().locator('figcaption')).toContainText('all assessments');
    await expect(chart('Assessment follow-up')).toHaveCount(0);
    await tab('Response charts');
  });

  test('are saved as PNG, and as SVG with title, caption, study, as-of and demo mark, and recorded in the audit trail', async () => {
    await goToCharts();
    const svg = join(folder.path, 'waterfall.svg');
    await saved('SVG', svg);
    const drawing = readFileSync(svg, 'utf8');
    expect(drawing).toMatch(/^<svg [^]*<\/svg>$/);
    for (const text of ['Best change of the target sum', 'a guide only', `Study ${STUDY} · Complete as of`, 'Demo data', 'All subjects.'])
      expect(drawing).toContain(text);
    expect(drawing).not.toContain('var(');
    expect(drawing).toContain('fill="#bb8c22"');
    const png = join(folder.path, 'waterfall.png');
    await saved('PNG', png);
    const image = readFileSync(png);
    expect(image.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([2256, expect.any(Number)]);
    for (const [path, format] of [
      [png, 'png-chart'],
      [svg, 'svg-chart'],
    ] as const) {
      expect(statSync(path).mode & 0o777).toBe(0o600);
      const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
      const noted = (await trailOf(carrel)).map(({ event }) => JSON.parse(event) as Record<string, unknown>);
      expect(noted).toContainEqual(expect.objectContaining({ kind: 'export', study: STUDY, dataset: 'responses', format, sha256 }));
    }
  });

  test('are saved in light colours from a dark window', async () => {
    const { page } = carrel;
    await take(page, 'Use dark colours');
    const dark = join(folder.path, 'dark.svg');
    await saved('SVG', dark);
    expect(readFileSync(dark, 'utf8')).toContain('fill="#bb8c22"');
    await take(page, 'Use light colours');
  });

  test('ask for the passphrase before they are saved if the settings require it', async () => {
    const { page } = carrel;
    const settings = (askBeforeExport: boolean, passphrase: string | null): Promise<unknown> =>
      page.evaluate((input) => window.carrel.call('security.set', input), { change: { askBeforeExport }, passphrase });
    expect(await settings(true, null)).toMatchObject({ ok: true });
    const path = join(folder.path, 'asked.svg');
    await answerSaveDialog(carrel, path);
    await waterfall().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('menuitem', { name: /SVG/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Save / });
    await dialog.getByLabel('Passphrase').fill('another passphrase');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText(/passphrase/i);
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
    await dialog.getByLabel('Passphrase').fill(DEMO_PASSPHRASE);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('asked.svg')).toBeVisible();
    expect(await settings(false, DEMO_PASSPHRASE)).toMatchObject({ ok: true });
    await closeToasts(page);
  });

  for (const scheme of ['light', 'dark'] as const)
    test(`pass the accessibility check, as charts and as tables, in ${scheme}`, async () => {
      const { page } = carrel;
      if ((await page.locator('html').getAttribute('data-mantine-color-scheme')) !== scheme) await take(page, `Use ${scheme} colours`);
      await goToCharts();
      const walk = waterfall().getByRole('listbox');
      await walk.focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Space');
      await expectAccessible(page, `charts, ${scheme}`);
      await page.keyboard.press('Escape');
      for (const name of ['Best change of the target sum', 'Target sum over time', 'Assessment follow-up'])
        await chart(name).getByText('Table', { exact: true }).click();
      await expectAccessible(page, `tables of charts, ${scheme}`);
      for (const name of ['Best change of the target sum', 'Target sum over time', 'Assessment follow-up'])
        await chart(name).getByText('Chart', { exact: true }).click();
    });

  test('say why they are empty if the subject filter leaves no assessed subject', async () => {
    const { page } = carrel;
    await goToCharts();
    const assessed = await textsOf(chart('Assessment follow-up').locator('text[data-subject]'));
    await take(page, 'Subjects');
    const everybody = page
      .getByRole('region', { name: 'Subjects' })
      .getByRole('gridcell')
      .filter({ hasText: /^\d{4}$/ });
    await expect(everybody.first()).toBeVisible();
    const nobody = (await textsOf(everybody)).find((subject) => !assessed.some((text) => text.startsWith(subject)));
    expect(nobody, 'a subject without assessments').toBeDefined();
    await take(page, 'Charts');
    await page.getByRole('button', { name: 'All subjects' }).click();
    await page.getByRole('menuitem', { name: 'Paste a list of subjects…' }).click();
    await page.getByLabel('Subjects', { exact: true }).fill(nobody ?? '');
    await page.getByRole('button', { name: 'Show 1 subject' }).click();
    await expect(page.getByText('No assessments for these subjects')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Show all subjects' }).click();
    await expect(waterfall()).toBeVisible();
  });

  test('fit into a narrow window', async () => {
    const { app, page } = carrel;
    await goToCharts();
    const resize = (width: number, height: number): Promise<void> =>
      app.evaluate(
        ({ BrowserWindow }, size) => {
          BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height);
        },
        { width, height },
      );
    // 200 % zoom in a window of 1440 × 900.
    for (const [width, height] of [
      [1100, 800],
      [720, 450],
    ] as const) {
      await resize(width, height);
      await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width);
      const wide = (): Promise<readonly number[]> =>
        page.locator('.chart, .chart-head, .chart-picture').evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().right));
      await expect.poll(async () => Math.max(...(await wide()))).toBeLessThanOrEqual(width);
    }
    await resize(1440, 900);
  });

  test('cause no error and request only the window’s own files', () => {
    expectQuiet(carrel);
  });

  async function goToCharts(): Promise<void> {
    const { page } = carrel;
    await take(page, 'Charts');
    await expect(page.getByRole('heading', { name: 'Charts' })).toBeVisible();
    await expect(waterfall()).toBeVisible();
  }

  async function tab(name: string): Promise<void> {
    await carrel.page.getByRole('radiogroup', { name: 'Chart', exact: true }).getByText(name, { exact: true }).click();
  }

  function chart(name: string): Locator {
    return carrel.page.getByRole('figure', { name });
  }

  function waterfall(): Locator {
    return chart('Best change of the target sum');
  }

  async function saved(form: 'PNG' | 'SVG', path: string): Promise<void> {
    const { page } = carrel;
    await answerSaveDialog(carrel, path);
    await waterfall().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('menuitem', { name: new RegExp(form) }).click();
    await expect(page.getByText('Chart saved')).toBeVisible();
    await closeToasts(page);
  }
});

function isFocused(part: Locator): Promise<boolean> {
  return part.evaluate((element) => element === document.activeElement);
}

function textsOf(parts: Locator): Promise<readonly string[]> {
  return parts.evaluateAll((elements) => elements.map((element) => element.textContent));
}

async function nameOf(part: Locator): Promise<string> {
  return (await part.getAttribute('aria-label')) ?? '';
}
