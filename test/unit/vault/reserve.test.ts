import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { giveUpReserve, keepReserve, reservePath } from '../../../src/core/vault/reserve.ts';
import { temporaryFolders } from './folder.ts';

describe('the space reserved for a full disk', () => {
  const folder = temporaryFolders();

  test('is a file for the owner alone, created once and given up once', () => {
    const dir = folder();
    keepReserve(dir);
    const { size, mode, mtimeMs } = statSync(reservePath(dir));
    expect([size, mode & 0o777]).toEqual([256 * 1024, 0o600]);
    keepReserve(dir);
    expect(statSync(reservePath(dir)).mtimeMs).toBe(mtimeMs);
    expect([giveUpReserve(dir), giveUpReserve(dir)]).toEqual([true, false]);
  });

  test('is skipped where it cannot be created', () => {
    const nowhere = join(folder(), 'gone');
    keepReserve(nowhere);
    expect([existsSync(reservePath(nowhere)), giveUpReserve(nowhere)]).toEqual([false, false]);
  });
});
