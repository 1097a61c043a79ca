import { expect, type Locator, type Page } from '@playwright/test';
import { DEMO_PASSPHRASE } from '../../scripts/sandbox-process.ts';

/** Chooses the first result of the command palette, once there is one: subjects and tests are read when it opens. */
export async function take(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const find = page.getByRole('textbox', { name: 'Find' });
  await find.fill(typed);
  await expect(page.getByRole('dialog').locator('[data-selected]')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(find).toBeHidden();
}

/** Submits a passphrase on the locked page; the test checks the result. */
export async function tryPassphrase(page: Page, passphrase = DEMO_PASSPHRASE): Promise<void> {
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await page.getByRole('button', { name: 'Unlock' }).click();
}

export async function lock(page: Page): Promise<void> {
  await page.keyboard.press('Control+l');
  await expect(page.getByRole('heading', { name: 'Carrel is locked' })).toBeVisible();
}

/** Waits until the study of a card, or the only one of the page, is mirrored, which takes longer than a click on a busy machine. */
export async function untilMirrored(shownIn: Page | Locator): Promise<void> {
  await expect(shownIn.getByText('Ready for offline', { exact: true })).toBeVisible({ timeout: 240_000 });
}

/** Goes to all studies from the study that the window returns to after an unlock or a reload. */
export async function leaveStudy(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: 'All studies' }).click();
}

/** Closes all messages, including one that fades out or appears in the meantime. */
export async function closeToasts(page: Page): Promise<void> {
  const close = page.locator('.mantine-Notifications-root').getByRole('button', { name: 'Close' });
  await expect(async () => {
    await close.evaluateAll((buttons) => {
      for (const button of buttons) if (button instanceof HTMLElement) button.click();
    });
    await expect(close).toHaveCount(0, { timeout: 500 });
  }).toPass({ timeout: 20_000 });
}
