import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolders } from '../../../src/core/platform/files.ts';
import { temporaryFolders } from './folder.ts';

describe('making folders', () => {
  const folder = temporaryFolders();

  test('makes all that are missing, for the owner alone, and leaves one that is there', () => {
    const path = join(folder(), 'a', 'b');
    makeFolders(path);
    makeFolders(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  test('a file in the way is an error', () => {
    const path = join(folder(), 'file');
    writeFileSync(path, '');
    expect(() => makeFolders(path)).toThrow('EEXIST');
    expect(() => makeFolders(join(path, 'below'))).toThrow(/EEXIST|ENOTDIR/);
  });

  test.skipIf(!existsSync('/proc/self'))('ends where the system denies new folders', () => {
    expect(() => makeFolders('/proc/carrel/below')).toThrow('ENOENT');
  });
});
