import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { resolveConfig } from 'electron-vite';
import { build, mergeConfig, type Rolldown } from 'vite';
import { runtimeEnvironment, runtimeSwitches } from './electron-runtime.ts';
import { repositoryFolder } from './runtime/repository.ts';
import { runMain } from './runtime/run-main.ts';
import { DEMO_PASSPHRASE, demoEnvironment, withSandbox } from './sandbox-process.ts';
import { prepareWindow } from './test-runners.ts';
import { hasDisplay } from './with-display.ts';

const targets = ['main', 'preload', 'renderer'] as const;
type Target = (typeof targets)[number];

/**
 * Opens the window with the sandbox and rebuilds whenever a source file is saved: a change of the page reloads it, any other restarts the
 * window. The application has no development mode, so this shows what ships.
 */
async function develop(): Promise<void> {
  if (!hasDisplay()) throw new Error('There is no display to open a window on.');
  const runtime = await prepareWindow();
  await withSandbox(async (sandbox) => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'carrel-dev-'));
    // On Ctrl-C, Playwright closes the window and ends this process at once.
    process.once('exit', () => {
      rmSync(dataFolder, { recursive: true, force: true });
    });
    const environment = { ...process.env, ...runtimeEnvironment(runtime), ...demoEnvironment(sandbox, dataFolder) };
    const window = createWindow(runtime.executable, environment);
    const watchers = await Promise.all(targets.map((target) => watch(target, target === 'renderer' ? window.reload : window.restart)));
    try {
      await window.restart();
      say(`Save a file and the window follows. Close it to end. Passphrase after a lock: ${DEMO_PASSPHRASE}`);
      await window.closed;
    } finally {
      await Promise.all(watchers.map((watcher) => watcher.close()));
    }
  });
}

/** Builds a part now and again after each change; `changed` is called after each later successful build. */
async function watch(target: Target, changed: () => Promise<void>): Promise<Rolldown.RolldownWatcher> {
  const { config } = await resolveConfig({ logLevel: 'error' }, 'build', 'production');
  const declared = config?.[target];
  if (declared === undefined) throw new Error(`electron.vite.config.ts declares no ${target}.`);
  const watcher = (await build(mergeConfig(declared, { build: { watch: {} } }))) as Rolldown.RolldownWatcher;
  await new Promise<void>((resolve, reject) => {
    let isFirst = true;
    watcher.on('event', (event) => {
      if (event.code === 'ERROR') {
        if (isFirst) reject(event.error);
        else process.stderr.write(`${event.error.message}\n`);
      }
      if (event.code !== 'END') return;
      if (isFirst) resolve();
      else void changed();
      isFirst = false;
    });
  });
  return watcher;
}

interface DevelopmentWindow {
  readonly reload: () => Promise<void>;
  readonly restart: () => Promise<void>;
  /** Settles when the person closes the window. */
  readonly closed: Promise<unknown>;
}

function createWindow(executablePath: string, environment: NodeJS.ProcessEnv): DevelopmentWindow {
  const { promise: closed, resolve: close } = Promise.withResolvers<null>();
  let opened: { readonly app: ElectronApplication; readonly page: Page } | null = null;
  // One at a time: simultaneous builds of two parts would start two windows on one data folder.
  let turn: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => (turn = turn.then(work, work));
  const open = async (): Promise<void> => {
    const ending = opened;
    opened = null;
    await ending?.app.close();
    const app = await _electron.launch({
      executablePath,
      args: [...runtimeSwitches(), repositoryFolder],
      env: definedOnly(environment),
      chromiumSandbox: true,
    });
    opened = { app, page: await app.firstWindow() };
    app.on('close', () => {
      if (opened?.app === app) close(null);
    });
  };
  return {
    closed,
    restart: () =>
      inTurn(async () => {
        await open();
        say('The window was started.');
      }),
    reload: () =>
      inTurn(async () => {
        await opened?.page.reload();
        say('The page was loaded again.');
      }),
  };
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await runMain(develop);
