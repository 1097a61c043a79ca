import { expect, test, type Locator } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { setRevision } from './service.ts';
import { closeToasts, lock, take, tryPassphrase, untilMirrored } from './steps.ts';
import { expectQuiet } from './window.ts';

test.describe.configure({ mode: 'serial' });

test.describe('the page of one subject', () => {
  const { service, carrel } = openBench({ service: ['--subjects', '24', '--studies', '22-001'] });
  const rail = (name: string): Locator =>
    carrel.page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name });
  const title = (subject: string): Locator => carrel.page.getByRole('heading', { name: `Subject ${subject}`, exact: true });
  const axis = (): Locator => carrel.page.getByRole('slider', { name: 'Day on the time axis' });
  const strip = (words: string | RegExp): Locator => carrel.page.getByRole('img', { name: words });
  const table = (name: string): Locator => carrel.page.getByRole('region', { name });
  const inspector = (): Locator => carrel.page.getByRole('complementary', { name: /^Record/ });

  test('is reached from the list of subjects, a table, the matrix of visits and the palette', async () => {
    const { page } = carrel;
    await untilMirrored(page.getByRole('article', { name: 'Study 22-001' }));
    await take(page, '22-001');
    await rail('Subjects').click();
    const member = table('Subjects').locator('[role=row][row-index="1"]').getByRole('gridcell').first();
    await expect(member).toHaveText(/\d/);
    const named = (await member.innerText()).trim();
    await member.dblclick();
    await expect(title(named)).toBeVisible();
    await expect(rail('Subjects')).toHaveAttribute('aria-current', 'page');
    await rail('Labs').click();
    const cell = table('Labs').locator('[role=row][row-index="0"]').getByRole('gridcell').nth(5);
    await cell.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open subject 0001' }).click();
    await expect(title('0001')).toBeVisible();
    await rail('Overview').click();
    const row = page.getByRole('grid', { name: 'Records by subject and visit' }).getByRole('rowheader').nth(2);
    const other = (await row.innerText()).trim();
    await row.click();
    await expect(title(other)).toBeVisible();
    await take(page, '0012');
    await expect(title('0012')).toBeVisible();
    await expect(page.getByText('11 of 24 subjects', { exact: true })).toBeVisible();
  });

  test('shows labs, pressures, medications and responses, each with an accessible description', async () => {
    await expect(
      strip(/^ALT \(SGPT\), U\/L: \d+ results from day −10 to day 132; lowest .+; highest .+; last .+ on day 132/),
    ).toBeVisible();
    await expect(strip(/^Hemoglobin, g\/dL: .+; 0 above and 2 below their range/)).toBeVisible();
    await expect(strip(/^Blood pressure: \d+ readings .+; last 137\/86 on day 132\./)).toBeVisible();
    await expect(strip(/^Medications: 12 drugs and doses, 16 of 18 records\./)).toContainText('end not recorded');
    const responses = strip(/^Response assessments: day −10 baseline 14 mm; .+ SD 12\.5 mm \(−10\.7 %\)/);
    await expect(responses).toContainText('−30 %');
    await expect(responses.locator('.rs-sd')).toHaveCount(4);
  });

  test('shows the worst grades after baseline beside their tests and in a sentence, and opens their results', async () => {
    const { page } = carrel;
    const line = page.locator('.subject-grades');
    await expect(line).toHaveText(/^Worst CTCAE 5\.0 grades after C1D1: [A-Z]+ [1-4]/);
    const mark = page.locator('.timeline-row', { has: strip(/^Hemoglobin/) }).locator('.grade-mark');
    await expect(mark).toHaveText(/^G[0-4]$/);
    await expect(mark).toHaveAttribute('title', /^Worst CTCAE grade after C1D1: .+ on day \d+$/);
    await expect(strip(/^Hemoglobin, g\/dL: .+; worst CTCAE grade after C1D1 \d/)).toBeVisible();
    await line.getByRole('button').first().click();
    await expect(inspector()).toBeVisible();
    await expect(title('0012')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(inspector()).toBeHidden();
    await mark.focus();
    await page.keyboard.press('Enter');
    await expect(inspector()).toContainText('Hemoglobin');
    await page.keyboard.press('Escape');
    await expect(inspector()).toBeHidden();
  });

  test('moves the cross-hair by keyboard and mouse, and shows the nearest value', async () => {
    const { page } = carrel;
    const value = page.locator('.timeline-row', { has: strip(/^Hemoglobin/) }).locator('.timeline-value');
    await expect(value).toHaveText(/^13\.4L\s*day 132$/);
    await axis().focus();
    await page.keyboard.press('Home');
    await expect(axis()).toHaveAttribute('aria-valuetext', /^Screening, day −10, 1 Nov 2025$/);
    await expect(value).toHaveText('14.2');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await expect(axis()).toHaveAttribute('aria-valuetext', /^End of Treatment, day 132/);
    await page.keyboard.press('Escape');
    await expect(axis()).toHaveAttribute('aria-valuetext', /latest values/);
    await strip(/^ALT/).hover({ position: { x: 5, y: 5 } });
    await expect(value).toHaveText('14.2');
    await rail('Labs').hover();
    await expect(value).toHaveText(/^13\.4/);
  });

  test('counts days from another anchor, shows dates or visits instead, and draws other tests', async () => {
    const { page } = carrel;
    await page.getByRole('button', { name: /^From C1D1, 11 Nov 2025/ }).click();
    await page.getByRole('menuitem', { name: /^Baseline assessment / }).click();
    await expect(page.getByText('Day from baseline', { exact: true })).toBeVisible();
    await expect(strip(/^ALT \(SGPT\), U\/L: \d+ results from day 1 to day 142/)).toBeVisible();
    await page.getByRole('button', { name: /^From baseline/ }).click();
    await page.getByRole('menuitem', { name: /^C1D1 / }).click();
    await expect(page.getByText('Day from C1D1', { exact: true })).toBeVisible();
    await page.getByText('Dates', { exact: true }).click();
    await expect(strip(/^ALT .+ from 1 Nov 2025 to 22 Mar 2026/)).toBeVisible();
    await page.getByText('Visits', { exact: true }).click();
    await expect(strip(/^ALT .+ from 1 Nov 2025 to 22 Mar 2026/)).toBeVisible();
    await page.getByText('Days', { exact: true }).click();
    // The page's shortcuts also work from a radio button, where nothing is typed.
    await page.getByRole('radio', { name: 'Days' }).focus();
    await page.keyboard.press('Alt+ArrowRight');
    await expect(title('0013')).toBeVisible();
    await page.getByRole('radio', { name: 'Days' }).focus();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(title('0012')).toBeVisible();
    await page.getByRole('button', { name: '6 of 41 tests' }).click();
    const chooser = page.getByRole('dialog', { name: /tests$/ });
    await chooser.getByRole('textbox', { name: 'Search the tests' }).fill('weight');
    await chooser.getByRole('checkbox').check();
    await chooser.getByRole('textbox', { name: 'Search the tests' }).fill('alt');
    await chooser.getByRole('checkbox').uncheck();
    await page.keyboard.press('Escape');
    await expect(chooser).toBeHidden();
    await expect(strip(/^Weight \(kilograms\)/)).toBeVisible();
    await expect(strip(/^ALT/)).toHaveCount(0);
  });

  test('keeps its anchor and tests across a lock', async () => {
    const { page } = carrel;
    // View settings are stored a moment after the last change.
    await page.waitForTimeout(2000);
    await lock(page);
    await tryPassphrase(page);
    // The window returns to the subject.
    await expect(title('0012')).toBeVisible();
    await expect(page.getByText('Day from C1D1', { exact: true })).toBeVisible();
    await expect(strip(/^Weight \(kilograms\)/)).toBeVisible();
    await page.getByRole('button', { name: '6 of 41 tests' }).click();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.keyboard.press('Escape');
    await expect(strip(/^ALT/)).toBeVisible();
  });

  test('opens the record of a mark, and of a row of the tables beneath, beside the page', async () => {
    const { page } = carrel;
    await strip(/^Hemoglobin/)
      .locator('.plot-mark')
      .last()
      .click();
    await expect(inspector()).toContainText('Hemoglobin');
    await expect(inspector()).toContainText('13.4');
    await page.keyboard.press('Escape');
    await expect(inspector()).toBeHidden();
    await page.getByRole('tab', { name: /^Responses/ }).click();
    const row = table('Responses').locator('[role=row][row-index="1"]').getByRole('gridcell').nth(3);
    // On a busy machine the rows may be drawn anew between the focus and the key.
    await expect(async () => {
      await row.focus();
      await page.keyboard.press('Enter');
      await expect(inspector()).toContainText('0012', { timeout: 5000 });
    }).toPass();
    await expect(title('0012')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(inspector()).toBeHidden();
  });

  test('shows the medications running at a lab result beside its record, and opens them', async () => {
    const { page } = carrel;
    await strip(/^Hemoglobin/)
      .locator('.plot-mark')
      .last()
      .click();
    const running = inspector().getByRole('region', { name: 'Medications at this result' });
    await expect(running).toContainText(/Medications at this result on \d+ \w+ 2026\s*\d+ of 18 medication records: started by then/);
    await expect(running.getByText('Stopped within 30 days before')).toBeVisible();
    await expect(running).toContainText(/started \d+ \w+ \d{4}, \d+ days? before · end not recorded/);
    await expect(running).not.toContainText(/ongoing/i);
    await expectAccessible(page, 'running at a result', '.running');
    const first = running.getByRole('button').first();
    const drug = (await first.innerText()).trim();
    await first.focus();
    await page.keyboard.press('Enter');
    await expect(inspector()).toContainText(drug.slice(0, 8));
    await expect(running).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(inspector()).toBeHidden();
  });

  test('does not apply a filter of the tables beneath to the table of all labs', async () => {
    const { page } = carrel;
    await page.getByRole('tab', { name: /^Labs/ }).click();
    const line = table('Labs').locator('footer').first();
    await expect(line).toHaveText(/^199 rows/);
    await page.getByLabel('Search all text').fill('hemoglobin');
    await expect(line).toHaveText(/^10 of 199 rows/);
    await rail('Labs').click();
    await expect(table('Labs').locator('footer').first()).toHaveText(/^[\d,]+ rows/);
    await expect(page.getByLabel('Search all text')).toHaveValue('');
  });

  test('shows the table by visit beneath, and takes a note on the subject', async () => {
    const { page } = carrel;
    await take(page, '0012');
    await page.getByRole('tab', { name: /^Labs/ }).click();
    await page.getByText('By visit', { exact: true }).click();
    const row = table('Labs by visit').locator('[role=row][row-index="0"]');
    await expect(row).toContainText('Screening');
    await row.getByRole('gridcell', { name: '14.2' }).click();
    await expect(inspector()).toBeVisible();
    await expect(title('0012')).toBeVisible();
    await page.getByRole('button', { name: 'Close the record' }).click();
    await expect(title('0012')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Views', exact: true })).toHaveCount(0);
    await page.getByText('Rows', { exact: true }).click();
    await page.getByRole('tab', { name: 'Notes 0' }).click();
    await page.getByLabel('New note on this subject').fill('ask the site for the scan of March');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByRole('tab', { name: 'Notes 1' })).toBeVisible();
    await rail('Notes').click();
    await page.getByText('All notes', { exact: true }).click();
    await page.getByRole('button', { name: 'Subject 0012', exact: true }).click();
    await expect(title('0012')).toBeVisible();
    await page.getByRole('tab', { name: /^Labs/ }).click();
  });

  test('goes through the subjects of the filter only with Alt and an arrow key', async () => {
    const { page } = carrel;
    await page.getByRole('button', { name: 'All subjects' }).click();
    await page.getByRole('menuitem', { name: 'Paste a list of subjects…' }).click();
    await page.getByRole('dialog').getByLabel('Subjects').fill('0012 0014 0016');
    await page.getByRole('button', { name: 'Show 3 subjects' }).click();
    await take(page, '0012');
    await expect(page.getByText('1 of 3 in this filter', { exact: true })).toBeVisible();
    await page.keyboard.press('Alt+ArrowRight');
    await expect(title('0014')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'This subject has no results at' })).toHaveCount(0);
    await expect(page.getByText('This subject has no response assessments.', { exact: true })).toBeVisible();
    await page.keyboard.press('Alt+ArrowRight');
    await expect(title('0016')).toBeVisible();
    await expect(page.getByText('This subject has no lab results.', { exact: true })).toBeVisible();
    await page.keyboard.press('Alt+ArrowRight');
    await expect(page.getByText('3 of 3 in this filter', { exact: true })).toBeVisible();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(title('0014')).toBeVisible();
    await take(page, '0013');
    await expect(page.getByText('not among the 3 in this filter', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Show all subjects' }).click();
    await expect(page.getByText('12 of 24 subjects', { exact: true })).toBeVisible();
  });

  test('shows a subject without a baseline by dates, and says why', async () => {
    const { page } = carrel;
    await take(page, '0014');
    await page.getByRole('button', { name: /^From C1D1/ }).click();
    await page.getByRole('menuitem', { name: /^Baseline assessment none/ }).click();
    await expect(page.getByText('This subject has no baseline assessment with a usable date')).toBeVisible();
    await expect(strip(/^Hemoglobin, g\/dL: .+ from 31 Jan 2025 to 15 Jul 2025.+; missing at C1D1/)).toBeVisible();
    await page.getByRole('button', { name: /^From baseline, none here/ }).click();
    await page.getByRole('menuitem', { name: /^First result or assessment/ }).click();
    await expect(strip(/^Hemoglobin, g\/dL: .+ from day 1 /)).toBeVisible();
  });

  for (const scheme of ['light', 'dark'] as const) {
    test(`has no serious accessibility violation in ${scheme}`, async () => {
      test.slow();
      const { page } = carrel;
      if (scheme === 'dark') await take(page, 'Use dark colours');
      await closeToasts(page);
      await take(page, '0012');
      await axis().focus();
      await page.keyboard.press('End');
      await expectAccessible(page, `Subject, ${scheme}`);
      await page.getByRole('button', { name: /tests$/ }).click();
      await expectAccessible(page, `Tests on the time line, ${scheme}`, '[role=dialog]');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^From/ }).click();
      await expectAccessible(page, `Day 1, ${scheme}`, '[role=menu]');
      await page.keyboard.press('Escape');
    });
  }

  test('refreshes when a sync brings changes, and lists them', async () => {
    const { page } = carrel;
    await expect(page.getByRole('tab', { name: 'Changes 0', exact: true })).toBeVisible();
    await setRevision(service.baseUrl, 1);
    await page.keyboard.press('Control+r');
    await expect(page.getByRole('tab', { name: /^Changes [1-9]/ })).toBeVisible();
    await page.getByRole('tab', { name: /^Changes/ }).click();
    const line = page.locator('[data-record]').first();
    await expect(line).toContainText('0012');
    await line.focus();
    await page.keyboard.press('Enter');
    await expect(inspector()).toBeVisible();
    await closeToasts(page);
    await expectAccessible(page, 'Changes of a subject', '.subject-tables');
  });

  test('imports reference dates, and counts days from them', async () => {
    const { page } = carrel;
    await page.getByRole('button', { name: /^From/ }).click();
    await page.getByRole('menuitem', { name: 'Import reference dates…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import reference dates' });
    await dialog.getByLabel('Subjects and dates').fill('SUBJID,RFSTDTC\n0012,2025-11-03\nnobody-17,2025-11-03\n0013,3/4/2025');
    await expect(dialog).toContainText(/1 of 25 subjects with a date\. Not in this study: nobody-17\. Lines that cannot be read/);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await expectAccessible(page, `Reference dates, ${scheme}`, '[role=dialog]');
    }
    await dialog.getByRole('button', { name: 'Import 1 date' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'From reference date, 3 Nov 2025' })).toBeVisible();
    await expect(page.getByText('Day from reference date', { exact: true })).toBeVisible();
    await closeToasts(page);
    await rail('Charts').click();
    await page.getByText('Lab trends', { exact: true }).click();
    await page.getByRole('button', { name: 'From C1D1', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Reference date' }).click();
    await expect(page.getByRole('figure', { name: 'Lab results over time' })).toContainText('Weeks from the imported reference date.');
  });

  test('reports no error and requests only the window’s own files', () => {
    expectQuiet(carrel);
  });
});
