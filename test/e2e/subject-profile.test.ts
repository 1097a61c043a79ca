import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { openBench } from './bench.ts';
import { take, untilMirrored } from './steps.ts';
import { answerSaveDialog, expectQuiet } from './window.ts';

test.describe.configure({ mode: 'serial' });

test.describe('the profile of a subject', () => {
  const bench = openBench({ service: ['--subjects', '12', '--studies', '22-001'] });

  test('is saved as a tagged PDF from a dark window, and recorded in the audit trail', async () => {
    const { page } = bench.carrel;
    const path = join(bench.folder.path, 'profile.pdf');
    await untilMirrored(page.getByRole('article', { name: 'Study 22-001' }));
    await take(page, 'Use dark colours');
    await take(page, '22-001');
    await take(page, 'Subject 0003');
    await expect(page.getByRole('heading', { name: 'Subject 0003' })).toBeVisible();
    await answerSaveDialog(bench.carrel, path);
    const printed = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const seen = new MutationObserver(() => {
            const sheet = document.querySelector('.print-sheet')?.textContent ?? '';
            if (sheet === '') return;
            seen.disconnect();
            resolve(sheet);
          });
          seen.observe(document.body, { childList: true });
        }),
    );
    await page.getByRole('button', { name: 'Save as PDF' }).click();
    expect(await printed).toMatch(/CTCAE 5\.0 grade.* after C1D1/);
    expect(await printed).toContain('Worst grade after');
    await expect(page.getByText('Profile saved')).toBeVisible();
    const pdf = readFileSync(path);
    expect(pdf.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    // Each page is an object of its own; the tags make it accessible to screen readers.
    expect(pdf.toString('latin1')).toContain('/StructTreeRoot');
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(1);
    await expect(page.locator('.print-sheet')).toHaveCount(0);
    await take(page, 'Settings, audit trail');
    await expect(page.getByText(/pdf-profile/).first()).toBeVisible();
    expectQuiet(bench.carrel);
  });
});
