import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { drawingProcesses } from './processes.ts';
import { packageInto, runAsUser, whyNotInstalled, type Installed } from './installed.ts';
import { startService, type Service } from './service.ts';
import { untilMirrored } from './steps.ts';
import { isConfined } from './system.ts';
import { answerSaveDialog, expectQuiet, openCarrel, temporaryFolder, type Carrel } from './window.ts';

const PASSPHRASE = 'lamp river quiet stone';

test.describe.configure({ mode: 'serial' });

test.describe('the packaged program', () => {
  const obstacle = whyNotInstalled();
  test.skip(obstacle !== null, obstacle ?? '');
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: Service;
  let installed: Installed;
  let carrel: Carrel;
  let dataDir: string;

  test.beforeAll(async () => {
    folder = await temporaryFolder();
    service = await startService({ arguments: ['--studies', '22-001', '--subjects', '12'] });
    installed = await packageInto(folder.path, 'test');
    dataDir = join(installed.home, 'data');
    carrel = await openCarrel(dataDir, {}, installed.program);
  });

  test.afterAll(async () => {
    await carrel.close();
    await service.stop();
    await folder.remove();
  });

  test('runs its pages in Chromium’s sandbox, and opens no developer tools', async () => {
    const { app, page } = carrel;
    for (const pid of await drawingProcesses(carrel)) expect(isConfined(pid)).toBe(true);
    await page.keyboard.press('F12');
    await page.keyboard.press('Control+Shift+I');
    const opened = await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      contents?.openDevTools();
      return contents?.isDevToolsOpened();
    });
    expect(opened).toBe(false);
  });

  test('connects, protects its copy and mirrors a study', async () => {
    const { page } = carrel;
    await page.getByLabel('Service address').fill(service.baseUrl);
    await page.getByLabel('Partner id').fill(service.partnerId);
    await page.getByLabel('Client id').fill(service.clientId);
    await page.getByLabel('Client secret', { exact: true }).fill(service.clientSecret);
    await page.getByLabel('Study number').fill('22-001');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByRole('button', { name: 'Save and sync' }).click();
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await page.getByLabel('Repeat passphrase').fill(PASSPHRASE);
    await page.getByRole('button', { name: 'Save and sync' }).click();
    await untilMirrored(page.getByRole('article', { name: 'Study 22-001' }));
  });

  test('shows the labs and exports them', async () => {
    const { page } = carrel;
    await page.getByRole('article', { name: 'Study 22-001' }).getByRole('button', { name: 'Open' }).click();
    await page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: /^Labs/ }).click();
    await expect(page.locator('[role=row][row-index="0"]').first()).toBeVisible();
    const path = join(installed.home, 'labs.csv');
    await answerSaveDialog(carrel, path);
    await page.keyboard.press('Control+e');
    const dialog = page.getByRole('dialog', { name: /Export labs/ });
    await dialog.getByRole('radio', { name: /R, SAS, Python/ }).check();
    await dialog.getByRole('button', { name: /^Export [\d,]+ rows$/ }).click();
    await expect(dialog.getByText('labs.csv')).toBeVisible();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readFile(path, 'utf8')).split('\r\n').length).toBeGreaterThan(100);
  });

  test('has a command line that works on the same folder without a display', async () => {
    const env = { HOME: installed.home, CARREL_DATA_DIR: dataDir, CARREL_PASSPHRASE: PASSPHRASE };
    const { status, stdout } = await runAsUser(installed.launcher, ['status', '--json'], env);
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ code: 0 });
    expect(status).toBe(0);
    expect((await runAsUser(installed.launcher, ['status'], { ...env, CARREL_PASSPHRASE: 'another one' })).status).toBe(20);
    expect((await runAsUser(installed.launcher, ['no-such-command'], env)).status).toBe(2);
  });

  test('reports no error and requests only the window’s own files', () => {
    expectQuiet(carrel);
  });
});
