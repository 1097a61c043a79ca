import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPreferences } from '../../../src/main/vault-calls/preferences.ts';

/** electron-store without Electron’s names and folders, over the same files. */
vi.mock('electron-store', async () => {
  const { default: Conf } = await import('conf');
  return {
    default: class extends Conf {
      constructor({ name, ...options }: { readonly name: string; readonly cwd: string; readonly clearInvalidConfig: boolean }) {
        super({ ...options, configName: name, projectName: 'carrel' });
      }

      override delete(key: string): void {
        if (isFull) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
        super.delete(key);
      }
    },
  };
});

let isFull = false;
let folder: string;
let file: string;
beforeEach(() => {
  isFull = false;
  folder = mkdtempSync(join(tmpdir(), 'carrel-preferences-'));
  file = join(folder, 'preferences.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

// On a full disk this kept Carrel from starting.
test('writes nothing at a start if there is nothing to remove', async () => {
  expect((await openPreferences(folder)).get().scheme).toBe('auto');
  expect(existsSync(file)).toBe(false);
});

test('removes what earlier builds kept about studies, or tries again later if the disk is full', async () => {
  writeFileSync(file, JSON.stringify({ scheme: 'dark', layouts: { '22-001': {} } }));
  isFull = true;
  expect((await openPreferences(folder)).get().scheme).toBe('dark');
  expect(readFileSync(file, 'utf8')).toContain('22-001');
  isFull = false;
  expect((await openPreferences(folder)).get().scheme).toBe('dark');
  expect(readFileSync(file, 'utf8')).not.toContain('22-001');
});

test('uses defaults if the file cannot be read, and keeps choices while Carrel runs', async () => {
  mkdirSync(file);
  const preferences = await openPreferences(folder);
  expect(preferences.get().scheme).toBe('auto');
  expect(preferences.set({ scheme: 'dark' }).scheme).toBe('dark');
  expect(preferences.get().scheme).toBe('dark');
});

test.runIf(process.platform === 'linux').each([
  ['a pipe', () => execFileSync('mkfifo', [file])],
  ['a device', () => symlinkSync('/dev/zero', file)],
])('%s in place of the file does not block', async (_what, put) => {
  put();
  expect((await openPreferences(folder)).get().scheme).toBe('auto');
});
