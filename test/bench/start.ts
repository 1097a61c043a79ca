import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { runtimeSwitches } from '../../scripts/electron-runtime.ts';
import { repositoryFolder } from '../../scripts/runtime/repository.ts';
import { DEMO_PASSPHRASE } from '../../scripts/sandbox-process.ts';
import { builtProgram, type Program } from '../e2e/window.ts';
import { median, milliseconds, ratioOf, type Figure } from './figures.ts';
import { gridRow, startEnvironment, untilPrepared, type LargeWindow } from './large-window.ts';
import { measureFirstOverview } from './views.ts';
import { promises, type Promised } from './promises.ts';

/** The smallest program of this runtime that shows something. */
const bare = `const { app, BrowserWindow } = require('electron');
void app.whenReady().then(() => new BrowserWindow({ width: 1440, height: 900 }).loadURL('data:text/html,<p role=row>here</p>'));
`;

/**
 * From the start of the process to the first rows of the study opened last, alternating with a bare window of the same runtime: as
 * measured, and without the time in which this runtime derives a key, which is slow on purpose.
 */
export async function measureStart({ carrel, folder }: LargeWindow, rounds: number): Promise<readonly Figure[]> {
  await carrel.page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: 'Labs' }).click();
  await carrel.page.locator(gridRow).first().waitFor();
  // Closed right after a sync, it would count records again at the next start.
  await untilPrepared(carrel);
  await carrel.close();
  const program = await builtProgram();
  const bareFolder = await mkdtemp(join(tmpdir(), 'carrel-bare-'));
  try {
    await writeFile(join(bareFolder, 'main.js'), bare);
    await writeFile(join(bareFolder, 'package.json'), '{"name":"bare","version":"1.0.0","main":"main.js"}');
    const bareProgram = { ...program, args: [...runtimeSwitches(), bareFolder] };
    const [ours, bares, derivations, unlocks]: [number[], number[], number[], number[]] = [[], [], [], []];
    for (let round = 0; round < rounds; round++) {
      bares.push(await untilRow(bareProgram, {}, '[role=row]'));
      derivations.push(await deriving(program));
      ours.push(await untilRow(program, startEnvironment(folder), gridRow));
      unlocks.push(await unlocking(program, folder));
    }
    const lessKey = (took: readonly number[]): number[] => took.map((ms, round) => ms - (derivations[round] ?? Number.NaN));
    const ratio = (what: string, took: readonly number[], promised: Promised | null, reported: string): Figure => ({
      part: 'start',
      what,
      ...ratioOf(took, bares),
      promised,
      detail: reported,
    });
    const detail = `ours ${milliseconds(ours)}, bare window ${milliseconds(bares)}`;
    return [
      ratio(
        'process to first rows, less the key ÷ bare window',
        lessKey(ours),
        promises.start,
        `${detail}, the key alone ${milliseconds(derivations)}`,
      ),
      ratio('process to first rows ÷ bare window', ours, null, detail),
      {
        part: 'start',
        what: 'unlock to first rows, less the key',
        value: median(lessKey(unlocks)),
        unit: 'ms',
        promised: promises.unlock,
        detail: `${milliseconds(unlocks)} from the passphrase on, in a window that is open`,
      },
      await measureFirstOverview(folder),
    ];
  } finally {
    await rm(bareFolder, { recursive: true, force: true });
  }
}

/** Milliseconds from the start of a process until its window shows an element of the selector. */
async function untilRow(program: Program, environment: NodeJS.ProcessEnv, selector: string): Promise<number> {
  const start = Date.now();
  const app = await launch(program, environment);
  const shown = await firstShown(await app.firstWindow(), selector);
  await app.close();
  return shown - start;
}

/** Milliseconds from entering the passphrase in a window that has settled until it shows the first rows of the study opened last. */
async function unlocking(program: Program, folder: string): Promise<number> {
  const app = await launch(program, { ...startEnvironment(folder), CARREL_PASSPHRASE: undefined });
  const page = await app.firstWindow();
  const field = page.getByLabel('Passphrase');
  await field.fill(DEMO_PASSPHRASE);
  await sleep(settling);
  const shown = firstShown(page, gridRow);
  const start = Date.now();
  await field.press('Enter');
  const took = (await shown) - start;
  await app.close();
  return took;
}

/** Longer than what a window does on its own after its first frame. */
const settling = 3000;

function launch({ executable, args, env }: Program, environment: NodeJS.ProcessEnv): Promise<ElectronApplication> {
  const all = Object.entries({ ...process.env, ...env, ...environment }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return _electron.launch({
    executablePath: executable,
    args: [...args],
    env: Object.fromEntries(all) as Record<string, string>,
    chromiumSandbox: true,
  });
}

/** The time (milliseconds by the clock) at which a frame first contains the selector; a locator would look only every half second. */
async function firstShown(page: Page, selector: string): Promise<number> {
  try {
    return await page.evaluate(frameWith, selector);
  } catch (error: unknown) {
    // The first page of a window is empty and goes away.
    if (!String(error).includes('Execution context was destroyed')) throw error;
    return firstShown(page, selector);
  }
}

/** Runs in the page. */
function frameWith(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const look = (): void => {
      if ((document.querySelector(selector)?.getBoundingClientRect().height ?? 0) > 0) resolve(Date.now());
      else requestAnimationFrame(look);
    };
    look();
  });
}

const derive = `const { Worker } = require('node:worker_threads');
const workerData = { passphrase: Buffer.from('some passphrase'), salt: Buffer.alloc(32) };
const start = performance.now();
new Worker(process.argv[1], { workerData }).once('message', () => console.log(performance.now() - start));
`;

/** Milliseconds in which the thread of the built program derives a key in this runtime, with no other load. */
async function deriving({ executable }: Program): Promise<number> {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const thread = join(repositoryFolder, 'out/main/scrypt-thread.js');
  return Number((await promisify(execFile)(executable, ['-e', derive, thread], { env, encoding: 'utf8' })).stdout);
}
