import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, expect, type ElectronApplication, type Page } from '@playwright/test';
import { findElectronRuntime, runtimeEnvironment, runtimeSwitches } from '../../scripts/electron-runtime.ts';
import { repositoryFolder } from '../../scripts/runtime/repository.ts';

/** A running Carrel with its one window, and what was noticed about it. */
export interface Carrel {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly dataDir: string;
  /** Violations of the content policy, uncaught errors and errors in the console. */
  readonly complaints: readonly string[];
  /** Every address that the window asked for. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

const VIOLATION = 'content policy violated';
const WINDOW_SIZE = { width: 1440, height: 900 };

/** Starts the built application on a data folder and listens to all that its window does from the first line on. */
export async function openCarrel(dataDir: string, environment: NodeJS.ProcessEnv = {}): Promise<Carrel> {
  const runtime = await findElectronRuntime();
  const app = await _electron.launch({
    executablePath: runtime.executable,
    args: [...runtimeSwitches(), repositoryFolder],
    env: definedOnly({ ...process.env, ...runtimeEnvironment(runtime), CARREL_DATA_DIR: dataDir, ...environment }),
    timeout: 60_000,
  });
  const page = await app.firstWindow({ timeout: 60_000 });
  const complaints: string[] = [];
  const requests: string[] = [];
  await watch(page, complaints, requests);
  await app.evaluate(({ BrowserWindow }, size) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height);
  }, WINDOW_SIZE);
  return { app, page, dataDir, complaints, requests, close: () => app.close() };
}

/** The page is loaded once more, so that nothing of its start is missed. */
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

/** Nothing in the console, no violation of the content policy, and nothing was loaded from anywhere else. */
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

/** A folder of its own for one test file; `remove` takes it away with all that is in it. */
export async function temporaryFolder(): Promise<{ readonly path: string; readonly remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'carrel-e2e-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
