import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { dragFiles } from './drop.ts';
import { findProcess } from './processes.ts';
import { allLabs } from './requests.ts';
import { setRevision } from './service.ts';
import { closeToasts, leaveStudy, lock, take, tryPassphrase, untilMirrored } from './steps.ts';
import { trailOf } from './trail.ts';
import { answerOpenDialog, answerSaveDialog, expectQuiet } from './window.ts';

const STUDY = '22-001';

test.describe.configure({ mode: 'serial' });

test.describe('a file dropped on the window, or chosen', () => {
  const { folder, service, carrel } = openBench({ service: ['--studies', STUDY, '--subjects', '6'], data: 'data' });
  let file: string;
  const dialog = (): Locator => carrel.page.getByRole('dialog', { name: 'Verify a file' });

  test.beforeAll(async () => {
    file = join(folder.path, 'labs.csv');
    await untilMirrored(card());
    await answerSaveDialog(carrel, file);
    const exported = await carrel.page.evaluate(
      (request) => window.carrel.call('export.start', { request, suggestedName: 'labs.csv' }),
      allLabs(STUDY),
    );
    expect(exported).toMatchObject({ ok: true });
    await closeToasts(carrel.page);
  });

  test('shows what a drop will do while it is dragged, and does not navigate', async () => {
    const { page } = carrel;
    const drag = await dragFiles(carrel, file);
    await expect(page.getByText('Drop the file to verify it')).toBeVisible();
    await drag.leave();
    await expect(page.getByText('Drop the file to verify it')).toBeHidden();
    expect(page.url()).toBe('app://ui/');
  });

  test('is reported as unchanged and current right after its export', async () => {
    const { page } = carrel;
    await (await dragFiles(carrel, file)).drop();
    await expect(dialog().getByRole('heading', { name: 'Unchanged' })).toBeVisible();
    await expect(dialog()).toContainText('Byte for byte what Carrel wrote');
    await expect(dialog()).toContainText(`Labs, ${STUDY}`);
    await expect(dialog()).toContainText('CSV, exact');
    await expect(dialog()).toContainText('Current: nothing in Labs has changed here since.');
    await expectAccessible(page, 'verified, unchanged', '[role=dialog]');
    expect(page.url()).toBe('app://ui/');
    await dialog().getByRole('button', { name: 'Done' }).click();
    await expect(dialog()).toBeHidden();
    expect((await trailOf(carrel))[0]?.says).toMatch(/^Verified a file: unchanged, SHA-256 /);
  });

  test('is reported as older than the data here, and leads to what changed', async () => {
    const { page } = carrel;
    await setRevision(service.baseUrl, 1);
    await card().getByRole('button', { name: 'Sync', exact: true }).click();
    await expect(page.getByText(`${STUDY} is complete as of`)).toBeVisible({ timeout: 60_000 });
    await closeToasts(page);
    await answerOpenDialog(carrel, file);
    await take(page, 'Verify a file');
    await expect(dialog().getByRole('heading', { name: 'Unchanged' })).toBeVisible();
    await expect(dialog()).toContainText(/The data here has changed since: Labs once \(\+[\d,]+ ~[\d,]+ −[\d,]+\)\./);
    await expectAccessible(page, 'verified, moved on', '[role=dialog]');
    await dialog().getByRole('button', { name: 'See what changed' }).click();
    await expect(dialog()).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Changes', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /^From pass 2 on/ })).toBeVisible();
  });

  test('is reported as changed if a byte was added, and as unknown without its evidence', async () => {
    const { page } = carrel;
    const changed = join(folder.path, 'changed.csv');
    writeFileSync(changed, `${readFileSync(file, 'utf8')} `);
    copyFileSync(`${file}.carrel.json`, `${changed}.carrel.json`);
    await (await dragFiles(carrel, changed)).drop();
    await expect(dialog().getByRole('heading', { name: 'Changed' })).toBeVisible();
    await expect(dialog()).toContainText('the audit trail has a different SHA-256');
    await expectAccessible(page, 'verified, changed', '[role=dialog]');
    await expect(dialog()).toContainText('Contained');
    const unknown = join(folder.path, 'unknown.csv');
    copyFileSync(changed, unknown);
    await answerOpenDialog(carrel, unknown);
    await dialog().getByRole('button', { name: 'Another file' }).click();
    await expect(dialog().getByRole('heading', { name: 'Unknown here' })).toBeVisible();
    await expect(dialog()).toContainText('has no such SHA-256');
    await expectAccessible(page, 'verified, not known', '[role=dialog]');
    await page.keyboard.press('Escape');
    await expect(dialog()).toBeHidden();
  });

  test('is refused if it is a folder, or one of several', async () => {
    const { page } = carrel;
    await (await dragFiles(carrel, folder.path)).drop();
    await expect(dialog().getByRole('alert')).toContainText('is a folder');
    await page.keyboard.press('Escape');
    await (await dragFiles(carrel, file, `${file}.carrel.json`)).drop();
    await expect(page.getByText('One file at a time')).toBeVisible();
    await closeToasts(page);
  });

  test('shows progress if it is large, and is released on cancel, reload and lock', async () => {
    test.skip(process.platform === 'win32', 'a file of that size takes its room there');
    const { page } = carrel;
    const large = join(folder.path, 'large.bin');
    // A sparse file: it takes no disk space, and too long to read.
    writeFileSync(large, '');
    truncateSync(large, 500_000_000_000);
    await (await dragFiles(carrel, large)).drop();
    await expect(dialog()).toContainText(/large\.bin.* of 500 GB read/);
    expect(await fileTask()).not.toBeNull();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog()).toBeHidden();
    await expect.poll(fileTask).toBeNull();
    await (await dragFiles(carrel, large)).drop();
    await expect(dialog()).toContainText(/ of 500 GB read/);
    // The page that asked is gone.
    await page.reload();
    await leaveStudy(page);
    await expect(card()).toBeVisible();
    await expect.poll(fileTask).toBeNull();
    await (await dragFiles(carrel, large)).drop();
    await expect(dialog()).toContainText(/ of 500 GB read/);
    await lock(page);
    await expect.poll(fileTask).toBeNull();
    await tryPassphrase(page);
    await expect(card()).toBeVisible();
    await expect(dialog()).toHaveCount(0);
    rmSync(large);
  });

  test('can be named by a person only: the page can neither create one nor pass a path', async () => {
    const replies = await carrel.page.evaluate(async (path) => {
      const made = new File(['x'], 'made.csv');
      Object.defineProperty(made, 'path', { value: path });
      const offers: unknown[] = [made, path, { path }, { name: path }, null, undefined, new Blob(['x'])];
      const refused = await Promise.all(offers.map((offer) => window.carrel.offerFile(offer)));
      const calls = await Promise.all(['verify.start', 'verify.choose', 'pack.given'].map((name) => window.carrel.call(name, { path })));
      return [...refused, ...calls];
    }, file);
    for (const reply of replies) expect(reply).toMatchObject({ ok: false, error: { code: 'USAGE' } });
  });

  test('opens the dialog of site packs if it is named as one', async () => {
    const { page } = carrel;
    const pack = join(folder.path, 'stick.carrelpack');
    writeFileSync(pack, 'carrel-site-pack');
    await (await dragFiles(carrel, pack)).drop();
    const opening = page.getByRole('dialog', { name: 'Open a site pack' });
    await expect(opening).toContainText('stick.carrelpack');
    await page.keyboard.press('Escape');
    await expect(opening).toBeHidden();
    // It was handed over once.
    await take(page, 'Open a site pack');
    await expect(opening).not.toContainText('stick.carrelpack');
    await page.keyboard.press('Escape');
    await expect(opening).toBeHidden();
  });

  test('is ignored while Carrel is locked, and verified after the unlock', async () => {
    const { page } = carrel;
    await lock(page);
    const drag = await dragFiles(carrel, file);
    await expect(page.getByText('Unlock first')).toBeVisible();
    await drag.drop();
    await expect(page.getByText('Unlock first')).toBeHidden();
    await expect(dialog()).toHaveCount(0);
    expect(page.url()).toBe('app://ui/');
    const reply = await page.evaluate(() => window.carrel.call('verify.start', undefined));
    expect(reply).toMatchObject({ ok: false });
    await tryPassphrase(page);
    await expect(card()).toBeVisible();
    await (await dragFiles(carrel, file)).drop();
    await expect(dialog().getByRole('heading', { name: 'Unchanged' })).toBeVisible();
    expectQuiet(carrel);
  });

  /** The process id of the file task, or null while there is none. */
  function fileTask(): Promise<number | null> {
    return findProcess(carrel, 'Carrel file task');
  }

  function card(): Locator {
    return carrel.page.getByRole('article', { name: `Study ${STUDY}` });
  }
});
