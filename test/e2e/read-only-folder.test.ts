import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { makeProcessFolder } from '../../src/core/platform/process-folder.ts';
import { openBench } from './bench.ts';
import { lock, take, tryPassphrase, untilMirrored } from './steps.ts';
import { builtProgram, expectQuiet, openCarrel, type Carrel, type Program } from './window.ts';

const STUDY = '22-001';
const isRoot = process.getuid?.() === 0;

test.describe.configure({ mode: 'serial' });

/** Why a folder cannot be made read-only here, or null. Permissions do not bind root, who needs a mount namespace. */
function whyNot(): string | null {
  if (process.platform !== 'linux') return 'a folder is made read-only on Linux only';
  return !isRoot || spawnSync('unshare', ['--mount', 'true']).status === 0 ? null : 'this machine lets root mount nothing';
}

/** The name of the temporary folder that a process keeps for its window. */
function windowFolderOf(pid: number): string {
  const made = makeProcessFolder('window');
  rmSync(made, { recursive: true });
  return basename(made).replace(`-${String(process.pid)}-`, `-${String(pid)}-`);
}

/** The program on a read-only data folder: by its permissions or, for root, by a mount in the program's own namespace. */
async function readOnlyProgram(dataDir: string, folder: string): Promise<Program> {
  const program = await builtProgram();
  if (!isRoot) {
    for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true }))
      await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o500 : 0o400);
    await chmod(dataDir, 0o500);
    return program;
  }
  const start = join(folder, 'start');
  const mounted = `mount --bind '${dataDir}' '${dataDir}' && mount -o remount,ro,bind '${dataDir}' && exec '${program.executable}' "$@"`;
  await writeFile(start, `#!/bin/sh\nexec unshare --mount sh -c "${mounted.replaceAll('"', '\\"').replaceAll('$', '\\$')}" sh "$@"\n`, {
    mode: 0o755,
  });
  return { ...program, executable: start };
}

test.describe('the window on a read-only data folder', () => {
  const why = whyNot();
  test.skip(why !== null, why ?? '');
  const { carrel, folder } = openBench({ service: ['--subjects', '12', '--studies', STUDY], data: 'data' });
  let reading: Carrel;
  let temporary: string;

  test('opens with a temporary folder of its own, and removes that of a killed window', async () => {
    const { page, dataDir } = carrel;
    await untilMirrored(page.getByRole('article', { name: `Study ${STUDY}` }));
    await carrel.close();
    temporary = join(folder.path, 'temporary');
    await mkdir(temporary);
    await mkdir(join(temporary, windowFolderOf(0x3fffffff)));
    reading = await openCarrel(dataDir, { TMPDIR: temporary }, await readOnlyProgram(dataDir, folder.path));
    const folders = await windowFolders();
    // The folder of a killed window is gone, and this window's own exists.
    expect(folders).toHaveLength(1);
    expect(folders[0]?.split('-')[3]).toBe(String(await reading.app.evaluate(() => process.pid)));
  });

  test('says that the folder is read-only, and shows the records', async () => {
    const { page } = reading;
    await tryPassphrase(page);
    await expect(page.getByText(/read-only access to the data folder/)).toBeVisible();
    await take(page, STUDY);
    const places = page.getByRole('navigation', { name: 'Places of this study' });
    await places.getByRole('button', { name: 'Labs' }).click();
    const labs = page.getByRole('region', { name: 'Labs', exact: true });
    await expect(labs.locator('[role=row][row-index="0"] [col-id="subject"]')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await places.getByRole('button', { name: 'Charts' }).click();
    await expect(page.getByRole('radiogroup', { name: 'Chart', exact: true })).toBeVisible();
  });

  test('starts no sync, neither by its button nor by its shortcut', async () => {
    const { page } = reading;
    await page.keyboard.press('Control+r');
    await page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: 'All studies' }).click();
    await expect(page.getByRole('button', { name: /^Sync all/ })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('button', { name: /^Cancel sync/ })).toHaveCount(0);
    await take(page, STUDY);
  });

  test('refuses an export with the reason, before a file is chosen', async () => {
    const { page } = reading;
    await page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: 'Labs' }).click();
    await page.keyboard.press('Control+e');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Export/ })
      .last()
      .click();
    await expect(page.getByText(/data folder is read-only for this account/)).toBeVisible();
    await page.keyboard.press('Escape');
  });

  test('locks and unlocks, and removes its temporary folder when it closes', async () => {
    await lock(reading.page);
    await tryPassphrase(reading.page);
    // The window's place is kept in the vault, and so is not restored here.
    await expect(reading.page.getByText(/read-only access to the data folder/)).toBeVisible();
    expectQuiet(reading);
    await reading.close();
    expect(await windowFolders()).toEqual([]);
  });

  async function windowFolders(): Promise<readonly string[]> {
    return (await readdir(temporary)).filter((name) => name.startsWith('carrel-window-'));
  }
});
