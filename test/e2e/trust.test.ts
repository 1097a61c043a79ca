import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { DEMO_PASSPHRASE } from '../../scripts/sandbox-process.ts';
import type { StudyStatusJson } from '../../src/shared/status-json.ts';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { take, untilMirrored } from './steps.ts';
import { setRevision } from './service.ts';
import { carrelCommand } from './terminal.ts';
import { expectQuiet } from './window.ts';

const STUDY = '22-001';
const HOUR = 3_600_000;

test.describe.configure({ mode: 'serial' });

test.describe('proof, staleness, automatic syncs and the shrink guard', () => {
  const { folder, service, carrel, reopen, restart } = openBench({ service: ['--studies', STUDY, '--subjects', '40'] });

  test('the proof states that the copy is complete, and expands to its checks', async () => {
    const { page } = carrel;
    await untilMirrored(card());
    await card().getByRole('button', { name: 'Proof' }).click();
    const proof = page.getByRole('dialog', { name: `Proof of ${STUDY}` });
    await expect(proof.getByRole('heading', { name: /^Complete as of/ })).toBeVisible();
    await expect(proof).toContainText('A change that was undone between two readings of the same page');
    await expect(proof).toContainText('A page that the service itself assembled from two states of its data');
    const labs = (await status()).datasets.find(({ dataset }) => dataset === 'labs');
    const counted = (labs?.records ?? 0).toLocaleString('en');
    await expect(proof.getByText(`${counted} records on ${String(labs?.pages)} pages`)).toBeVisible();
    await expect(proof.getByText(labs?.proof?.digest ?? 'a digest')).toBeHidden();
    const lines = proof.getByRole('group').filter({ hasText: 'Labs' });
    await lines.getByText('Labs', { exact: true }).click();
    for (const said of [
      `${counted} on the first page, the same on the last`,
      `${counted} record keys, each different`,
      'Every page found unchanged after',
      'all datasets of that sync as of the same moment',
      labs?.proof?.digest ?? 'a digest',
    ])
      await expect(lines.getByText(said)).toBeVisible();
    await expectAccessible(page, 'proof', '[role=dialog]');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page, 'proof, dark', '[role=dialog]');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  test('the proof leads to the members without data', async () => {
    const { page } = carrel;
    const labs = (await status()).datasets.find(({ dataset }) => dataset === 'labs');
    const without = labs?.subjects?.withoutData ?? 0;
    expect(without).toBeGreaterThan(0);
    await page
      .getByRole('dialog')
      .getByRole('group')
      .filter({ hasText: 'Labs' })
      .getByRole('button', { name: 'Show these members' })
      .click();
    await expect(table('Subjects').locator('footer').first()).toContainText(
      `${String(without)} of ${String(labs?.subjects?.members)} rows`,
    );
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('a vanished record opens with its last known fields and the time it vanished', async () => {
    const { page } = carrel;
    await setRevision(service.baseUrl, 1);
    await page.getByRole('button', { name: 'Sync', exact: true }).click();
    await expect(page.getByText(`${STUDY} is complete as of`)).toBeVisible();
    await rail('Changes');
    await page.getByRole('radiogroup', { name: 'Kind of change' }).getByText('Vanished').click();
    const row = page.getByRole('row', { name: /^(?!Subject).*vanished: open/ }).first();
    const named = await row.getByRole('cell').nth(3).innerText();
    await row.click();
    const inspector = page.getByRole('complementary', { name: /^Record/ });
    await expect(inspector).toContainText(/vanished \d+ \w+ \d{4}, \d\d:\d\d/);
    await expect(inspector).toContainText('Pass 2 was complete and no longer contained this record.');
    await expect(inspector.getByRole('tab', { name: /^Fields/ })).toHaveAttribute('aria-selected', 'true');
    await expect(inspector.getByRole('tabpanel')).toContainText(named);
    await expectAccessible(page, 'vanished record', '.inspector');
    await inspector.getByRole('tab', { name: /^History/ }).click();
    await expect(inspector.getByRole('listitem')).toHaveText([/^Vanished/, /^First seen/]);
    await inspector.getByRole('button', { name: 'Close the record' }).click();
  });

  test('a copy older than the chosen age is called stale on the stamp and on the card', async () => {
    const { page } = carrel;
    await shiftClock(8 * 24);
    await rail('Settings');
    await page.getByRole('button', { name: 'Back to' }).click();
    const stamp = page.getByRole('banner').getByRole('button', { name: /^As of/ });
    await expect(stamp).toContainText('Stale, 8 days old');
    await rail('All studies');
    await expect(card().getByText('Stale, 8 days old')).toBeVisible();
    await expectAccessible(page, 'stale card');
    await settings();
    await choose('A copy is stale after', '2 weeks');
    await page.getByRole('button', { name: 'Back to' }).click();
    await expect(card()).toContainText('Complete as of');
    await expect(card().getByText(/^Stale/)).toHaveCount(0);
    await shiftClock(0);
  });

  test('the window syncs on a schedule, and shows no message if nothing changed', async () => {
    const { page } = carrel;
    await settings();
    await expectAccessible(page, 'sync settings');
    await choose('Sync on a schedule', 'Every 15 minutes');
    await expect(page.getByText(/next sync at \d\d:\d\d/)).toBeVisible();
    const before = (await status()).datasets.map(({ asOf }) => asOf);
    await shiftClock(0.3);
    await expect
      .poll(async () => (await status()).datasets.some(({ asOf }, place) => asOf !== before[place]), { timeout: 60_000 })
      .toBe(true);
    await expect(page.getByText(/next sync at/)).toBeVisible();
    await expect(page.getByText('Nothing changed')).toHaveCount(0);
    await shiftClock(0);
    await choose('Sync on a schedule', 'Off');
    await page.getByRole('switch', { name: 'Sync on start' }).check({ force: true });
    await expect.poll(async () => (await storedPreferences()).sync?.onStart).toBe(true);
  });

  test('the window syncs on start, after the first unlock only', async () => {
    expectQuiet(carrel);
    await carrel.close();
    await setRevision(service.baseUrl, 2);
    await reopen();
    const { page } = carrel;
    await page.getByLabel('Passphrase', { exact: true }).fill(DEMO_PASSPHRASE);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByText(`${STUDY} is complete as of`)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(/\d+ new, \d+ changed/)).toBeVisible();
    const asOf = (await status()).datasets.map((dataset) => dataset.asOf);
    await page.keyboard.press('Control+l');
    await page.getByLabel('Passphrase', { exact: true }).fill(DEMO_PASSPHRASE);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(card()).toContainText('Complete as of');
    expect((await status()).datasets.map((dataset) => dataset.asOf)).toEqual(asOf);
  });

  test('a copy that shrinks too much waits for a decision, on the card, the stamp and the table', async () => {
    const { page } = carrel;
    await service.stop();
    await restart(['--studies', STUDY, '--subjects', '6']);
    await card().getByRole('button', { name: 'Sync', exact: true }).click();
    await expect(card()).toContainText(/Labs would shrink from [\d,]+ to [\d,]+ records, and lose all records of \d+ of \d+ subjects\./, {
      timeout: 60_000,
    });
    await expect(card()).toContainText('The earlier copies stay until you decide.');
    await expectAccessible(page, 'card with a decision');
    await service.stop();
    await card().getByRole('button', { name: 'Decide on labs' }).click();
    await expect(page.getByRole('banner').getByRole('button', { name: /^As of/ })).toContainText('wait for your decision');
    await expect(notice()).toContainText(
      /Labs would shrink from [\d,]+ to [\d,]+ records, and lose all records of \d+ of \d+ subjects\. The earlier copy of .* stays until you decide\./,
    );
    await expectAccessible(page, 'shrink question', '.pending-review, header');
  });

  test('keeping the earlier copy needs no network', async () => {
    const { page } = carrel;
    const rows = await table('Labs').locator('footer b').first().innerText();
    await expect(notice().getByRole('button', { name: 'Decide on vitals' })).toBeVisible();
    await notice().getByRole('button', { name: 'Keep the earlier copy' }).click();
    await expect(page.getByText(`${STUDY} keeps its earlier labs`)).toBeVisible();
    await expect(page.getByText(/still wait for your decision/)).toBeVisible();
    await expect(notice()).toBeHidden();
    await expect(table('Labs').locator('[role=gridcell]:focus')).toBeVisible();
    await expect(table('Labs').locator('footer b').first()).toHaveText(rows);
    expect((await status()).datasets.find(({ dataset }) => dataset === 'labs')?.pending).toBeNull();
  });

  test('showing the new copy asks for confirmation with the numbers, and updates the table and the changes', async () => {
    const { page } = carrel;
    await rail('Vitals');
    const pending = (await status()).datasets.find(({ dataset }) => dataset === 'vitals')?.pending;
    const left = (pending?.records ?? 0).toLocaleString('en');
    await notice().getByRole('button', { name: 'Show the new copy' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(`${(pending?.lost ?? 0).toLocaleString('en')} fewer vitals`);
    await expect(dialog.getByRole('button', { name: 'Not now' })).toBeFocused();
    await expectAccessible(page, 'shrink, asked again', '[role=dialog]');
    await dialog.getByRole('button', { name: `Show ${left} records` }).click();
    await expect(dialog).toBeHidden();
    await expect(notice()).toBeHidden();
    await expect(table('Vitals').locator('footer b').first()).toHaveText(left);
    await expect(table('Vitals').locator('[role=gridcell]:focus')).toBeVisible();
    await page.getByRole('button', { name: 'Review' }).last().click();
    await page.getByRole('radiogroup', { name: 'Kind of change' }).getByText('Vanished').click();
    await expect(page.getByRole('row', { name: /vanished: open/ }).first()).toBeVisible();
  });

  test('no decision is taken during a sync; one that waits for the network says so and can be cancelled', async () => {
    const { page } = carrel;
    // Subjects are read first, which leaves time to decide on another dataset before it is read again.
    await restart(['--studies', STUDY, '--subjects', '40', '--latency', '2000']);
    await page.getByRole('button', { name: 'Sync', exact: true }).click();
    const progress = page.getByRole('group', { name: 'Sync in progress' });
    await rail('Medications');
    await notice().getByRole('button', { name: 'Keep the earlier copy' }).click();
    await expect(notice().getByRole('alert')).toContainText('A sync is running. Decide once it has finished, or cancel it.');
    await expect(progress).toContainText(/Labs, page [2-9]/);
    await service.stop();
    await expect(progress).toContainText(/^Waiting for the network, trying again within \d+ s/);
    await progress.getByRole('button', { name: 'Cancel the sync' }).click();
    await expect(page.getByText('The sync was cancelled')).toBeVisible({ timeout: 5000 });
    await expect(progress).toBeHidden();
    await expect(page.getByRole('button', { name: 'Sync', exact: true })).toBeEnabled();
  });

  test('the window reports no error and requests only its own files', () => {
    expectQuiet(carrel);
  });

  function card(): Locator {
    return carrel.page.getByRole('article', { name: `Study ${STUDY}` });
  }

  function table(name: string): Locator {
    return carrel.page.getByRole('region', { name, exact: true });
  }

  function notice(): Locator {
    return carrel.page.getByRole('region', { name: 'Decision needed' });
  }

  async function rail(place: string): Promise<void> {
    await carrel.page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: place }).click();
  }

  async function settings(): Promise<void> {
    const { page } = carrel;
    await take(page, 'Settings, sync');
    await expect(page.getByRole('heading', { name: 'Sync', exact: true })).toBeVisible();
  }

  async function choose(setting: string, choice: string): Promise<void> {
    const { page } = carrel;
    await page.getByRole('combobox', { name: setting }).click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  }

  /** Sets the window's clock this many hours ahead of the computer's; its timers run as before. */
  async function shiftClock(hours: number): Promise<void> {
    await carrel.page.clock.setSystemTime(Date.now() + hours * HOUR);
  }

  async function status(): Promise<StudyStatusJson> {
    const lines = await carrelCommand(folder.path, DEMO_PASSPHRASE, ['status', STUDY]);
    const [found] = (lines.at(-1) as unknown as { studies: readonly StudyStatusJson[] }).studies;
    if (found === undefined) throw new Error('The command line reported no status.');
    return found;
  }

  async function storedPreferences(): Promise<{ readonly sync?: { readonly onStart: boolean } }> {
    return JSON.parse(await readFile(join(folder.path, 'preferences.json'), 'utf8')) as { sync?: { onStart: boolean } };
  }
});
