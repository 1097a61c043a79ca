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

      // Both forms of the inherited method.
      override set(key: unknown, value?: unknown): void {
        if (isFull) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
        if (typeof key === 'string') super.set(key, value);
        else super.set(key as Record<string, unknown>);
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

test('a change that could not be stored lasts, and is stored with the next one', async () => {
  const preferences = await openPreferences(folder);
  isFull = true;
  expect(() => preferences.set({ scheme: 'dark' })).toThrow('will be lost when Carrel closes');
  expect(preferences.get().scheme).toBe('dark');
  isFull = false;
  expect(preferences.set({ density: 'comfortable' })).toMatchObject({ scheme: 'dark', density: 'comfortable' });
  expect((await openPreferences(folder)).get()).toMatchObject({ scheme: 'dark', density: 'comfortable' });
});

test('the place of the window is kept beside the preferences, and a full disk or a strange place does no harm', async () => {
  const place = { x: -20, y: 4, width: 900, height: 700, isMaximized: false };
  const preferences = await openPreferences(folder);
  expect(preferences.windowPlace()).toBeNull();
  preferences.keepWindowPlace(place);
  preferences.set({ scheme: 'dark' });
  expect((await openPreferences(folder)).windowPlace()).toEqual(place);
  isFull = true;
  preferences.keepWindowPlace({ ...place, x: 0 });
  expect(preferences.windowPlace()).toEqual(place);
  writeFileSync(file, JSON.stringify({ window: { ...place, x: 'left' } }));
  expect((await openPreferences(folder)).windowPlace()).toBeNull();
});

test.runIf(process.platform === 'linux').each([
  ['a pipe', () => execFileSync('mkfifo', [file])],
  ['a device', () => symlinkSync('/dev/zero', file)],
])('%s in place of the file does not block', async (_what, put) => {
  put();
  expect((await openPreferences(folder)).get().scheme).toBe('auto');
});

test.runIf(process.platform !== 'win32')('a link in place of the file is not followed, also if it is put there later', async () => {
  const [early, late] = [join(folder, 'early'), join(folder, 'late')];
  for (const path of [early, late]) writeFileSync(path, 'Dear');
  symlinkSync(early, file);
  const preferences = await openPreferences(folder);
  expect(preferences.set({ scheme: 'dark' }).scheme).toBe('dark');
  rmSync(file);
  const others = await openPreferences(folder);
  symlinkSync(late, file);
  expect(others.set({ scheme: 'dark' }).scheme).toBe('dark');
  for (const { keepWindowPlace } of [preferences, others]) keepWindowPlace({ x: 0, y: 0, width: 900, height: 700, isMaximized: false });
  expect([early, late].map((path) => readFileSync(path, 'utf8'))).toEqual(['Dear', 'Dear']);
});
