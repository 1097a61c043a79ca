import type * as FileSystem from 'node:fs';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { wipeCalls } from '../../../src/main/vault-calls/wipe-calls.ts';
import { wipeWord } from '../../../src/shared/calls/wipe.ts';

const runtime = vi.hoisted(() => ({ atQuit: [] as (() => void)[], state: '', isHeld: false }));
vi.mock('electron', () => ({
  app: { once: (_event: string, listener: () => void) => runtime.atQuit.push(listener), getPath: () => runtime.state },
}));
/** A folder that the runtime has open cannot be removed on Windows. */
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof FileSystem>();
  return {
    ...fs,
    rmSync: (...[path, options]: Parameters<typeof fs.rmSync>) => {
      if (runtime.isHeld && path === runtime.state) throw Object.assign(new Error('held'), { code: 'EBUSY' });
      fs.rmSync(path, options);
    },
  };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-wipe-'));
  Object.assign(runtime, { atQuit: [], state: join(folder, 'window'), isHeld: false });
});
afterEach(() => {
  runtime.isHeld = false;
  rmSync(folder, { recursive: true, force: true });
});

async function wipeAndQuit(): Promise<void> {
  const step = async (): Promise<void> => undefined;
  const window = { clear: step, renew: step };
  const calls = wipeCalls({
    dataDir: folder,
    closed: (work) => work(),
    unlocker: { forget: () => undefined },
    window,
    startupError: { report: null },
  });
  await calls['data.wipe']({ typed: wipeWord });
  for (const name of ['window', 'log']) mkdirSync(join(folder, name), { recursive: true });
  for (const listener of runtime.atQuit) listener();
}

test('removes the state of the runtime and its last log at quit', async () => {
  await wipeAndQuit();
  expect(['window', 'log'].filter((name) => existsSync(join(folder, name)))).toEqual([]);
});

// This used to be an uncaught exception, shown in a box and noted in the very log that was to be removed.
test('leaves what the system still holds at quit, without failing', async () => {
  runtime.isHeld = true;
  await wipeAndQuit();
  expect(['window', 'log'].filter((name) => existsSync(join(folder, name)))).toEqual(['window']);
});
