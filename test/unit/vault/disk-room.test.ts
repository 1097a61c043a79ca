import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkDisk } from '../../../src/core/vault/disk-room.ts';

const folder = mkdtempSync(join(tmpdir(), 'carrel-room-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('reports free space for a writable folder and leaves no test file behind', async () => {
  writeFileSync(join(folder, 'write-test.999999999-0123abcd.new'), 'of a try that was killed');
  const { free, problem } = await checkDisk(folder);
  expect(free).toBeGreaterThan(0);
  expect(problem).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});

test('reports why no file can be written', async () => {
  const file = join(folder, 'no-folder');
  writeFileSync(file, '');
  expect((await checkDisk(file)).problem).toMatchObject({
    code: 'STORE',
    message: expect.stringContaining('a part of that path is a file'),
  });
  expect(await checkDisk(join(folder, 'gone'))).toMatchObject({ free: null, problem: { code: 'STORE' } });
});
