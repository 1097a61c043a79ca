import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAtomicFile } from '../../../src/core/platform/atomic-file.ts';
import { openOrdinary, readOrdinary, readThrough, syncFile, syncFolder, writeDurably } from '../../../src/core/platform/files.ts';
import { openArrays, writeArrays } from '../../../src/core/query/cached-on-disk/array-file.ts';
import { changeKey, copyDatabase, openDatabase } from '../../../src/core/store/database/database.ts';
import { markFile } from '../../../src/core/store/database/file-digest.ts';
import { copyUnderKey } from '../../../src/core/store/study-file/reencrypt.ts';
import { createStudyFile } from '../../../src/core/store/study-file/study-file.ts';
import { keepReserve } from '../../../src/core/vault/reserve.ts';
import { acquireSyncLock, tryLock } from '../../../src/core/vault/studies/sync-lock.ts';
import { openFilesIn } from './open-files.ts';

/* A file that stays open cannot be renamed or deleted on Windows, and a long run ends when the system allows no more. */

const key = randomBytes(32);
const other = randomBytes(32);

function file(dir: string, content = 'text'): string {
  const path = join(dir, 'a.txt');
  writeFileSync(path, content);
  return path;
}

function study(dir: string): string {
  const path = join(dir, 'a.db');
  createStudyFile(path, key, '22-001');
  return path;
}

test.each<[string, (dir: string) => unknown]>([
  ['read', (dir) => readOrdinary(file(dir), 4)],
  ['found too large', (dir) => expect(() => readOrdinary(file(dir), 3)).toThrow('too large')],
  ['found to be a folder', (dir) => expect(() => openOrdinary(dir)).toThrow('not a regular file')],
  ['read to its end', (dir) => readThrough(file(dir))],
  ['made durable', (dir) => syncFile(file(dir))],
  ['in a folder that is made durable', (dir) => syncFolder(dir)],
  ['written at once', (dir) => writeDurably(join(dir, 'b.txt'), 'text')],
  ['written and named', (dir) => createAtomicFile(join(dir, 'b.txt'), false).commit()],
  ['written and given up', (dir) => createAtomicFile(join(dir, 'b.txt'), false).discard()],
  ['of arrays', async (dir) => writeArrays(join(dir, 'a'), key, {}, [Uint8Array.of(1)], () => true)],
  [
    'of arrays that are read',
    async (dir) => {
      await writeArrays(join(dir, 'a'), key, {}, [Uint8Array.of(1)], () => true);
      expect(openArrays(join(dir, 'a'), key)?.read(0)).toEqual(Uint8Array.of(1));
    },
  ],
  ['of a study, made', study],
  ['of a study, marked', (dir) => markFile(study(dir))],
  ['of a study under a new key', (dir) => changeKey(study(dir), key, other)],
  ['of a study copied under a new key', (dir) => copyUnderKey({ path: study(dir), key }, { path: join(dir, 'b.db'), key: other })],
  [
    'of a study copied while open',
    (dir) => {
      const db = openDatabase(study(dir), key, 'read');
      copyDatabase(db, join(dir, 'b.db'));
      db.close();
    },
  ],
  ['that reserves space', (dir) => keepReserve(dir)],
  ['of a lock that was released', async (dir) => (await acquireSyncLock(dir))()],
  [
    'of a lock that another holds',
    async (dir) => {
      const release = await acquireSyncLock(dir);
      expect(tryLock(dir)).toBeNull();
      release();
    },
  ],
])('a file %s is closed again', async (_what, work) => {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-closed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dir = join(folder, 'data');
  mkdirSync(dir, { mode: 0o700 });
  await work(dir);
  expect(openFilesIn(folder)).toEqual([]);
});
