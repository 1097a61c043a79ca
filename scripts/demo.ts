import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildApplication } from './build.ts';
import { runHeadlessDemo } from './demo-headless.ts';
import { repositoryFolder } from './runtime/repository.ts';
import { runMain } from './runtime/run-main.ts';
import { DEMO_PASSPHRASE, demoEnvironment, withSandbox, type SandboxReady } from './sandbox-process.ts';
import { takeScreenshots, whyNoScreenshots } from './screenshots.ts';
import { prepareApplication } from './start.ts';
import { hasDisplay } from './with-display.ts';

const OUTPUT = join(repositoryFolder, 'demo-output');

/** Mirrors three synthetic studies, in the window or, without a display, headless. */
async function runDemo(): Promise<void> {
  await (hasDisplay() ? demonstrateWindow() : demonstrateHeadless());
}

async function demonstrateWindow(): Promise<void> {
  const openWindow = await prepareApplication();
  await withSandbox((sandbox) =>
    withTemporaryData(async (dataFolder) => {
      say(`The sandbox serves ${sandbox.studies.join(', ')} at ${sandbox.baseUrl}. Close the window to end the demo.`);
      say(`Locked with Ctrl L, the window opens again with the passphrase: ${DEMO_PASSPHRASE}`);
      process.exitCode = await openWindow(demoEnvironment(sandbox, dataFolder));
    }),
  );
}

async function demonstrateHeadless(): Promise<void> {
  say('There is no display: the demo runs on the command line and leaves its results in demo-output/.');
  await buildApplication();
  await withSandbox(async (sandbox) => {
    const exports = join(OUTPUT, 'exports');
    await withTemporaryData((dataFolder) => runHeadlessDemo(sandbox, dataFolder, exports));
    say(`Exports: ${relative(process.cwd(), exports)}/`);
    await screenshotsIfPossible(sandbox);
  });
}

async function screenshotsIfPossible(sandbox: SandboxReady): Promise<void> {
  const obstacle = await whyNoScreenshots();
  if (obstacle !== undefined) {
    say(`No screenshots: ${obstacle}`);
    return;
  }
  const folder = join(OUTPUT, 'screenshots');
  await rm(folder, { recursive: true, force: true });
  await withTemporaryData((dataFolder) => takeScreenshots(sandbox, dataFolder, folder));
  say(`Screenshots: ${relative(process.cwd(), folder)}/`);
}

async function withTemporaryData(action: (dataFolder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-demo-'));
  try {
    await action(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await runMain(runDemo);
