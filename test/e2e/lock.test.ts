import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { DEMO_PASSPHRASE } from '../../scripts/sandbox-process.ts';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { allLabs } from './requests.ts';
import { drawingProcesses, engineProcesses, findProcess, kill, requireProcess } from './processes.ts';
import { carrelCommand } from './terminal.ts';
import { leaveStudy, take, untilMirrored } from './steps.ts';
import { answerSaveDialog, expectQuiet } from './window.ts';

const STUDY = '22-001';
const NEW_PASSPHRASE = 'another four quiet desks';
const MINUTE = 60_000;

test.describe.configure({ mode: 'serial' });

test.describe('locks and keys', () => {
  const { folder, carrel } = openBench({ service: ['--studies', STUDY, '--page-size', '50', '--latency', '40'], data: 'data' });

  test('a lock during a sync ends it and closes all files, and the sync resumes after the unlock', async () => {
    await expect(card()).toContainText(/page ([3-9]|\d\d) of \d+/, { timeout: 60_000 });
    const [drawing] = await drawingProcesses(carrel);
    await carrel.page.keyboard.press('Control+l');
    await expect(carrel.page.getByRole('heading', { name: 'Carrel is locked' })).toBeVisible();
    await expect(carrel.page.getByText(/^Locked at \d\d:\d\d\. Your studies/)).toBeVisible();
    await expect.poll(() => drawingProcesses(carrel)).not.toContain(drawing);
    expect(await engineProcesses(carrel)).toEqual([]);
    expect(await openFiles()).toEqual([]);
    expect(await carrel.page.content()).not.toContain(STUDY);
    await unlock();
    await expect(card()).toContainText(/page \d+ of \d+/);
    await untilMirrored(card());
  });

  test('a lock during an export leaves the earlier file unchanged and no partial file', async () => {
    const { page } = carrel;
    const path = join(folder.path, 'earlier.csv');
    writeFileSync(path, 'what was here before');
    await answerSaveDialog(carrel, path);
    await page.evaluate((request) => void window.carrel.call('export.start', { request, suggestedName: 'labs.csv' }), allLabs(STUDY));
    await expect.poll(() => findProcess(carrel, 'Carrel exporter')).not.toBeNull();
    // Paused, so that it cannot end before the lock.
    kill(await requireProcess(carrel, 'Carrel exporter'), 'SIGSTOP');
    const [drawing] = await drawingProcesses(carrel);
    const exporter = await requireProcess(carrel, 'Carrel exporter');
    await carrel.app.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'));
    await expect.poll(() => drawingProcesses(carrel)).not.toContain(drawing);
    kill(exporter, 'SIGCONT');
    await expect(page.getByText(/with the computer\. Your studies/)).toBeVisible();
    expect(readFileSync(path, 'utf8')).toBe('what was here before');
    expect(await findProcess(carrel, 'Carrel exporter')).toBeNull();
    await unlock();
    await expect(card()).toBeVisible();
    await expect.poll(() => readdirSync(folder.path).filter((name) => name.endsWith('.part'))).toEqual([]);
    await page.evaluate((text) => window.carrel.call('clipboard.write', { text }), 'somebody else’s');
    await carrel.app.evaluate(({ clipboard }) => clipboard.writeText('of another program'));
  });

  test('an idle Carrel shows a hint, which a mouse movement dismisses, before it locks and says why', async () => {
    const { page } = carrel;
    await shiftClock(14.02);
    const hint = page.getByRole('status').filter({ hasText: 'about to lock' });
    await expect(hint).toContainText(/in \d\d s/);
    await expectAccessible(page, 'lock hint');
    await expect(hint.getByRole('button', { name: 'Stay unlocked' })).toBeVisible();
    // Any movement counts as use.
    await page.mouse.move(300, 300);
    await expect(hint).toBeHidden();
    await expect(card()).toBeVisible();
    await shiftClock(14.02 + 16);
    await expect(page.getByText(/, after 15 minutes idle\. Your studies/)).toBeVisible();
    await shiftClock(0);
    // What another program put on the clipboard stays there.
    expect(await carrel.app.evaluate(({ clipboard }) => clipboard.readText())).toBe('of another program');
    await unlock();
    await expect(card()).toBeVisible();
  });

  test('a lock closes a page even if its beforeunload handler objects', async () => {
    const { page } = carrel;
    const [drawing] = await drawingProcesses(carrel);
    await page.evaluate(() => {
      window.addEventListener('beforeunload', (event) => {
        event.preventDefault();
      });
    });
    // Chromium honours beforeunload only in a page that was used.
    await page.mouse.click(5, 5);
    await carrel.app.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'));
    await expect(page.getByText(/with the computer\. Your studies/)).toBeVisible();
    expect(await drawingProcesses(carrel)).not.toContain(drawing);
    await unlock();
    await expect(card()).toBeVisible();
  });

  test('an export asks for the passphrase again if the settings require it, and so does turning that off', async () => {
    const { page } = carrel;
    await security();
    await expectAccessible(page, 'security settings');
    const asks = page.getByRole('switch', { name: 'Ask again before an export' });
    await asks.click({ force: true });
    await expect(asks).toBeChecked();
    const ask = (passphrase?: string) =>
      page.evaluate((input) => window.carrel.call('export.start', input), {
        request: allLabs(STUDY),
        suggestedName: 'labs.csv',
        ...(passphrase === undefined ? {} : { passphrase }),
      });
    for (const given of [undefined, 'a wrong one']) expect(await ask(given)).toMatchObject({ ok: false, error: { code: 'LOCKED' } });
    await answerSaveDialog(carrel, join(folder.path, 'asked.csv'));
    expect(await ask(DEMO_PASSPHRASE)).toMatchObject({ ok: true });
    await asks.click({ force: true });
    const dialog = page.getByRole('dialog', { name: 'This protects less than before' });
    await expectAccessible(page, 'weaker', '[role=dialog]');
    await dialog.getByLabel('Passphrase', { exact: true }).fill('a wrong one');
    await dialog.getByRole('button', { name: 'Keep the change' }).click();
    await expect(dialog).toContainText('does not open this vault');
    await dialog.getByLabel('Passphrase', { exact: true }).fill(DEMO_PASSPHRASE);
    await dialog.getByRole('button', { name: 'Keep the change' }).click();
    await expect(dialog).toBeHidden();
    await expect(asks).not.toBeChecked();
  });

  test('a longer idle time requires the passphrase, a shorter one does not', async () => {
    const { page } = carrel;
    await choose('Lock when idle', 'After 5 minutes');
    await expect(page.getByRole('combobox', { name: 'Lock when idle' })).toHaveValue('After 5 minutes');
    await choose('Lock when idle', 'After 60 minutes');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('combobox', { name: 'Lock when idle' })).toHaveValue('After 5 minutes');
  });

  test('a new passphrase with new keys re-encrypts all studies, and the old passphrase opens nothing', async () => {
    const { page } = carrel;
    const before = studyFiles();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the passphrase' });
    await dialog.getByLabel('Current passphrase').fill(DEMO_PASSPHRASE);
    await dialog.getByLabel('New passphrase').fill(NEW_PASSPHRASE);
    await dialog.getByLabel('Repeat passphrase').fill(NEW_PASSPHRASE);
    await dialog.getByRole('checkbox').check();
    await expectAccessible(page, 'change of the passphrase', '[role=dialog]');
    await dialog.getByRole('button', { name: 'Change the passphrase' }).click();
    await expect(page.getByText('The passphrase is changed')).toBeVisible({ timeout: 110_000 });
    await expect(page.getByText('1 study re-encrypted.')).toBeVisible();
    expect(studyFiles()).not.toEqual(before);
    await page.getByRole('button', { name: 'Back to studies' }).click();
    await card().getByRole('button', { name: 'Open' }).click();
    await page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: /^Labs/ }).click();
    await expect(page.getByRole('region', { name: 'Labs', exact: true }).locator('footer').first()).toContainText('9,969 rows');
    const found = await carrelCommand(carrel.dataDir, NEW_PASSPHRASE, ['verify']);
    expect(found.at(-1)).toMatchObject({ code: 0, findings: [] });
    await page.keyboard.press('Control+l');
    await unlock(DEMO_PASSPHRASE);
    await expect(page.getByText('does not open this vault')).toBeVisible();
    await unlock(NEW_PASSPHRASE);
    await leaveStudy(page);
    await expect(card()).toBeVisible();
    await card().getByRole('button', { name: 'Open' }).click();
    await page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: /^Labs/ }).click();
  });

  test('a damaged study is set aside and mirrored again on request', async () => {
    const { page } = carrel;
    await page.keyboard.press('Control+l');
    await expect(page.getByRole('heading', { name: 'Carrel is locked' })).toBeVisible();
    const [file = ''] = studyFiles();
    const bytes = readFileSync(join(carrel.dataDir, 'studies', file));
    writeFileSync(join(carrel.dataDir, 'studies', file), Buffer.concat([Buffer.alloc(4096, 7), bytes.subarray(4096)]));
    await unlock(NEW_PASSPHRASE);
    await card().getByRole('button', { name: 'Mirror again' }).click();
    const dialog = page.getByRole('dialog', { name: `Mirror ${STUDY} again?` });
    await expectAccessible(page, 'mirror again', '[role=dialog]');
    await dialog.getByRole('button', { name: 'Set aside and mirror again' }).click();
    await untilMirrored(card());
    expect(readdirSync(join(carrel.dataDir, 'studies')).some((name) => name.startsWith(`${file}.damaged-`))).toBe(true);
  });

  test('the window reports no error and requests only its own files', () => {
    expectQuiet(carrel);
  });

  test('a damaged key file is named as the cause, and the copy is set aside on request without deleting studies', async () => {
    const { page } = carrel;
    await page.keyboard.press('Control+l');
    await expect(page.getByRole('heading', { name: 'Carrel is locked' })).toBeVisible();
    const keys = readFileSync(join(carrel.dataDir, 'keys.json'));
    const names = readdirSync(join(carrel.dataDir, 'studies'));
    writeFileSync(join(carrel.dataDir, 'keys.json'), keys.subarray(0, keys.length - 30));
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('keys.json is damaged: the passphrase is not the problem');
    await expectAccessible(page, 'nothing opens it');
    await page.getByRole('button', { name: 'Set this copy aside and start over' }).click();
    await expectAccessible(page, 'set aside', '[role=dialog]');
    await page.getByRole('button', { name: 'Set it aside', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Connect to your service' })).toBeVisible();
    const [aside = ''] = readdirSync(carrel.dataDir).filter((name) => name.startsWith('set-aside-'));
    expect(readdirSync(join(carrel.dataDir, aside, 'studies'))).toEqual(names);
    expect(readdirSync(carrel.dataDir)).not.toContain('keys.json');
  });

  function card(): Locator {
    return carrel.page.getByRole('article', { name: `Study ${STUDY}` });
  }

  function studyFiles(): readonly string[] {
    return readdirSync(join(carrel.dataDir, 'studies')).filter((name) => name.endsWith('.db'));
  }

  async function unlock(passphrase = DEMO_PASSPHRASE): Promise<void> {
    await carrel.page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
    await carrel.page.getByRole('button', { name: 'Unlock' }).click();
  }

  async function security(): Promise<void> {
    const { page } = carrel;
    await take(page, 'Settings, security');
    await expect(page.getByRole('heading', { name: 'Security', exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Locking', exact: true })).toBeVisible();
  }

  async function choose(setting: string, choice: string): Promise<void> {
    const { page } = carrel;
    await page.getByRole('combobox', { name: setting }).click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  }

  /** Sets the main process's wall clock this many minutes ahead. */
  async function shiftClock(minutes: number): Promise<void> {
    await carrel.app.evaluate((_electron, ahead) => {
      const clock = Date as typeof Date & { real?: () => number };
      const real = (clock.real ??= Date.now.bind(Date));
      Date.now = () => real() + ahead;
    }, minutes * MINUTE);
  }

  /** The vault and study files that Carrel's processes hold open, including deleted ones. */
  async function openFiles(): Promise<readonly string[]> {
    const pids = await carrel.app.evaluate(({ app }) => app.getAppMetrics().map(({ pid }) => pid));
    return pids.flatMap((pid) => {
      try {
        return readdirSync(`/proc/${String(pid)}/fd`).flatMap((fd) => {
          const target = readlinkSync(`/proc/${String(pid)}/fd/${fd}`);
          return target.startsWith(carrel.dataDir) && /\.db(-wal|-shm)?( \(deleted\))?$/.test(target) ? [target] : [];
        });
      } catch {
        // The process ended or the file was closed in the meantime.
        return [];
      }
    });
  }
});
