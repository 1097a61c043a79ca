import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { shortText } from '../../src/shared/short-text.ts';
import { openBench } from './bench.ts';
import { setFaults } from './service.ts';
import { take, untilMirrored } from './steps.ts';
import { answerSaveDialog, expectQuiet } from './window.ts';

const STUDY = '22-001';
const MARKUP = '<img src=x onerror=hostile=1><script>hostile=2</script>';
const OVERRIDE = '\u202egnp.exe of mg/dL';
const ANSI = '\u001b[31mred\u001b]0;title\u0007';
const NOTE = `${'long note '.repeat(6554)}end`;
/** Hostile test names in the first results, search words that find each, and words that tables and lists show of each. */
const TESTS = [
  [MARKUP, 'onerror', 'onerror'],
  [OVERRIDE, 'gnp.exe', 'gnp.exe'],
  [ANSI, '[31mred', '[31mred'],
  [NOTE, 'long note end', 'long note long note'],
] as const;

test.describe.configure({ mode: 'serial' });

test.describe('F33 hostile texts are shown as text and nothing else', () => {
  const { service, carrel, folder } = openBench({ service: ['--studies', STUDY, '--subjects', '6'] });

  test.beforeAll(async () => {
    const { page } = carrel;
    const card = page.getByRole('article', { name: `Study ${STUDY}` });
    await untilMirrored(card);
    await setFaults(service.baseUrl, [
      {
        where: 'labs',
        pages: [1],
        edit: [
          ...TESTS.map(([text], at) => [`entry.${String(at)}.resource.code.text`, JSON.stringify(text)] as const),
          ...TESTS.map((_, at) => [`entry.${String(at)}.resource.${MARKUP}`, '"<b>kept</b>"'] as const),
        ],
      },
    ]);
    await card.getByRole('button', { name: 'Sync', exact: true }).click();
    await expect(page.getByText(`${STUDY} is complete as of`)).toBeVisible();
    await card.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: /^Labs/ }).click();
  });

  for (const [text, words, shown] of TESTS) {
    test(`F33 in the table, the inspector and its history: “${words}”`, async () => {
      const { page } = carrel;
      await rail('Labs');
      await page.getByLabel('Search all text').fill(words);
      const table = page.getByRole('region', { name: 'Labs' });
      await expect(table.locator('footer').first()).toContainText(/^1 of/);
      const cell = table.locator('[role=row][row-index="0"] [col-id="test"]');
      await expect.poll(() => cell.textContent()).toBe(shortText(text));
      await cell.dblclick();
      const inspector = page.getByRole('complementary', { name: 'Record: lab result' });
      const heading = inspector.getByRole('heading', { level: 2 });
      expect((await heading.boundingBox())?.height).toBeLessThan(100);
      expect(await heading.locator('bdi').first().textContent()).toBe(text);
      if (text !== NOTE) await expectInOrder(await heading.locator('bdi').all());
      expect(await inspector.getByRole('tabpanel').textContent()).toContain(text);
      await inspector.getByRole('tab', { name: 'Raw JSON' }).click();
      expect(await inspector.getByRole('tabpanel').textContent()).toContain(JSON.stringify(text));
      await inspector.getByRole('tab', { name: /^History/ }).click();
      await expectInOrder(partsOf(inspector.locator('.value-step').filter({ hasText: shown }).first()));
      await expectHarmless();
      await inspector.getByRole('button', { name: 'Close the record' }).click();
    });
  }

  test('F33 in Changes, with the old value before the new one', async () => {
    const { page } = carrel;
    await rail('Changes');
    for (const [text, , shown] of TESTS) {
      const step = page.getByRole('region', { name: 'Differences' }).locator('.value-step').filter({ hasText: shown }).first();
      expect(await step.locator('ins').textContent()).toBe(shortText(text));
      await expectInOrder(partsOf(step));
      const before = step.locator('del');
      expect(await before.evaluate((element) => element.scrollWidth - element.clientWidth), 'the old value is cut').toBeLessThanOrEqual(1);
    }
    await expectHarmless();
  });

  test('F33 in the proof, which lists fields that are not described', async () => {
    const { page } = carrel;
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Complete as of/ })
      .click();
    const proof = page.getByRole('dialog', { name: `Proof of ${STUDY}` });
    await proof.getByText('Labs', { exact: true }).click();
    await expect(proof.getByRole('rowheader', { name: MARKUP })).toBeVisible();
    await expectHarmless();
    await page.keyboard.press('Escape');
    await expect(proof).toBeHidden();
    expectQuiet(carrel);
  });

  test('F33 in a saved chart and in the PDF profile of a subject', async () => {
    const { page } = carrel;
    await take(page, 'onerror');
    const trends = page.getByRole('figure', { name: 'Lab results over time' });
    await expect(trends).toContainText('onerror');
    const drawing = join(folder.path, 'hostile.svg');
    await answerSaveDialog(carrel, drawing);
    await trends.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('menuitem', { name: /SVG/ }).click();
    await expect(page.getByText('Chart saved')).toBeVisible();
    const svg = readFileSync(drawing, 'utf8');
    expect(svg).toContain('&lt;img src=x onerror=hostile=1&gt;');
    expect(svg).not.toMatch(/<(script|foreignObject|a|img|image|iframe)\b|\son\w+\s*=\s*["']/);

    await rail('Labs');
    await page.getByLabel('Search all text').fill('onerror');
    const subject = page.getByRole('region', { name: 'Labs' }).locator('[role=row][row-index="0"] [col-id="subject"]');
    await take(page, `Subject ${await subject.innerText()}`);
    const paper = join(folder.path, 'hostile.pdf');
    await answerSaveDialog(carrel, paper);
    await page.getByRole('button', { name: 'Save as PDF' }).click();
    await expect(page.getByText('Profile saved')).toBeVisible();
    expect(readFileSync(paper).toString('latin1')).not.toMatch(/\/(JavaScript|JS|Launch|URI|OpenAction|EmbeddedFile)\b/);
    await expectHarmless();
    expectQuiet(carrel);
  });

  async function rail(place: string): Promise<void> {
    await carrel.page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: place }).click();
  }

  /** Expects the old value before the new one, whatever the writing direction; a long one wraps. */
  async function expectInOrder(parts: readonly Locator[]): Promise<void> {
    const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
    for (const [place, box] of boxes.slice(1).entries()) {
      const before = boxes[place];
      if (before === undefined || before === null || box === null) throw new Error('A part is not drawn.');
      expect(before.x < box.x || before.y + before.height <= box.y, `part ${String(place + 2)} stands after the one before`).toBe(true);
    }
  }

  function partsOf(step: Locator): readonly Locator[] {
    return ['del', '.icon', 'ins'].map((part) => step.locator(part));
  }

  /** Expects that no script ran, no text became an element, and nothing is wider than the window. */
  async function expectHarmless(): Promise<void> {
    const { page, requests } = carrel;
    const found = await page.evaluate(() => ({
      ran: 'hostile' in globalThis,
      made: document.querySelectorAll('img[src="x"], script:not([src])').length,
      tooWide: document.documentElement.scrollWidth - innerWidth,
    }));
    expect(found).toEqual({ ran: false, made: 0, tooWide: 0 });
    expect(requests.filter((url) => url.endsWith('/x'))).toEqual([]);
    expect(await page.title()).not.toContain('title');
  }
});
