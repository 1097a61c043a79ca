import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from '@playwright/test';
import { runtimeSwitches } from '../../scripts/electron-runtime.ts';
import { openWithPassphrase, sealUnderPassphrase } from '../../src/core/vault/key-wrap.ts';
import { builtProgram, type Program } from '../e2e/window.ts';
import { median, timed, type Figure } from './figures.ts';
import { startEnvironment, type LargeWindow } from './large-window.ts';

/** Of a grid. */
const row = '[role=row][row-index] [role=gridcell]';

/** The smallest program of this runtime that shows something. */
const bare = `const { app, BrowserWindow } = require('electron');
void app.whenReady().then(() => new BrowserWindow({ width: 1440, height: 900 }).loadURL('data:text/html,<p role=row>here</p>'));
`;

/**
 * From the start of the process to the first rows of the study that was open last, in turn with a bare window of the same runtime;
 * deriving the key, which is slow on purpose, is taken off.
 */
export async function measureStart({ carrel, folder }: LargeWindow, rounds: number): Promise<readonly Figure[]> {
  await carrel.page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: 'Labs' }).click();
  await carrel.page.locator(row).first().waitFor();
  await carrel.close();
  const program = await builtProgram();
  const bareFolder = await mkdtemp(join(tmpdir(), 'carrel-bare-'));
  try {
    await writeFile(join(bareFolder, 'main.js'), bare);
    await writeFile(join(bareFolder, 'package.json'), '{"name":"bare","version":"1.0.0","main":"main.js"}');
    const bareProgram = { ...program, args: [...runtimeSwitches(), bareFolder] };
    const [ours, bares, derivations]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      bares.push(await untilRow(bareProgram, {}, '[role=row]'));
      derivations.push(await deriving());
      ours.push(await untilRow(program, startEnvironment(folder), row));
    }
    const derived = median(derivations);
    const ratios = ours.map((ms, round) => (ms - derived) / (bares[round] ?? Number.NaN));
    const detail = `ours ${text(ours)} less ${text(derivations)} for the key, bare window ${text(bares)}`;
    return [{ part: 'start', what: 'process to first rows ÷ bare window', value: median(ratios), unit: '×', atMost: 2.5, detail }];
  } finally {
    await rm(bareFolder, { recursive: true, force: true });
  }
}

/** Milliseconds from the start of a process until its window shows what the selector names. */
async function untilRow({ executable, args, env }: Program, environment: NodeJS.ProcessEnv, selector: string): Promise<number> {
  const all = Object.entries({ ...process.env, ...env, ...environment }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const start = performance.now();
  const app = await _electron.launch({
    executablePath: executable,
    args: [...args],
    env: Object.fromEntries(all) as Record<string, string>,
    chromiumSandbox: true,
  });
  const page = await app.firstWindow();
  await page.locator(selector).first().waitFor();
  const took = performance.now() - start;
  await app.close();
  return took;
}

/** Milliseconds that this machine derives a key in. */
async function deriving(): Promise<number> {
  const seal = await sealUnderPassphrase(Buffer.alloc(32, 1), 'some passphrase');
  return timed(() => openWithPassphrase(seal, 'some passphrase'));
}

function text(values: readonly number[]): string {
  return `${String(Math.round(median(values)))} ms`;
}
