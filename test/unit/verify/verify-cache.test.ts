import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/core/store/database/database.ts';
import { createStudyFile } from '../../../src/core/store/study-file/study-file.ts';
import { makeSeal } from '../../../src/core/store/database/seal.ts';
import { createVault, openVault } from '../../../src/core/vault/open-vault.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { verifyCache, verifyWithPauses } from '../../../src/core/verify/verify-cache.ts';
import { temporaryFolders } from '../vault/folder.ts';
import { turningKeyStore as keyStore } from '../vault/key-store.ts';

describe('verifying the cache', () => {
  const folder = temporaryFolders();

  /** A vault with two studies and their files. */
  async function vaultWithStudies(): Promise<Vault> {
    const vault = await createVault(folder(), { passphrase: null, keyStore });
    for (const study of ['22-001', '22-002']) {
      const { path, key } = vault.addStudy(study, { demo: false, provisional: false });
      createStudyFile(path, key, study);
      vault.saveSeal(study, makeSeal(study, 0, []), 'complete');
    }
    return vault;
  }

  const found = (vault: Vault): readonly unknown[] => verifyCache(vault).findings.map(({ part, study, code }) => [part, study, code]);

  test('finds nothing in a sound one, and counts what it checked', async () => {
    const vault = await vaultWithStudies();
    expect(verifyCache(vault)).toEqual({ auditEntries: 3, studies: 2, findings: [] });
    vault.close();
  });

  test('pauses between its steps, and ends with what a pause throws', async () => {
    const vault = await vaultWithStudies();
    let pauses = 0;
    const pauseUpTo = (most: number) => async (): Promise<void> => {
      pauses += 1;
      if (pauses > most) throw new Error('no further');
    };
    expect(await verifyWithPauses(vault, pauseUpTo(Infinity))).toEqual(verifyCache(vault));
    const all = pauses;
    expect(all).toBeGreaterThan(4);
    pauses = 0;
    await expect(verifyWithPauses(vault, pauseUpTo(all - 3))).rejects.toThrow('no further');
    expect(found(vault)).toEqual([]);
    vault.close();
  });

  test('accepts a study that was added but never mirrored', async () => {
    const vault = await vaultWithStudies();
    vault.addStudy('22-003', { demo: false, provisional: false });
    expect(found(vault)).toEqual([]);
    vault.close();
  });

  test('finds a damaged, a missing and an older study file, without blaming the other study', async () => {
    const vault = await vaultWithStudies();
    const path = vault.study('22-001')?.path ?? '';
    const bytes = readFileSync(path);
    for (const at of [0, 30, 4096 + 50, bytes.length - 1]) {
      const bad = Buffer.from(bytes);
      bad[at] = (bad[at] ?? 0) ^ 1;
      writeFileSync(path, bad);
      expect(found(vault), `byte ${at}`).toEqual([['study', '22-001', 'CORRUPT']]);
      expect(readFileSync(path).equals(bad)).toBe(true);
    }
    writeFileSync(path, bytes);
    expect(found(vault)).toEqual([]);
    vault.saveSeal('22-001', makeSeal('22-001', 7, []), 'complete');
    expect(found(vault)).toEqual([['study', '22-001', 'CORRUPT']]);
    rmSync(path);
    expect(found(vault)).toEqual([['study', '22-001', 'CORRUPT']]);
    vault.close();
  });

  test('does not report a flip between reading the seal and opening the file as damage', async () => {
    const vault = await vaultWithStudies();
    const older = vault.study('22-001');
    if (older === null) throw new Error('no study');
    let looks = 0;
    const beside = {
      ...vault,
      study: (number: string) => {
        looks += number === '22-001' ? 1 : 0;
        // The second look is the one that reads the seal; the first only asks whether the study is there.
        return looks === 2 ? { ...older, seal: { current: makeSeal(number, 6, []), pending: null } } : vault.study(number);
      },
    };
    expect(found(beside)).toEqual([]);
    expect(looks).toBeGreaterThan(2);
    vault.close();
  });

  test('finds a broken audit trail', async () => {
    const vault = await vaultWithStudies();
    vault.close();
    const name = readdirSync(vault.dir).find((one) => one.startsWith('vault-') && one.endsWith('.db')) ?? '';
    const { keyStore: sealed } = JSON.parse(readFileSync(join(vault.dir, 'keys.json'), 'utf8'));
    const db = openDatabase(join(vault.dir, name), Buffer.from(sealed.sealed, 'base64').reverse(), 'write');
    db.exec("UPDATE audit SET actor = 'nobody' WHERE number = 2");
    db.close();
    const opened = await openVault(vault.dir, { keyStore });
    expect(found(opened)).toEqual([['audit', null, 'CORRUPT']]);
    opened.close();
  });
});
