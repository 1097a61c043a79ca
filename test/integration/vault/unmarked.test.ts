import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { markFile } from '../../../src/core/store/database/file-digest.ts';
import { createStudyFile } from '../../../src/core/store/study-file/study-file.ts';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import { beginDigests, findUnmarked } from '../../../src/core/vault/studies/diagnose-study.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
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

/** Changes the nonce of the last page, as another write of that page would. */
function rewriteLastPage(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

const begun = { 'begun before': () => beginDigests(vault.dir), 'not begun': () => undefined } as const;

test.each(Object.entries(begun))('finds the one file that is not as it was closed, with digests %s', async (_, digests) => {
  expect([...(await findUnmarked(vault, digests()))]).toEqual([]);
  const [, second = ''] = paths;
  rewriteLastPage(second);
  expect([...(await findUnmarked(vault, digests()))]).toMatchObject([[second, { code: 'CORRUPT' }]]);
});

test('a digest that was begun before another process closed the file anew is not taken for damage', async () => {
  const [first = ''] = paths;
  const digests = beginDigests(vault.dir);
  await Promise.all(digests.values());
  rewriteLastPage(first);
  vault.saveMark('22-001', markFile(first));
  expect([...(await findUnmarked(vault, digests))]).toEqual([]);
});

test('what was read before the vault is open is not read again', async () => {
  const digests = beginDigests(vault.dir);
  expect([...digests.keys()].toSorted()).toEqual([...paths].toSorted());
  await Promise.all(digests.values());
  const [first = ''] = paths;
  // A change after the reading shows that the file is not read a second time.
  rewriteLastPage(first);
  const again = vi.spyOn(vault, 'study');
  expect([...(await findUnmarked(vault, digests))]).toEqual([]);
  expect(again).toHaveBeenCalledTimes(studies.length);
});
