import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { assertOtherRuns, makeWindowFolder } from '../../../src/main/shell/window-folder.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'carrel-window-folder-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true });
});

describe('the folder for Chromium’s state', () => {
  test('is in the data folder', () => {
    expect(makeWindowFolder(dataDir, false)).toBe(join(dataDir, 'window'));
    expect(existsSync(join(dataDir, 'window'))).toBe(true);
  });

  // Electron took it for that of a running Carrel, and the start ended without a word.
  test('is refused, with the reason, if it cannot be written to', () => {
    writeFileSync(join(dataDir, 'window'), '');
    expect(() => makeWindowFolder(dataDir, false)).toThrow(/window could not be created: a file of that name is in the way/);
  });

  test('is a temporary one for a read-only data folder', () => {
    const folder = makeWindowFolder(dataDir, true);
    expect(dirname(folder)).toBe(tmpdir());
    rmSync(folder, { recursive: true });
  });

  test.skipIf(process.platform === 'win32')('names the place in which no temporary one can be made', () => {
    vi.stubEnv('TMPDIR', join(dataDir, 'missing'));
    expect(() => makeWindowFolder(dataDir, true)).toThrow(/No temporary folder could be created in .*missing: the folder is gone/);
  });
});

describe.skipIf(process.platform === 'win32')('a refused lock', () => {
  const lock = (owner: number): void => {
    mkdirSync(join(dataDir, 'window'));
    symlinkSync(`laptop-${String(owner)}`, join(dataDir, 'window', 'SingletonLock'));
  };

  test('means that another Carrel runs if that has the lock', () => {
    lock(1);
    expect(() => {
      assertOtherRuns(join(dataDir, 'window'));
    }).not.toThrow();
  });

  test.each(['nobody', 'this process'])('is reported if the lock belongs to %s', (owner) => {
    if (owner === 'this process') lock(process.pid);
    expect(() => {
      assertOtherRuns(join(dataDir, 'window'));
    }).toThrow(/cannot make sure that it runs only once/);
  });
});
