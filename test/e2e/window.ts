import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { _electron, expect, type ElectronApplication, type Page } from '@playwright/test';
import { findElectronRuntime, runtimeEnvironment, runtimeSwitches } from '../../scripts/electron-runtime.ts';
import { repositoryFolder } from '../../scripts/runtime/repository.ts';
import type { Bridge } from '../../src/shared/bridge.ts';

declare global {
  interface Window {
    /** For scripts that run in the page. */
    readonly carrel: Bridge;
  }
}

/** A running Carrel with its window, and what was recorded about it. */
export interface Carrel {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly dataDir: string;
  /** Violations of the content policy, uncaught errors and errors in the console. */
  readonly complaints: readonly string[];
  /** Every address that the window requested. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

const VIOLATION = 'content policy violated';
/** Milliseconds: only ends a start that hangs. */
const STARTUP_TIMEOUT = 180_000;
/** Milliseconds: only ends a click or a script that hangs. */
const ACTION_TIMEOUT = 180_000;
/** Milliseconds: only ends a shutdown that hangs, as behind a dialog that nobody answers. */
const CLOSING_TIMEOUT = 120_000;
const WINDOW_SIZE = { width: 1440, height: 900 };

/** A program that opens the window: its file, and the arguments and environment that it needs. */
export interface Program {
  readonly executable: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** Starts the built application, or `program`, on a data folder and records what its window does from the start. */
export async function openCarrel(dataDir: string, environment: NodeJS.ProcessEnv = {}, program?: Program): Promise<Carrel> {
  const { executable, args, env } = program ?? (await builtProgram());
  const app = await _electron.launch({
    executablePath: executable,
    args: [...args],
    env: definedOnly({ ...process.env, ...env, CARREL_DATA_DIR: dataDir, ...environment }),
    // Playwright turns the sandbox off by default; where that is needed, the program's arguments do it.
    chromiumSandbox: true,
    timeout: STARTUP_TIMEOUT,
  });
  askAgainWhereLost(app);
  const page = await app.firstWindow({ timeout: STARTUP_TIMEOUT });
  page.setDefaultTimeout(ACTION_TIMEOUT);
  // A click into a section that is still opening can miss its button.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const complaints: string[] = [];
  const requests: string[] = [];
  await watch(page, complaints, requests);
  await app.evaluate(({ BrowserWindow }, size) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height);
  }, WINDOW_SIZE);
  return { app, page, dataDir, complaints, requests, close: () => closeOrEnd(app) };
}

async function closeOrEnd(app: ElectronApplication): Promise<void> {
  const isLate = delay(CLOSING_TIMEOUT, true, { ref: false });
  if (!(await Promise.race([app.close().then(() => false), isLate]))) return;
  app.process().kill('SIGKILL');
  throw new Error('Carrel did not close and was killed.');
}

/**
 * Asks once more if the main process's inspector reports that it lost an answer to garbage collection. So what tests evaluate in the
 * main process may run twice.
 */
function askAgainWhereLost(app: ElectronApplication): void {
  const ask = app.evaluate.bind(app) as (...asked: unknown[]) => Promise<unknown>;
  const askAgain = (...asked: unknown[]): Promise<unknown> =>
    ask(...asked).catch((error: unknown) => {
      if (!String(error).includes('promise was garbage collected')) throw error;
      return ask(...asked);
    });
  app.evaluate = askAgain as ElectronApplication['evaluate'];
}

/** The built application on the runtime of this machine. */
export async function builtProgram(): Promise<Program> {
  const runtime = await findElectronRuntime();
  return { executable: runtime.executable, args: [...runtimeSwitches(), repositoryFolder], env: runtimeEnvironment(runtime) };
}

/** Records errors and requests, and reloads the page so that nothing of its start is missed. */
async function watch(page: Page, complaints: string[], requests: string[]): Promise<void> {
  await page.addInitScript((word) => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`${word}: ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${String(event.lineNumber)}`);
    });
  }, VIOLATION);
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => {
    complaints.push(String(error));
  });
  page.on('request', (request) => {
    requests.push(request.url());
  });
  await page.reload();
}

/** The text of the window, read by main, since Playwright may lose the page in a crash. "not yet" and the reason while there is none. */
export function shownText({ app }: Carrel): Promise<string> {
  return app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (contents === undefined) return 'not yet: no window';
    if (contents.isCrashed()) return 'not yet: no process';
    if (contents.isLoading()) return 'not yet: loading';
    // A script sent while the page changes its process is never answered.
    const late = new Promise<string>((settle) => {
      setTimeout(settle, 500, 'not yet: no answer');
    });
    return Promise.race([contents.executeJavaScript('document.body.innerText') as Promise<string>, late]);
  });
}

/** Expects no error in the console, no violation of the content policy, and requests of the window's own files only. */
export function expectQuiet({ complaints, requests }: Carrel): void {
  expect(complaints).toEqual([]);
  expect(requests.length).toBeGreaterThan(0);
  expect(requests.filter((url) => !url.startsWith('app://ui/') && !url.startsWith('data:'))).toEqual([]);
}

/** Answers the next save dialogs with this path instead of showing them; null: cancelled. */
export async function answerSaveDialog({ app }: Carrel, path: string | null): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: filePath === null, filePath: filePath ?? '' });
  }, path);
}

/** Answers the next open dialogs with this path. */
export async function answerOpenDialog({ app }: Carrel, path: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] });
  }, path);
}

/** A temporary folder for one test file; `remove` deletes it with its contents. */
export async function temporaryFolder(): Promise<{ readonly path: string; readonly remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'carrel-e2e-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
