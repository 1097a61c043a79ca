import { readFileSync, readdirSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { DEMO_PASSPHRASE, demoEnvironment } from '../../scripts/sandbox-process.ts';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { setRevision } from './service.ts';
import { take, untilMirrored } from './steps.ts';
import { trailOf } from './trail.ts';
import { answerOpenDialog, answerSaveDialog, expectQuiet } from './window.ts';

const STUDY = '22-001';
const PASSPHRASE = 'kept in the safe of the office';
const SHOTS = process.env['CARREL_SCREENSHOTS'] ?? '';

test.describe.configure({ mode: 'serial' });

test.describe('backup settings', () => {
  const bench = openBench({ service: ['--studies', STUDY, '--subjects', '12'], data: 'first' });
  const { folder, service, carrel } = bench;
  let file = '';
  let kept = '';

  test.beforeAll(async () => {
    file = join(folder.path, 'mine.carrelbackup');
    kept = join(folder.path, 'kept');
    await mkdir(kept);
  });

  /** Writes a note beside the first lab result. */
  async function writeNote(text: string): Promise<void> {
    const { page } = carrel;
    await take(page, STUDY);
    await take(page, 'Labs');
    const labs = page.getByRole('region', { name: 'Labs', exact: true });
    const cell = labs.locator('[role=row][row-index="1"]').getByRole('gridcell').nth(3);
    await expect(cell).toContainText(/\w/);
    await cell.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: /^Notes/ }).click();
    await page.getByLabel('New note on this record').fill(text);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('list', { name: 'Notes' }).getByRole('listitem')).toContainText(text);
    await page.keyboard.press('Escape');
  }

  /** Syncs from the study's place, since Settings has no sync. */
  async function syncStudy(): Promise<void> {
    const count = async (): Promise<number> => (await trailOf(carrel)).filter(({ says }) => says.startsWith('Synced')).length;
    const before = await count();
    await take(carrel.page, STUDY);
    await carrel.page.keyboard.press('Control+r');
    await expect.poll(count, { timeout: 180_000 }).toBeGreaterThan(before);
  }

  function testColumn(): Locator {
    return carrel.page.getByRole('region', { name: 'Labs', exact: true }).locator('[role=columnheader][col-id="test"]');
  }

  async function openSettings(): Promise<void> {
    await take(carrel.page, 'Settings, backup');
    await expect(carrel.page.getByRole('heading', { name: 'Backup', exact: true })).toBeVisible();
  }

  async function shoot(name: string): Promise<void> {
    if (SHOTS !== '') await carrel.page.screenshot({ path: join(SHOTS, `${name}.png`) });
  }

  test('say that there is no backup yet, and pass the accessibility check in light and dark', async () => {
    const { page } = carrel;
    await untilMirrored(page.getByRole('article'));
    await setRevision(service.baseUrl, 1);
    await syncStudy();
    await writeNote('ask the site about the second sample');
    await expect(testColumn()).toBeVisible();
    const hidden = { columns: [{ name: 'test', width: 200, shown: false, pinned: false }] };
    await page.evaluate((layouts) => window.carrel.call('preferences.set', { layouts }), { [`${STUDY}/labs`]: hidden });
    await expect(testColumn()).toBeHidden();
    await openSettings();
    await expect(page.getByText('No backup yet.')).toBeVisible();
    for (const scheme of ['dark', 'light']) {
      await take(page, `Use ${scheme} colours`);
      await expectAccessible(page, `backup settings, ${scheme}`);
      await shoot(`backup-${scheme}`);
    }
  });

  test('write an encrypted backup to a chosen file under a passphrase of its own', async () => {
    const { page } = carrel;
    await page.getByRole('button', { name: 'Back up now…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Back up' });
    const make = dialog.getByRole('button', { name: 'Back up', exact: true });
    await expect(make).toBeDisabled();
    await dialog.getByLabel('Passphrase of the backup').fill(PASSPHRASE);
    await dialog.getByLabel('Repeat passphrase').fill(PASSPHRASE);
    await expectAccessible(page, 'back up', '[role=dialog]');
    await answerSaveDialog(carrel, file);
    await make.click();
    await expect(dialog.getByText('Backup created')).toBeVisible({ timeout: 120_000 });
    await expect(dialog).toContainText('It contains 1 study');
    await shoot('backup-made');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(/mine\.carrelbackup, [\d.]+ [KM]B/)).toBeVisible();
    const bytes = readFileSync(file).toString('latin1');
    expect(bytes.slice(0, 16)).toBe('carrel-backup---');
    expect(bytes).not.toContain('second sample');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('back up to a folder after each sync and keep the newest two', async () => {
    const { page } = carrel;
    await page.getByRole('button', { name: 'Set up…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Back up after each sync' });
    await answerOpenDialog(carrel, kept);
    await dialog.getByRole('button', { name: 'Choose a folder…' }).click();
    await expect(dialog.getByText(kept)).toBeVisible();
    await dialog.getByLabel('Backups to keep').fill('2');
    await dialog.getByLabel('Passphrase of the backups').fill(PASSPHRASE);
    await dialog.getByLabel('Repeat passphrase').fill(PASSPHRASE);
    await dialog.getByLabel('Passphrase of this computer’s copy').fill('a wrong one');
    await expectAccessible(page, 'plan of backups', '[role=dialog]');
    await shoot('backup-plan');
    await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect(dialog).toContainText('does not open this vault', { timeout: 60_000 });
    await dialog.getByLabel('Passphrase of this computer’s copy').fill(DEMO_PASSPHRASE);
    await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect(dialog).toBeHidden({ timeout: 60_000 });
    await expect(page.getByText('Carrel keeps the newest 2')).toBeVisible();
    for (let made = 1; made <= 3; made++) {
      await setRevision(service.baseUrl, 1 + made);
      const before = names();
      await syncStudy();
      await expect.poll(() => names().some((name) => !before.includes(name)), { timeout: 120_000 }).toBe(true);
      await expect.poll(() => names().length, { timeout: 60_000 }).toBe(Math.min(made, 2));
    }
    await openSettings();
    await expect(page.getByText(/after a sync: carrel-[0-9a-f]{8}-/)).toBeVisible();
  });

  function names(): readonly string[] {
    return readdirSync(kept).filter((name) => name.endsWith('.carrelbackup'));
  }

  test('restore notes, change history and columns on a new computer', async () => {
    await carrel.close();
    const second = join(folder.path, 'second');
    await bench.reopen(demoEnvironment(service, second), second);
    const { page } = carrel;
    await untilMirrored(page.getByRole('article'));
    await openSettings();
    await page.getByRole('button', { name: 'Restore…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore from a backup' });
    await answerOpenDialog(carrel, join(kept, names().toSorted().at(-1) ?? ''));
    await dialog.getByRole('button', { name: 'Choose a file…' }).click();
    await dialog.getByLabel('Passphrase of the backup').fill('not this one');
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('not the passphrase of this backup');
    await dialog.getByLabel('Passphrase of the backup').fill(PASSPHRASE);
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(dialog.getByRole('status')).toContainText('was restored', { timeout: 120_000 });
    await expect(dialog).toContainText(/change history entries, 1 note/);
    await expectAccessible(page, 'restored', '[role=dialog]');
    await shoot('backup-restored');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await take(page, STUDY);
    await take(page, 'Notes');
    await expect(page.getByText('ask the site about the second sample')).toBeVisible();
    // The restored columns apply at once; otherwise the window would overwrite them with its own.
    await take(page, 'Labs');
    await expect(page.getByRole('region', { name: 'Labs', exact: true }).getByRole('columnheader').nth(2)).toBeVisible();
    await expect(testColumn()).toBeHidden();
    expectQuiet(carrel);
  });

  test('report that no backup was made after a sync if its folder is gone', async () => {
    const { page } = carrel;
    await openSettings();
    const gone = join(folder.path, 'gone');
    await mkdir(gone);
    await answerOpenDialog(carrel, gone);
    await page.getByRole('button', { name: 'Set up…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Back up after each sync' });
    await dialog.getByRole('button', { name: 'Choose a folder…' }).click();
    await dialog.getByLabel('Passphrase of the backups').fill(PASSPHRASE);
    await dialog.getByLabel('Repeat passphrase').fill(PASSPHRASE);
    await dialog.getByLabel('Passphrase of this computer’s copy').fill(DEMO_PASSPHRASE);
    await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect(dialog).toBeHidden({ timeout: 60_000 });
    await carrel.app.evaluate((_electron, path) => process.getBuiltinModule('node:fs').rmdirSync(path), gone);
    await syncStudy();
    await openSettings();
    await expect(page.getByText('No backup was made after the sync of')).toBeVisible({ timeout: 120_000 });
    await shoot('backup-failure');
    await page.getByRole('button', { name: 'Turn off' }).click();
    const question = page.getByRole('dialog', { name: 'Stop backing up after each sync' });
    await expectAccessible(page, 'end of backups', '[role=dialog]');
    await shoot('backup-off');
    await question.getByLabel('Passphrase', { exact: true }).fill(DEMO_PASSPHRASE);
    await question.getByRole('button', { name: 'Turn off' }).click();
    await expect(page.getByRole('button', { name: 'Set up…' })).toBeVisible();
  });
});
