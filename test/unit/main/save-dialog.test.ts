import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { askForPath } from '../../../src/main/platform/save-dialog.ts';

const system = vi.hoisted(() => ({
  downloads: (): string => '',
  asked: [] as (string | undefined)[],
  answer: { canceled: false, filePath: '/chosen/labs.csv' },
}));
vi.mock('electron', () => ({
  app: { getPath: () => system.downloads() },
  dialog: {
    showSaveDialog: async ({ defaultPath }: { readonly defaultPath?: string }) => {
      system.asked.push(defaultPath);
      return system.answer;
    },
  },
}));

beforeEach(() => {
  system.downloads = () => '/home/ada/Downloads';
  system.asked = [];
  system.answer = { canceled: false, filePath: '/chosen/labs.csv' };
});

test('suggests the name in the folder for downloads, without any folder that the window may name', async () => {
  expect(await askForPath(null, '../../etc/labs.csv')).toBe('/chosen/labs.csv');
  expect(system.asked).toEqual([join('/home/ada/Downloads', 'labs.csv')]);
});

test('asks without a folder if that for downloads cannot be found', async () => {
  system.downloads = () => {
    throw new Error("Failed to get 'downloads' path");
  };
  expect(await askForPath(null, 'labs.csv')).toBe('/chosen/labs.csv');
  expect(system.asked).toEqual(['labs.csv']);
});

test('returns null for a cancelled dialog', async () => {
  system.answer = { canceled: true, filePath: '' };
  expect(await askForPath(null, 'labs.csv')).toBeNull();
});
