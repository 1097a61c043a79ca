import { existsSync, openSync, closeSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../../src/shared/errors.ts';
import { emptyDataset } from '../../../src/shared/empty-status.ts';
import { createStudyFile } from '../../../src/core/store/study-file/study-file.ts';
import { renewDamaged, setAsideIfDamaged, setDamagedAside, settleStudies } from '../../../src/core/sync/first-sync.ts';
import { withStudy } from '../../../src/core/vault/studies/open-study.ts';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import type { StudyEntry } from '../../../src/core/vault/studies/studies.ts';
import { acquireSyncLock } from '../../../src/core/vault/studies/sync-lock.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { temporaryFolders } from '../../unit/vault/folder.ts';

const folder = temporaryFolders();
const study = '22-001';

async function vaultWithStudy(): Promise<{ readonly vault: Vault; readonly entry: StudyEntry }> {
  const vault = await createVault(folder(), { passphrase: 'correct horse battery staple', keyStore: null });
  const entry = vault.addStudy(study, { demo: true, provisional: false });
  createStudyFile(entry.path, entry.key, study);
  return { vault, entry };
}

/** Damages a page that is not read when the file is opened. */
function damage({ path }: StudyEntry): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(16, 0x5a), 0, 16, 3 * 4096 + 100);
  closeSync(file);
}

const calledDamaged = async (): Promise<never> => {
  throw new AppError('CORRUPT', 'SQLite says so.');
};

describe('a study whose reading reports damage', () => {
  test('is not set aside after a passing read error: its file is intact', async () => {
    const { vault, entry } = await vaultWithStudy();
    await expect(withStudy(vault, study, calledDamaged)).rejects.toMatchObject({
      code: 'STORE',
      // Whether it was the disk is unknown.
      message: expect.stringMatching(/could not be read, but a second check found its file intact.*if it happens again, check the disk/),
    });
    expect(vault.study(study)?.setAside).toBeNull();
    expect(existsSync(entry.path)).toBe(true);
    vault.close();
  });

  test('is set aside if a second check confirms the damage', async () => {
    const { vault, entry } = await vaultWithStudy();
    damage(entry);
    await expect(withStudy(vault, study, calledDamaged)).rejects.toMatchObject({ code: 'CORRUPT' });
    const [name] = readdirSync(join(vault.dir, 'studies'));
    expect(vault.study(study)?.setAside).toBe(name);
    vault.close();
  });
});

describe('a whole check', () => {
  test('sets a study aside whose file opens but is damaged, and says how to mirror it anew', async () => {
    const { vault, entry } = await vaultWithStudy();
    damage(entry);
    expect(await withStudy(vault, study, async (opened) => opened !== null)).toBe(true);
    expect(await setAsideIfDamaged(vault, study)).toMatchObject({ code: 'CORRUPT', message: expect.stringContaining('--anew') });
    expect(vault.study(study)?.setAside).toMatch(/\.damaged-/);
    vault.close();
  });

  test('leaves a sound study and one that was never mirrored as they are', async () => {
    const { vault } = await vaultWithStudy();
    vault.addStudy('22-002', { demo: true, provisional: false });
    expect(await Promise.all([study, '22-002', 'unknown'].map((one) => setAsideIfDamaged(vault, one)))).toEqual([null, null, null]);
    expect([study, '22-002'].map((one) => vault.study(one)?.setAside)).toEqual([null, null]);
    vault.close();
  });
});

// It used to be renewed while another process was writing.
test('renews a damaged study only under the writer’s lock', async () => {
  const { vault, entry } = await vaultWithStudy();
  vault.recordSetAside(study, 'a.db.damaged');
  const release = await acquireSyncLock(vault.dir);
  const renewed = renewDamaged(vault, study);
  await sleep(300);
  expect(vault.study(study)?.path).toBe(entry.path);
  release();
  await renewed;
  expect(vault.study(study)?.setAside).toBeNull();
  expect(vault.study(study)?.path).not.toBe(entry.path);
  vault.close();
});

test('refuses to write to a vault whose folder was deleted while it was open', async () => {
  const { vault } = await vaultWithStudy();
  rmSync(vault.dir, { recursive: true });
  expect(() => vault.saveSetting('any', 'thing')).toThrow(expect.objectContaining({ code: 'STORE' }));
  vault.close();
});

test('keeps the outcome of a sync if the cleanup after it finds another process writing', async () => {
  const vault = await createVault(folder(), { passphrase: 'correct horse battery staple', keyStore: null });
  vault.addStudy(study, { demo: true, provisional: true });
  const release = await acquireSyncLock(vault.dir);
  const error = { code: 'CORRUPT' as const, message: 'Damaged.' };
  const result = { exitCode: 21, code: 'CORRUPT' as const, studies: [{ study, datasets: [{ ...emptyDataset('labs'), error }] }] };
  expect(await Promise.all([settleStudies(vault, [study]), setDamagedAside(vault, result)])).toEqual([undefined, result]);
  expect(vault.study(study)?.provisional).toBe(true);
  release();
  await settleStudies(vault, [study]);
  expect(vault.study(study)).toBeNull();
  vault.close();
});
