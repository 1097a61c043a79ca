import { beforeEach, expect, test, vi } from 'vitest';
import { createWindow } from '../../../src/main/window/window.ts';

const electron = vi.hoisted(() => ({ free: { width: 0, height: 0 }, given: [] as Record<string, unknown>[] }));
vi.mock('electron', () => ({
  app: { isPackaged: true },
  nativeTheme: { shouldUseDarkColors: false },
  screen: { getPrimaryDisplay: () => ({ workAreaSize: electron.free }) },
  BrowserWindow: class {
    constructor(options: Record<string, unknown>) {
      electron.given.push(options);
    }
    once(): void {
      // Nothing is drawn here.
    }
  },
}));

beforeEach(() => {
  electron.given = [];
});

test.each([
  ['a large display', { width: 2560, height: 1400 }, { width: 1440, height: 900 }],
  ['a laptop with text at 150 %', { width: 1280, height: 680 }, { width: 1280, height: 680 }],
  ['an old projector', { width: 1024, height: 728 }, { width: 1024, height: 728 }],
  ['a display that is smaller than any window', { width: 640, height: 400 }, { width: 720, height: 480 }],
])('a new window fits on %s', (_display, free, expected) => {
  electron.free = free;
  createWindow('carrel');
  expect(electron.given).toMatchObject([{ ...expected, minWidth: 720, minHeight: 480 }]);
});
