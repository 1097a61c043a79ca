import { expect, test, type Locator } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { closeToasts, take, untilMirrored } from './steps.ts';
import { expectQuiet } from './window.ts';

const STUDY = '22-001';

test.describe.configure({ mode: 'serial' });

test.describe('reconciliation and the charts of results', () => {
  const { carrel } = openBench({ service: ['--studies', STUDY, '--subjects', '24'] });

  test.beforeAll(async () => {
    const { page } = carrel;
    await untilMirrored(page.getByRole('article', { name: `Study ${STUDY}` }));
    await closeToasts(page);
    await take(page, STUDY);
    await take(page, 'Charts');
    await expect(page.getByRole('heading', { name: 'Charts' })).toBeVisible();
  });

  test('reconciliation: the outcomes add up, and each filters the assessments', async () => {
    const { page } = carrel;
    await tab('Reconciliation');
    await expect(page.getByText(/^\d+ of \d+ compared conclusions agree with the target sum/)).toBeVisible();
    const choices = page.getByRole('radiogroup', { name: 'Assessments shown' });
    const counts = new Map<string, number>();
    for (const words of await choices.locator('label').allInnerTexts()) {
      const [, name, count] = /^(.*) ([\d,]+)$/.exec(words.trim()) ?? [];
      counts.set(name ?? '', Number(count?.replace(',', '')));
    }
    const count = (name: string): number => counts.get(name) ?? 0;
    expect(count('Contradicts') + count('Not explained by sum') + count('Agrees') + count('Not compared')).toBe(count('All'));
    await choices.getByText(/^Not explained by sum/).click();
    await expect(page.locator('.reconciliation-table tbody tr')).toHaveCount(count('Not explained by sum'));
    await expect(page.locator('.outcome[data-outcome="not-explained"]')).toHaveCount(count('Not explained by sum'));
    await choices.getByText(/^Agrees/).click();
    await expect(page.locator('.outcome[data-outcome="agrees"]')).toHaveCount(Math.min(200, count('Agrees')));
  });

  test('reconciliation: a number opens its inputs by keyboard, and these open their records', async () => {
    const { page } = carrel;
    const number = page.locator('.input-number').first();
    await number.focus();
    await page.keyboard.press('Enter');
    const inputs = page.getByRole('dialog', { name: 'Inputs of the change from baseline' });
    await expect(inputs).toContainText(/\d+\.\d − \d+\.\d = [+−]?\d+\.\d mm/);
    await expect(inputs).toContainText('The service sent');
    await expectAccessible(page, 'inputs of a change', '[role=dialog]');
    await page.keyboard.press('Escape');
    await expect(inputs).toBeHidden();
    await expect(number).toBeFocused();
    await number.click();
    await inputs.getByRole('button', { name: 'Open' }).last().click();
    await expect(page.getByRole('complementary', { name: /^Record: / })).toContainText('Baseline');
    await page.keyboard.press('Escape');
  });

  test('reconciliation: the identifier of a subject opens its page by keyboard', async () => {
    const { page } = carrel;
    const subject = page.locator('.reconciliation-table tbody tr').nth(1).getByRole('button').first();
    const named = (await subject.innerText()).trim();
    await subject.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `Subject ${named}`, exact: true })).toBeVisible();
    await take(page, 'Charts');
    await expect(page.locator('.reconciliation-table')).toBeVisible();
  });

  test('grades: a count of worst grades after baseline opens its results', async () => {
    const { page } = carrel;
    await tab('Grades');
    const grades = figure('Worst CTCAE 5.0 grade after baseline');
    await expect(grades.locator('[data-graded]').first()).toBeVisible();
    await expect(page.getByText(/^\d+ of \d+ subjects have grade 3 or 4 after baseline/)).toBeVisible();
    const counts = await grades.locator('[data-graded="ALT high"] [data-cell] text').allTextContents();
    const grade = counts.findLastIndex((count) => count !== '0');
    await grades.getByRole('listbox').focus();
    await page.keyboard.press('ArrowDown');
    for (let at = 0; at < grade; at++) await page.keyboard.press('ArrowRight');
    await expect(grades.getByRole('option')).toHaveAttribute('aria-label', new RegExp(`^Alanine .* grade ${String(grade)}`));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Labs' }).locator('footer').first()).toContainText('3 filters');
    await take(page, 'Charts');
  });

  test('endpoints: rates have intervals, curves have numbers at risk, and the rules change the counts', async () => {
    const { page } = carrel;
    await tab('Endpoints');
    const rates = figure('Best overall response');
    await expect(rates).toContainText(/Objective response \d+\.\d % confirmed \(95 % interval \d+\.\d to \d+\.\d %\)/);
    await expect(rates.locator('[data-response="ORR"] [data-cell]')).toHaveCount(2);
    for (const [name, title] of [
      ['Time to response', 'Time to response'],
      ['Duration of response', 'Duration of response'],
      ['Time to progression', 'Time to progression'],
    ] as const) {
      await page.getByRole('radiogroup', { name: 'Endpoint' }).getByText(name, { exact: true }).click();
      await expect(figure(title)).toContainText(/Median (not reached|\d+\.\d weeks)/);
      await expect(figure(title).getByText('At risk')).toBeVisible();
    }
    await figure('Time to progression').getByRole('listbox').focus();
    await page.keyboard.press('ArrowDown');
    await expect(figure('Time to progression').getByRole('option')).toHaveAttribute('aria-label', /(progression|censored) in week \d/);
    await page.getByRole('radiogroup', { name: 'Endpoint' }).getByText('Best response', { exact: true }).click();
    const stable = rates.locator('[data-response="SD"] [data-cell="signed"] text');
    const before = await stable.textContent();
    await page.getByRole('button', { name: 'Confirmed 28 d, SD 42 d' }).click();
    await page.getByRole('menuitem', { name: '84 days' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => stable.textContent()).not.toBe(before);
  });

  test('trends: one panel per test, walked through by keyboard, and Enter opens the rows', async () => {
    const { page } = carrel;
    await tab('Lab trends');
    const trends = figure('Lab results over time');
    await expect(trends.locator('[data-test]')).toHaveCount(6);
    await expect(trends.locator('[data-median]').first()).toBeVisible();
    await expect(trends.locator('[data-severe]').first()).toBeVisible();
    await trends.getByRole('button', { name: /^[\d,]+ results? of CTCAE grade 3 or 4$/ }).click();
    await expect(page.getByRole('region', { name: 'Labs' }).locator('footer').first()).toContainText('1 filter');
    await take(page, 'Charts');
    await page.getByRole('button', { name: /^6 of \d+ tests$/ }).click();
    const chooser = page.getByRole('dialog', { name: 'Tests' });
    await chooser.getByLabel('Search the tests').fill('hemoglobin');
    await chooser.getByRole('checkbox').first().click();
    await expectAccessible(page, 'tests', '[role=dialog]');
    await page.keyboard.press('Escape');
    await expect(trends.locator('[data-test]')).toHaveCount(5);
    await trends.getByRole('listbox').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const here = trends.getByRole('option');
    await expect(here).toHaveAttribute('aria-label', /^\d{4}, .*: .*week/);
    const subject = ((await here.getAttribute('aria-label')) ?? '').slice(0, 4);
    await page.keyboard.press('Enter');
    const rows = page.getByRole('region', { name: 'Labs' });
    await expect(rows.locator('footer').first()).toContainText('2 filters');
    await expect(rows.locator('[role=row][row-index="0"]').first()).toContainText(subject);
    await take(page, 'Charts');
    await expect(trends.locator('[data-test]')).toHaveCount(5);
  });

  test('trends: subjects selected by dragging become the subject filter', async () => {
    const { page } = carrel;
    const trends = figure('Lab results over time');
    const box = await trends.locator('.chart-box').boundingBox();
    if (box === null) throw new Error('The chart has no place.');
    await page.mouse.move(box.x + 60, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + 200, box.y + 300, { steps: 4 });
    await page.mouse.up();
    await trends.getByRole('button', { name: /^Use these \d+ subjects$/ }).click();
    await expect(page.locator('.subject-filter')).toContainText('selected in “Lab results over time”');
    await expect(trends.locator('figcaption')).toContainText('Subject filter');
    await page.getByRole('button', { name: 'Show all subjects' }).click();
    await expect(trends.locator('figcaption')).toContainText('All subjects');
  });

  test('vital trends: one panel per test, without carried-forward heights', async () => {
    const { page } = carrel;
    await tab('Vital trends');
    const trends = figure('Vital signs over time');
    await expect(trends.locator('[data-test]')).toHaveCount(6);
    await page.getByRole('button', { name: /^6 of \d+ tests$/ }).click();
    const chooser = page.getByRole('dialog', { name: 'Tests' });
    await expect(chooser.getByText('Blood Pressure Positioning')).toHaveCount(0);
    await chooser.getByLabel('Search the tests').fill('last recorded height');
    await chooser.getByRole('checkbox').first().click();
    await page.keyboard.press('Escape');
    await expect(trends.locator('[data-test="Last recorded Height"]')).toContainText('nothing to draw');
    await expect(trends.locator('figcaption')).toContainText(
      /Not drawn: .*\d results? of Last recorded Height carried forward from an earlier visit/,
    );
  });

  test('shifts: counted from a chosen anchor, and a cell opens its results', async () => {
    const { page } = carrel;
    await tab('Shifts');
    await page.getByRole('button', { name: 'From C1D1' }).click();
    await page.getByRole('menuitem', { name: 'Baseline assessment' }).click();
    await page.getByRole('button', { name: 'From baseline assessment' }).click();
    await page.getByRole('menuitem', { name: 'C1D1', exact: true }).click();
    await expect(page.locator('.anchor-note')).toContainText('the first date of visit “C1D1”');
    const shifts = page.getByRole('figure', { name: /^Shifts of / });
    await expect(shifts.locator('figcaption')).toContainText('the first date of visit “C1D1”');
    const cell = shifts.locator('[data-direction="high"] [data-cell="NORMAL to NORMAL"]');
    await expect(cell).toContainText('%');
    await shifts.getByRole('listbox').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(shifts.getByRole('option')).toHaveAttribute('aria-label', /^NORMAL to NORMAL, Towards low: [1-9]/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Labs' }).locator('footer').first()).toContainText('2 filters');
    await take(page, 'Charts');
  });

  test('compared visits: sorted by a column, and a subject opens its records', async () => {
    const { page } = carrel;
    await tab('Compare visits');
    await expect(page.getByRole('button', { name: 'First visit: C1D1' })).toBeVisible();
    const compared = page.getByRole('region', { name: /compared as a table/ });
    await expect(page.getByText(/subjects with results at both C1D1 and /)).toBeVisible();
    await compared.getByRole('button', { name: 'Change, %' }).click();
    await expect(compared.getByRole('columnheader', { name: /^Change, %/ })).toHaveAttribute('aria-sort', 'ascending');
    await compared.locator('tbody').getByRole('button').first().click();
    await expect(page.getByRole('region', { name: 'Labs' }).locator('footer').first()).toContainText('3 filters');
    await take(page, 'Charts');
  });

  test('liver screen: counts the subjects who reached the limits, and says that this alone is no Hy’s Law case', async () => {
    await tab('Liver screen');
    const liver = figure(/^Liver screen/);
    await expect(liver.locator('p').first()).toHaveText(/^\d+ of \d+ subjects reached 3 × ULN/);
    await expect(liver.locator('figcaption')).toContainText('this alone does not make a Hy’s Law case');
    await liver.getByText('Table', { exact: true }).click();
    await expect(liver.getByRole('columnheader', { name: 'Both within 30 days' })).toBeVisible();
    await liver.getByText('Chart', { exact: true }).click();
  });

  test('liver screen: a subject shows the medications running at its peaks, from the chart and from the table', async () => {
    const { page } = carrel;
    const liver = figure(/^Liver screen/);
    await liver.getByRole('listbox').focus();
    await page.keyboard.press('End');
    const here = liver.getByRole('option');
    const subject = ((await here.getAttribute('aria-label')) ?? '').slice(0, 4);
    await page.keyboard.press('Enter');
    const taken = page.getByRole('region', { name: `Medications at the peaks of subject ${subject}` });
    await expect(taken.getByRole('heading', { name: /^Peak A[LS]T, \d+\.\d\d × ULN on \d+ \w+ \d{4}$/ })).toBeVisible();
    await expect(taken.getByRole('heading', { name: /^Peak total bilirubin, \d+\.\d\d × ULN on/ })).toBeVisible();
    await expect(taken).toContainText(/started \d+ \w+ \d{4}, \d+ days? before/);
    await expectAccessible(page, 'medications at the peaks', '.liver-medications');
    await taken.locator('.running li').first().getByRole('button').click();
    await expect(page.getByRole('complementary', { name: /^Record: medication/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await taken.getByRole('button', { name: 'Results' }).click();
    await expect(page.getByRole('region', { name: 'Labs' }).locator('footer').first()).toContainText('2 filters');
    await take(page, 'Charts');
    await expect(taken).toBeVisible();
    await taken.getByRole('button', { name: 'Close the medications' }).click();
    await expect(taken).toHaveCount(0);
    await liver.getByText('Table', { exact: true }).click();
    await liver.locator('tbody').getByRole('button').first().click();
    await expect(page.getByRole('region', { name: /^Medications at the peaks of subject/ })).toBeVisible();
    await page.getByRole('button', { name: 'Close the medications' }).click();
    await liver.getByText('Chart', { exact: true }).click();
  });

  test('the charts pass the accessibility check in light and dark', async () => {
    test.slow();
    const { page } = carrel;
    for (const scheme of ['light', 'dark'] as const) {
      if (scheme === 'dark') await take(page, 'Use dark colours');
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
      for (const name of ['Reconciliation', 'Lab trends', 'Shifts', 'Liver screen']) {
        await tab(name);
        await expect(page.locator('.chart-picture, .reconciliation-table').first()).toBeVisible();
        await expectAccessible(page, `${name}, ${scheme}`);
      }
    }
    expectQuiet(carrel);
  });

  test('the charts fit into a narrow window', async () => {
    const { app, page } = carrel;
    for (const [width, height] of [
      [1100, 800],
      [720, 450],
    ] as const) {
      await app.evaluate(
        ({ BrowserWindow }, size) => {
          BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height);
        },
        { width, height },
      );
      await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width);
      for (const name of ['Reconciliation', 'Lab trends', 'Shifts', 'Liver screen']) {
        await tab(name);
        const parts = page.locator('.chart, .chart-picture, .charts-head, .reconciliation, .reconciliation-head');
        await expect(parts.first()).toBeVisible();
        const right = (): Promise<number> => parts.evaluateAll((all) => Math.max(...all.map((part) => part.getBoundingClientRect().right)));
        await expect.poll(right, `${name} at ${String(width)}`).toBeLessThanOrEqual(width);
      }
    }
  });

  async function tab(name: string): Promise<void> {
    await carrel.page.getByRole('radiogroup', { name: 'Chart', exact: true }).getByText(name, { exact: true }).click();
  }

  function figure(name: string | RegExp): Locator {
    return carrel.page.getByRole('figure', { name });
  }
});
