import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openArrays } from '../../../src/core/query/cached-on-disk/array-file.ts';
import { cacheArrays } from '../../../src/core/query/cached-on-disk/cache-arrays.ts';
import type { StudyReader } from '../../../src/core/query/study-directory.ts';
import { freeDiskBytes } from '../../../src/core/vault/disk-room.ts';

vi.mock('../../../src/core/vault/disk-room.ts', { spy: true });

const folder = mkdtempSync(join(tmpdir(), 'carrel-cache-'));
const path = join(folder, 'answers');
const key = Buffer.alloc(32, 7);
const reader = { file: { key } } as unknown as StudyReader;
const room = 512 * 1024 * 1024;
const bytes = 1000;

afterAll(() => {
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  rmSync(path, { force: true });
});

const cache = (isWanted = true): Promise<void> =>
  cacheArrays(reader, { path, about: 'of a test', arrays: [Uint8Array.of(1, 2)], bytes }, () => isWanted);

describe('what is cached beside a study', () => {
  test.each([
    ['with just enough room beside it', room + bytes],
    ['on a disk that does not say how full it is', null],
  ])('is written %s', async (_what, free) => {
    vi.mocked(freeDiskBytes).mockResolvedValue(free);
    await cache();
    expect(openArrays(path, key)?.read(0)).toEqual(Uint8Array.of(1, 2));
  });

  test('is not written with a byte less, and what was cached before stays', async () => {
    writeFileSync(path, 'earlier');
    vi.mocked(freeDiskBytes).mockResolvedValue(room + bytes - 1);
    await expect(cache()).rejects.toMatchObject({ code: 'STORE', message: expect.stringContaining('too little disk space') });
    expect(readFileSync(path, 'utf8')).toBe('earlier');
  });

  test('is not written for a study that was closed meanwhile', async () => {
    vi.mocked(freeDiskBytes).mockResolvedValue(null);
    await cache(false);
    expect(existsSync(path)).toBe(false);
  });

  test('is sealed with a copy of the key: the own one stays', async () => {
    vi.mocked(freeDiskBytes).mockResolvedValue(null);
    await cache();
    expect(key.equals(Buffer.alloc(32, 7))).toBe(true);
  });
});
