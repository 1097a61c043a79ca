import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { findElectronRuntime, runtimeEnvironment, runtimeSwitches } from '../../scripts/electron-runtime.ts';
import { repositoryFolder } from '../../scripts/runtime/repository.ts';
import { DEMO_PASSPHRASE } from '../../scripts/sandbox-process.ts';
import { openBench } from './bench.ts';
import { allLabs } from './requests.ts';
import { drawingProcesses, engineProcesses, findProcess as findProcessOf, kill, requireProcess } from './processes.ts';
import { leaveStudy, take, untilMirrored } from './steps.ts';
import { answerSaveDialog, expectQuiet, shownText } from './window.ts';

test.describe.configure({ mode: 'serial' });

test.describe('killed processes, locks and refused calls', () => {
  // Small pages from a slow service, so that a sync lasts long enough to be disturbed.
  const { folder, service, carrel, reopen } = openBench({
    service: ['--studies', '22-001', '--page-size', '50', '--latency', '40'],
    data: 'data',
  });

  test('a sync continues through a reload of the window, which shows its progress again', async () => {
    await expect(card()).toContainText(/page \d+ of \d+/);
    await carrel.page.reload();
    await expect(card()).toContainText(/page \d+ of \d+/);
  });

  test('a sync whose process is killed ends with a message, and the next sync succeeds', async () => {
    const { page } = carrel;
    kill(await processNamed('Carrel writer'));
    const alert = page.getByRole('alert').filter({ hasText: 'The sync stopped' });
    await expect(alert).toContainText('the pages fetched so far are kept');
    await alert.getByRole('button', { name: 'Close' }).click();
    await card().getByRole('button', { name: 'Sync', exact: true }).click();
    await untilMirrored(card());
  });

  test('a killed reader is restarted, and the grid shows rows', async () => {
    const { page } = carrel;
    const before = await processNamed('Carrel reader');
    kill(before);
    await expect.poll(() => findProcess('Carrel reader')).not.toBe(before);
    await card().getByRole('button', { name: 'Open' }).click();
    await page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: /^Labs/ }).click();
    await expect(statusLine()).toContainText('9,969 rows');
    await expect(page.locator('[role=row][row-index="0"]').first()).toBeVisible();
  });

  test('an export continues through a reload of the window, which reports its result', async () => {
    const { page } = carrel;
    const path = join(folder.path, 'reloaded.csv');
    await answerSaveDialog(carrel, path);
    await page.evaluate(async (request) => {
      void window.carrel.call('export.start', { request, suggestedName: 'labs.csv' });
      while (((await window.carrel.call('export.running', undefined)) as { value?: unknown }).value === null)
        await new Promise((settle) => {
          setTimeout(settle, 1);
        });
    }, allLabs('22-001'));
    // Paused, so that it cannot end before the window is back.
    await expect.poll(() => findProcess('Carrel exporter')).not.toBeNull();
    kill(await processNamed('Carrel exporter'), 'SIGSTOP');
    await page.reload();
    const dialog = page.getByRole('dialog', { name: 'An export is being written' });
    await expect(dialog.getByRole('button', { name: 'Cancel export' })).toBeVisible();
    kill(await processNamed('Carrel exporter'), 'SIGCONT');
    await expect(page.getByRole('status').filter({ hasText: 'The export is written' })).toContainText('reloaded.csv · 9,969 rows');
    await expect(dialog).toBeHidden();
    expect((await readFile(path, 'utf8')).match(/\r\n/g)).toHaveLength(9970);
  });

  test('a second export is refused as busy, and a lock leaves no partial file and no old process', async () => {
    const { app, page } = carrel;
    const [drawing] = await drawingProcesses(carrel);
    const path = join(folder.path, 'locked.csv');
    await answerSaveDialog(carrel, path);
    await page.evaluate((copied) => window.carrel.call('clipboard.write', { text: copied }), 'PT-1001');
    const second = await page.evaluate(async (request) => {
      const ask = () => window.carrel.call('export.start', { request, suggestedName: 'labs.csv' });
      void ask();
      const refused = await ask();
      // The page is gone before it could get an answer.
      void window.carrel.call('vault.lock', undefined);
      return refused;
    }, allLabs('22-001'));
    expect(second).toMatchObject({ ok: false, error: { code: 'BUSY' } });
    await expect(page.getByRole('heading', { name: 'Carrel is locked' })).toBeVisible();
    expect((await readdir(folder.path)).filter((name) => name.endsWith('.part'))).toEqual([]);
    await expect.poll(() => drawingProcesses(carrel)).not.toContain(drawing);
    for (const name of ['Carrel reader', 'Carrel writer', 'Carrel exporter']) expect(await findProcess(name)).toBeNull();
    expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe('');
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.navigationHistory.canGoBack())).toBe(
      false,
    );
    expect(await page.content()).not.toContain('22-001');
  });

  test('while locked, every call for data is refused', async () => {
    for (const [name, input] of [
      ['studies.add', { study: '22-001' }],
      ['studies.wipe', { study: '22-001', typed: '22-001' }],
      ['studies.opened', { study: '22-001' }],
      ['demo.start', undefined],
    ] as const) {
      expect(await call(name, input)).toMatchObject({ ok: false, error: { code: 'LOCKED' } });
    }
  });

  test('three concurrent unlocks open one session', async () => {
    const { page } = carrel;
    const replies = await page.evaluate(
      (passphrase) => Promise.all([1, 2, 3].map(() => window.carrel.call('vault.unlock', { passphrase }))),
      DEMO_PASSPHRASE,
    );
    expect(replies).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    await page.reload();
    await leaveStudy(page);
    await expect(card()).toBeVisible();
    await expect.poll(() => engineProcesses(carrel)).toHaveLength(2);
  });

  test('unknown calls, invalid input and calls from another window are refused', async () => {
    for (const name of ['no.such', 'toString', '__proto__', 'rows.page'])
      expect(await call(name, undefined)).toMatchObject({ ok: false, error: { code: 'USAGE' } });
    expect(await call('studies.wipe', { study: '22-001', typed: '22-001', extra: 1 })).toMatchObject({
      ok: false,
      error: { code: 'USAGE' },
    });
    expect(await call('preferences.set', { scheme: 'pink' })).toMatchObject({ ok: false, error: { code: 'USAGE' } });
    const foreign = await carrel.app.evaluate(async ({ app, BrowserWindow }) => {
      const other = new BrowserWindow({
        show: false,
        webPreferences: { preload: `${app.getAppPath()}/out/preload/preload.cjs`, sandbox: true, partition: 'carrel' },
      });
      const replies: unknown[] = [];
      for (const address of ['data:text/html,', 'app://ui/']) {
        await other.loadURL(address);
        replies.push(await other.webContents.executeJavaScript("window.carrel.call('app.state', undefined)"));
      }
      other.destroy();
      return replies;
    });
    for (const reply of foreign) expect(reply).toMatchObject({ ok: false, error: { code: 'SECURITY' } });
  });

  test('the page can neither fetch nor navigate to another address, and has no permissions', async () => {
    const { app, page } = carrel;
    const tried = await page.evaluate(async () => {
      const fetched = await Promise.all(
        ['https://127.0.0.1:1/', 'app://ui/index.html', 'file:///etc/passwd'].map((url) =>
          fetch(url).then(
            () => 'reached',
            () => 'refused',
          ),
        ),
      );
      const permissions = await Promise.all(
        (['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi', 'persistent-storage'] as PermissionName[]).map(
          async (name) => (await navigator.permissions.query({ name })).state,
        ),
      );
      const globals = ['require', 'process', 'Buffer', 'module'].filter((name) => name in globalThis);
      const opened = window.open('https://127.0.0.1:1/');
      location.href = 'https://127.0.0.1:1/';
      location.href = 'app://good.evil/';
      const link = document.createElement('a');
      link.href = 'data:text/plain,no';
      link.download = 'no.txt';
      link.click();
      return {
        fetched,
        permissions,
        globals,
        opened,
        bridge: Object.keys(window.carrel),
        frozen: Object.isFrozen(window.carrel),
        cookie: document.cookie,
        kept: localStorage.length,
      };
    });
    expect(new Set(tried.fetched)).toEqual(new Set(['refused']));
    expect(new Set(tried.permissions)).toEqual(new Set(['denied']));
    expect(tried).toMatchObject({
      globals: [],
      opened: null,
      bridge: ['call', 'offerFile', 'onEvent', 'ready'],
      frozen: true,
      cookie: '',
      kept: 0,
    });
    const found = await app.evaluate(({ BrowserWindow, session }) => ({
      windows: BrowserWindow.getAllWindows().map((window) => window.webContents.getURL()),
      persistent: session.fromPartition('carrel').isPersistent(),
    }));
    expect(found).toEqual({ windows: ['app://ui/'], persistent: false });
    // The refusals are in the console, and Playwright still waits for navigations that never happened.
    await carrel.close();
    await reopen();
    await unlock();
    await expect(card()).toBeVisible();
  });

  test('a second Carrel on the same data folder exits at once, and the first one stays', async () => {
    const runtime = await findElectronRuntime();
    const second = spawn(runtime.executable, [...runtimeSwitches(), repositoryFolder], {
      env: { ...process.env, ...runtimeEnvironment(runtime), CARREL_DATA_DIR: carrel.dataDir },
      stdio: 'ignore',
    });
    const [code] = (await once(second, 'exit')) as [number];
    expect(code).toBe(0);
    await expect(card()).toBeVisible();
  });

  test('a start that cannot write to its window folder says so, rather than exit as if another Carrel were running', async () => {
    const dataDir = join(folder.path, 'blocked');
    await mkdir(dataDir, { mode: 0o700 });
    await writeFile(join(dataDir, 'window'), '');
    const runtime = await findElectronRuntime();
    const blocked = spawn(runtime.executable, [...runtimeSwitches(), repositoryFolder, '--data-dir', dataDir], {
      env: { ...process.env, ...runtimeEnvironment(runtime) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    blocked.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    try {
      await expect.poll(() => said).toContain('a file of that name is in the way');
    } finally {
      // Its dialog would wait for a person.
      blocked.kill('SIGKILL');
    }
  });

  test('a reader that keeps ending is given up with a message, and starts again after an unlock', async () => {
    const { page } = carrel;
    for (let ends = 0; ends < 6; ends++) {
      await expect.poll(() => findProcess('Carrel reader')).not.toBeNull();
      const reader = await processNamed('Carrel reader');
      kill(reader);
      await expect.poll(() => findProcess('Carrel reader')).not.toBe(reader);
    }
    await expect(page.getByRole('alert').filter({ hasText: 'A part of Carrel stopped' })).toContainText('Mirrored data is unchanged');
    await page.keyboard.press('Control+l');
    await unlock();
    await untilMirrored(card());
  });

  test('closing Carrel during a sync leaves no process, and the mirrored study opens again', async () => {
    const { page } = carrel;
    await card().getByRole('button', { name: 'Sync', exact: true }).click();
    await expect(card()).toContainText(/page \d+ of \d+/);
    await page.waitForFunction(() => document.body.innerText.includes('Labs, page'));
    expectQuiet(carrel);
    const left = await carrel.app.evaluate(({ app }) => app.getAppMetrics().map(({ pid }) => pid));
    await carrel.close();
    expect(left.filter((pid) => existsSync(`/proc/${String(pid)}/exe`))).toEqual([]);
    await reopen();
    await unlock();
    await untilMirrored(card());
  });

  test('a window whose renderer is killed comes back with its study', async () => {
    const [drawing] = await drawingProcesses(carrel);
    kill(drawing ?? 0);
    await expect.poll(() => shownText(carrel)).toContain('22-001');
    await carrel.close();
    await reopen();
  });

  test('a start with a wrong passphrase in the environment opens the window with the reason', async () => {
    await carrel.close();
    await reopen({ CARREL_PASSPHRASE: 'not the passphrase' });
    await expect(carrel.page.getByRole('alert')).toContainText('The passphrase does not open this vault.');
    await expect.poll(() => engineProcesses(carrel)).toEqual([]);
    await unlock();
    await expect(card()).toBeVisible();
    await expect.poll(() => engineProcesses(carrel)).toHaveLength(2);
  });

  test('a part of the window that cannot be loaded shows a message, and the rest works', async () => {
    const { app, page } = carrel;
    const refuse = (parts: readonly string[]): Promise<void> =>
      app.evaluate(({ session }, urls) => {
        session.fromPartition('carrel').webRequest.onBeforeRequest({ urls: [...urls] }, (_asked, answer) => {
          answer({ cancel: true });
        });
      }, parts);
    await refuse(['app://ui/assets/settings-place-*']);
    await page.getByRole('button', { name: 'Settings' }).click();
    await expect(page.getByRole('alert')).toContainText('This part of Carrel could not be shown. Mirrored data is unchanged.');
    await take(page, 'All studies');
    await expect(card()).toBeVisible();
    await app.evaluate(({ session }) => {
      session.fromPartition('carrel').webRequest.onBeforeRequest(null);
    });
    await page.reload();
    await expect(card()).toBeVisible();
  });

  test('a missing key file is named, and invalid preferences do not prevent a start', async () => {
    await carrel.close();
    await writeFile(join(carrel.dataDir, 'preferences.json'), '{"scheme": 7, "density": null, "layouts": "x"}');
    await rename(join(carrel.dataDir, 'keys.json'), join(folder.path, 'keys.json'));
    await reopen();
    await expect(carrel.page.getByRole('alert')).toContainText('The key file keys.json is missing');
    await rename(join(folder.path, 'keys.json'), join(carrel.dataDir, 'keys.json'));
    await carrel.page.reload();
    await unlock();
    await expect(card()).toBeVisible();
  });

  test('the data folder contains no mirrored data and no secret in clear text', async () => {
    await carrel.close();
    const copy = join(folder.path, 'copy');
    await cp(carrel.dataDir, copy, { recursive: true, filter: (source) => !source.includes('Singleton') });
    const files = (await readdir(copy, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    for (const entry of files) {
      const bytes = await readFile(join(entry.parentPath, entry.name));
      for (const word of ['Hemoglobin', 'LOINC', DEMO_PASSPHRASE, service.clientSecret])
        expect(bytes.includes(word), `${word} in ${entry.name}`).toBe(false);
    }
    await rm(copy, { recursive: true });
    await reopen();
  });

  function card(): Locator {
    return carrel.page.getByRole('article', { name: 'Study 22-001' });
  }

  function statusLine(): Locator {
    return carrel.page.getByRole('region', { name: 'Labs' }).locator('footer').first();
  }

  async function unlock(): Promise<void> {
    await carrel.page.getByLabel('Passphrase', { exact: true }).fill(DEMO_PASSPHRASE);
    await carrel.page.getByRole('button', { name: 'Unlock' }).click();
  }

  async function call(name: string, input: unknown): Promise<unknown> {
    return carrel.page.evaluate(([called, given]) => window.carrel.call(called, given), [name, input] as const);
  }

  function processNamed(name: string): Promise<number> {
    return requireProcess(carrel, name);
  }

  function findProcess(name: string): Promise<number | null> {
    return findProcessOf(carrel, name);
  }
});
