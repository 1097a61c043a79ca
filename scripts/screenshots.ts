import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApplication } from './build.ts';
import { willCompile } from './electron-runtime.ts';
import { isPresent } from './runtime/cache.ts';
import { repositoryFolder } from './runtime/repository.ts';
import { runMain } from './runtime/run-main.ts';
import { demoEnvironment, withSandbox, type SandboxReady } from './sandbox-process.ts';
import { findMissingPackages, type Purpose } from './system-libraries.ts';
import { prepareWindow } from './test-runners.ts';
import { pathGiven, walkWindow } from './walk-window.ts';
import { hasDisplay } from './with-display.ts';

// The script that walks through the screens; it gets CARREL_SCREENSHOT_DIR in addition to the demo's environment.
const WALK = join(repositoryFolder, 'test', 'e2e', 'screenshots.ts');

/** What is missing for screenshots on this machine, in one line; undefined if they can be taken. */
export async function whyNoScreenshots(): Promise<string | undefined> {
  if (!(await isPresent(WALK))) return 'test/e2e/screenshots.ts is not there.';
  const purposes: Purpose[] = hasDisplay() ? ['window'] : ['window', 'display'];
  if (await willCompile()) purposes.push('compiler');
  const missing = await findMissingPackages(purposes);
  return missing.length === 0 ? undefined : `they need ${missing.join(' ')} (apt-get install ${missing.join(' ')}).`;
}

/** Opens the built application with the sandbox and saves its main screens, light and dark, as PNG files. */
export async function takeScreenshots(sandbox: SandboxReady, dataFolder: string, folder: string): Promise<void> {
  await walkWindow(WALK, folder, demoEnvironment(sandbox, dataFolder));
}

async function refreshScreenshots(): Promise<void> {
  const folder = pathGiven('docs', 'screenshots');
  await prepareWindow();
  await buildApplication();
  const dataFolder = await mkdtemp(join(tmpdir(), 'carrel-screenshots-'));
  try {
    await withSandbox((sandbox) => takeScreenshots(sandbox, dataFolder, folder));
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}

if (import.meta.main) await runMain(refreshScreenshots);
