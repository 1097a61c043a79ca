import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolders } from '../../../src/core/platform/files.ts';
import { temporaryFolders } from './folder.ts';

describe('making folders', () => {
  const folder = temporaryFolders();

  test('creates all missing folders, for the owner alone, and leaves existing ones', () => {
    const path = join(folder(), 'a', 'b');
    makeFolders(path);
    makeFolders(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  test('fails if a file is in the way', () => {
    const path = join(folder(), 'file');
    writeFileSync(path, '');
    expect(() => makeFolders(path)).toThrow('EEXIST');
    expect(() => makeFolders(join(path, 'below'))).toThrow(/EEXIST|ENOTDIR/);
  });

  test.skipIf(!existsSync('/proc/self'))('gives up where the system denies new folders', () => {
    expect(() => makeFolders('/proc/carrel/below')).toThrow('ENOENT');
  });
});
