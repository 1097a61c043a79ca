import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { digestMeanwhile, isAsMarkedMeanwhile, markFile } from '../../../src/core/store/database/file-digest.ts';
import { createStudyFile } from '../../../src/core/store/study-file/study-file.ts';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import { findUnmarked } from '../../../src/core/vault/studies/diagnose-study.ts';
import { beginDigests } from '../../../src/core/vault/studies/early-digests.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { damageLastByte } from '../../unit/damage-last-byte.ts';
import { temporaryFolders } from '../../unit/vault/folder.ts';
import { turningKeyStore as keyStore } from '../../unit/vault/key-store.ts';

const folder = temporaryFolders();
const studies = ['22-001', '22-002'];
let vault: Vault;
let paths: readonly string[];

beforeEach(async () => {
  vault = await createVault(join(folder(), 'data'), { passphrase: null, keyStore });
  paths = studies.map((study) => {
    const { path, key } = vault.addStudy(study, { demo: false, provisional: false });
    createStudyFile(path, key, study);
    vault.saveSeal(study, { generation: 1, counts: {}, digest: '0'.repeat(64) }, 'complete');
    vault.saveMark(study, markFile(path));
    return path;
  });
});
afterEach(() => {
  vault.close();
});

const begun = { 'begun before': () => beginDigests(vault.dir), 'not begun': () => undefined } as const;

test.each(Object.entries(begun))('finds the one file that is not as it was closed, with digests %s', async (_, digests) => {
  expect([...(await findUnmarked(vault, digests()))]).toEqual([]);
  const [, second = ''] = paths;
  damageLastByte(second);
  expect([...(await findUnmarked(vault, digests()))]).toMatchObject([[second, { code: 'CORRUPT' }]]);
});

/** Waits until all files have been read. */
async function read(digests: ReturnType<typeof beginDigests>): Promise<void> {
  for (const path of paths) await digests.of(path);
}

test('a digest that was begun before another process closed the file anew is not taken for damage', async () => {
  const [first = ''] = paths;
  const digests = beginDigests(vault.dir);
  await read(digests);
  damageLastByte(first);
  vault.saveMark('22-001', markFile(first));
  expect([...(await findUnmarked(vault, digests))]).toEqual([]);
});

test('a file that was changed or replaced after it was read is found', async () => {
  const [first = '', second = ''] = paths;
  const digests = beginDigests(vault.dir);
  await read(digests);
  damageLastByte(first);
  const bytes = readFileSync(second);
  rmSync(second);
  writeFileSync(second, bytes.fill(0, bytes.length - 8));
  expect([...(await findUnmarked(vault, digests)).keys()]).toEqual([first, second]);
});

test('a file that is as it was read is not read again', async () => {
  const [first = ''] = paths;
  const mark = markFile(first);
  const { state } = await digestMeanwhile(first);
  const isMarked = (digest: string, of = state): Promise<boolean> => isAsMarkedMeanwhile(first, mark, async () => ({ digest, state: of }));
  expect(await isMarked(mark?.digest ?? '')).toBe(true);
  expect(await isMarked('another')).toBe(false);
  expect(await isMarked('another', 'another')).toBe(true);
});

test('stops reading when it is told to, and reads nothing while setting aside is unfinished', async () => {
  const [first = ''] = paths;
  const stopped = beginDigests(vault.dir);
  await stopped.stop();
  expect(await stopped.of(first)).toBeNull();
  await expect(digestMeanwhile(first, AbortSignal.abort())).rejects.toThrow('aborted');
  expect(await beginDigests(vault.dir).of(first)).not.toBeNull();
  mkdirSync(join(vault.dir, 'set-aside-unfinished'));
  expect(await beginDigests(vault.dir).of(first)).toBeNull();
});
