import { expect, test, type Locator } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { setFaults } from './service.ts';
import { closeToasts, take, untilMirrored } from './steps.ts';
import { expectQuiet } from './window.ts';

test.describe.configure({ mode: 'serial' });

test.describe('the dates shown on the page of a subject', () => {
  const { service, carrel } = openBench({ service: ['--subjects', '12', '--studies', '22-001'] });
  const axis = (): Locator => carrel.page.getByRole('slider', { name: 'Day on the time axis' });
  const alt = (): Locator => carrel.page.getByRole('img', { name: /^ALT/ });
  const note = (): Locator => carrel.page.locator('.subject-dates');

  test('are selected by a click and a Shift-click; Escape cancels a drag, and showing all dates focuses the axis', async () => {
    const { page } = carrel;
    await untilMirrored(page.getByRole('article', { name: 'Study 22-001' }));
    await take(page, '22-001');
    await take(page, '0012');
    await expect(alt()).toHaveAccessibleName(/last 20 on day 132/);
    await expect(note()).toHaveCount(0);
    const box = await axis().boundingBox();
    if (box === null) throw new Error('The axis is not there.');
    // 170 days, with a padding of 28 pixels at either end.
    const placeOf = (day: number) => ({ x: Math.round(28 + ((day + 0.3) / 170) * (box.width - 56)), y: 20 });
    await axis().click({ position: placeOf(0) });
    await expect(axis()).toHaveAttribute('aria-valuetext', /1 Nov 2025$/);
    await page.mouse.move(box.x + placeOf(60).x, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + placeOf(120).x, box.y + 20, { steps: 4 });
    await expect(axis()).toHaveAttribute('aria-valuetext', /marked, letting go shows these dates only$/);
    await page.keyboard.press('Escape');
    await expect(page.locator('.timeline-marked')).toHaveCount(0);
    await page.mouse.up();
    await page.mouse.move(4, 4);
    await expect(note()).toHaveCount(0);
    await expect(axis()).toHaveAttribute('aria-valuetext', /1 Nov 2025$/);
    await axis().click({ position: placeOf(31), modifiers: ['Shift'] });
    await expect(note()).toContainText('outside the dates shown, 1 Nov 2025 to 2 Dec 2025.');
    await expect(alt()).toHaveAccessibleName(/: 5 results from day −10 to day 22/);
    // The time line does not move when the note appears.
    expect((await axis().boundingBox())?.y).toBe(box.y);
    await page.getByRole('button', { name: 'Show all dates' }).click();
    await expect(note()).toHaveCount(0);
    await expect(axis()).toBeFocused();
  });

  test('leave out a mistyped year; a note says what is not shown, and leads to all dates and back', async () => {
    const { page } = carrel;
    await expect(alt()).toHaveAccessibleName(/last 20 on day 132/);
    await setFaults(service.baseUrl, [{ where: 'labs', replace: [['2026-03-22T', '2091-03-22T']] }]);
    await page.keyboard.press('Control+r');
    await expect(note()).toContainText('24 lab results (22 Mar 2091) lie outside the dates shown, 1 Nov 2025 to 19 Apr 2026.');
    await expect(alt()).toHaveAccessibleName(/to day 106; .+ last 19 on day 106/);
    await expect(page.locator('.timeline-row', { has: alt() })).toContainText('1 not shown');
    await expect(page.getByRole('tab', { name: 'Labs 199' })).toBeVisible();
    await expect(note().getByRole('status')).toHaveText(/^24 lab results .+ The tables below show all of them\.$/);
    await page.getByRole('button', { name: 'Show all dates' }).click();
    await expect(alt()).toHaveAccessibleName(/last 20 on day 23873/);
    // The note stays, and offers the way back.
    await expect(page.getByRole('button', { name: 'Hide them' })).toBeFocused();
    await page.getByRole('button', { name: 'Hide them' }).click();
    await expect(alt()).toHaveAccessibleName(/last 19 on day 106/);
  });

  test('are used in the printed profile, with the same note', async () => {
    const { page, app } = carrel;
    await app.evaluate(({ dialog }) => {
      dialog.showSaveDialog = () =>
        new Promise((done) => {
          setTimeout(() => {
            done({ canceled: true, filePath: '' });
          }, 3000);
        });
    });
    await page.getByRole('button', { name: 'Save as PDF' }).click();
    await expect(page.locator('.print-sheet')).toContainText('24 lab results (22 Mar 2091) lie outside the dates shown');
    await expect(page.locator('.print-sheet')).toHaveCount(0);
  });

  test('are selected by keyboard and by dragging, and all shown again', async () => {
    const { page } = carrel;
    await axis().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    for (let steps = 0; steps < 3; steps++) await page.keyboard.press('Shift+ArrowRight');
    await expect(axis()).toHaveAttribute('aria-valuetext', '11 Nov 2025 to 2 Dec 2025 marked, Enter shows these dates only');
    await page.keyboard.press('Escape');
    await expect(axis()).toHaveAttribute('aria-valuetext', /^C2D1/);
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('Enter');
    await expect(note()).toContainText('outside the dates shown, 1 Nov 2025 to 2 Dec 2025.');
    await expect(alt()).toHaveAccessibleName(/: 5 results from day −10 to day 22/);
    await expect(axis()).toBeFocused();
    const box = await axis().boundingBox();
    if (box === null) throw new Error('The axis is not there.');
    await page.mouse.move(box.x + 4, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 20, { steps: 4 });
    await expect(page.locator('.timeline-marked')).toBeVisible();
    await page.mouse.up();
    await expect(page.locator('.timeline-marked')).toHaveCount(0);
    await expect(alt()).toHaveAccessibleName(/: 2 results from day −10 to day 1/);
    // The padding left of the first day is not a day.
    const marked = 'outside the dates shown, 1 Nov 2025 to 17 Nov 2025.';
    await expect(note()).toContainText(marked);
    // Another subject has its own dates.
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(note()).toHaveCount(0);
    await page.keyboard.press('Alt+ArrowRight');
    await expect(note()).toContainText(marked);
    await page.getByRole('button', { name: 'Show all dates' }).click();
    await page.getByRole('button', { name: 'Hide them' }).click();
    await expect(note()).toContainText('1 Nov 2025 to 19 Apr 2026.');
    // A single day other than day 1.
    await page.mouse.move(4, 4);
    await axis().focus();
    for (const key of ['Home', 'Shift+ArrowRight', 'Shift+ArrowLeft', 'Enter']) await page.keyboard.press(key);
    await expect(note()).toContainText('outside the dates shown, 1 Nov 2025. Day 1 (11 Nov 2025) is outside the dates shown.');
    await expect(alt()).toHaveAccessibleName(/: 1 result from day −10 to day −10/);
    await page.getByRole('button', { name: 'Show all dates' }).click();
    await page.getByRole('button', { name: 'Hide them' }).click();
  });

  test('pass the accessibility check in light and dark, without errors or foreign requests', async () => {
    const { page } = carrel;
    await closeToasts(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await axis().focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+ArrowRight');
      await expectAccessible(page, `Dates of a subject, ${colorScheme}`, '.subject-scroll');
    }
    expectQuiet(carrel);
  });
});
