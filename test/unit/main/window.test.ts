import { beforeEach, expect, test, vi } from 'vitest';
import { createWindow } from '../../../src/main/window/window.ts';

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const electron = vi.hoisted(() => ({
  free: { width: 0, height: 0 },
  areas: [] as { readonly workArea: Area }[],
  given: [] as Record<string, unknown>[],
}));
vi.mock('electron', () => ({
  app: { isPackaged: true },
  nativeTheme: { shouldUseDarkColors: false },
  screen: { getPrimaryDisplay: () => ({ workAreaSize: electron.free }), getAllDisplays: () => electron.areas },
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
  createWindow('carrel', null);
  expect(electron.given).toMatchObject([{ ...expected, minWidth: 720, minHeight: 480 }]);
});

const left: Area = { x: 0, y: 0, width: 1920, height: 1040 };
const right: Area = { x: 1920, y: 0, width: 1280, height: 700 };

test.each([
  ['where it was', [left, right], { x: 2000, y: 50, width: 900, height: 600 }, { x: 2000, y: 50, width: 900, height: 600 }],
  ['inside the display that shows most of it', [left, right], { x: 2500, y: -20, width: 900, height: 600 }, { x: 2300, y: 0 }],
  ['no larger than its display', [right], { x: 1900, y: 0, width: 1900, height: 1000 }, { x: 1920, y: 0, width: 1280, height: 700 }],
  ['as a new one if its display is gone', [left], { x: 2000, y: 50, width: 900, height: 600 }, { width: 1440, height: 900 }],
  ['as a new one if hardly any of it can be seen', [left], { x: 1850, y: 50, width: 900, height: 600 }, { width: 1440, height: 900 }],
])('a window comes back %s', (_, areas, place, expected) => {
  electron.free = left;
  electron.areas = areas.map((workArea) => ({ workArea }));
  createWindow('carrel', { ...place, isMaximized: false });
  expect(electron.given).toMatchObject([expected]);
  if (!('x' in expected)) expect(electron.given[0]).not.toHaveProperty('x');
});
