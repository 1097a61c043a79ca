import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/core/store/database/database.ts';
import { copyUnderKey } from '../../../src/core/store/study-file/reencrypt.ts';
import { makeSeal } from '../../../src/core/store/database/seal.ts';
import { createStudyFile, setAside } from '../../../src/core/store/study-file/study-file.ts';
import { changeKeys, type KeyChange, type KeysChanged, type KeyWork } from '../../../src/core/vault/keys/change-keys.ts';
import { vaultFiles } from '../../../src/core/vault/database.ts';
import { keyFilePath, readKeyFile } from '../../../src/core/vault/keys/key-file.ts';
import { openBesideSync } from '../../../src/core/vault/studies/open-study.ts';
import { createVault, openVault, vaultState } from '../../../src/core/vault/open-vault.ts';
import { readKeyStoreUse } from '../../../src/core/vault/settings/security.ts';
import type { Unlock } from '../../../src/core/vault/keys/vault-key.ts';
import { verifyCache } from '../../../src/core/verify/verify-cache.ts';
import { openFilesIn } from '../../unit/platform/open-files.ts';
import { temporaryFolders } from '../../unit/vault/folder.ts';
import { turningKeyStore as keyStore, turningStoreOf } from '../../unit/vault/key-store.ts';

const other = turningStoreOf('kwallet6');
const work: KeyWork = { copy: async (from, to) => copyUnderKey(from, to), onProgress: () => undefined };
const always = { passphrase: null, keyStore: other, use: 'always' } as const;

describe('changing the keys', () => {
  const folder = temporaryFolders();

  /** A vault that opens with the first key store, with two mirrored studies and one that is only added. */
  async function made(): Promise<string> {
    const vault = await createVault(folder(), { passphrase: null, keyStore });
    for (const study of ['22-001', '22-002']) {
      const { path, key } = vault.addStudy(study, { demo: false, provisional: false });
      createStudyFile(path, key, study);
      vault.saveSeal(study, makeSeal(study, 0, []), 'complete');
    }
    vault.addStudy('22-003', { demo: false, provisional: false });
    vault.saveSetting('theme', 'dark');
    vault.close();
    return vault.dir;
  }

  async function change(dir: string, given: Partial<KeyChange> = {}, done: KeyWork = work): Promise<KeysChanged> {
    return changeKeys(dir, { unlock: { keyStore }, to: always, studies: false, ...given }, done);
  }

  async function expectSound(dir: string, unlock: Unlock): Promise<void> {
    const vault = await openVault(dir, unlock);
    expect(verifyCache(vault).findings).toEqual([]);
    expect(vault.studyNumbers()).toEqual(['22-001', '22-002', '22-003']);
    expect(vault.setting('theme')).toBe('dark');
    for (const study of ['22-001', '22-002']) openBesideSync(vault, study)?.close();
    vault.close();
  }

  test('leaves a vault with all its contents that opens only with the new lock', async () => {
    const dir = await made();
    const [file] = vaultFiles(dir);
    const changed = await change(dir);
    expect(changed).toMatchObject({ renewed: 0, aside: 0, error: null });
    changed.vault.close();
    expect(vaultFiles(dir)).toHaveLength(1);
    expect(vaultFiles(dir)).not.toContain(file);
    await expect(openVault(dir, { keyStore })).rejects.toMatchObject({ code: 'LOCKED' });
    await expectSound(dir, { keyStore: other });
  });

  test.runIf(process.platform !== 'win32')('keeps the vault file private to its owner', async () => {
    const dir = await made();
    (await change(dir)).vault.close();
    expect(vaultFiles(dir).map((name) => statSync(join(dir, name)).mode & 0o777)).toEqual([0o600]);
  });

  test.runIf(process.platform !== 'win32')(
    'tells another Carrel that has the vault open with its earlier key, which then leaves no file behind',
    async () => {
      const dir = await made();
      const opened = await openVault(dir, { keyStore });
      (await change(dir)).vault.close();
      const vaultNames = (): string[] => readdirSync(dir).filter((name) => name.startsWith('vault-'));
      const before = vaultNames();
      const changed = { code: 'STORE', message: expect.stringMatching(/^Another Carrel changed the keys of the data folder/) };
      expect(() => opened.saveSetting('theme', 'light')).toThrow(expect.objectContaining(changed));
      opened.close();
      expect(vaultNames()).toEqual(before);
    },
  );

  test('makes an earlier key file useless, and the error says so', async () => {
    const dir = await made();
    const saved = readFileSync(keyFilePath(dir));
    (await change(dir)).vault.close();
    writeFileSync(keyFilePath(dir), saved);
    await expect(openVault(dir, { keyStore })).rejects.toMatchObject({
      code: 'LOCKED',
      message: expect.stringContaining('created with another key'),
    });
  });

  test('renews the study keys too, so that keys saved earlier open no file that is left', async () => {
    const dir = await made();
    const before = await openVault(dir, { keyStore });
    const saved = before.studies().map(({ study, path, key }) => ({ study, path, key: Buffer.from(key) }));
    before.close();
    const reported: string[] = [];
    const { vault, renewed, error } = await change(
      dir,
      { studies: true },
      { ...work, onProgress: (done, of) => reported.push(`${done}/${of}`) },
    );
    expect([renewed, error, reported.at(-1)]).toEqual([3, null, '3/3']);
    expect(vault.keys.left()).toEqual([]);
    vault.close();
    for (const { path } of saved) expect(existsSync(path)).toBe(false);
    for (const name of readdirSync(join(dir, 'studies')).filter((file) => file.endsWith('.db')))
      for (const { key } of saved) expect(() => openDatabase(join(dir, 'studies', name), key, 'read')).toThrow();
    await expectSound(dir, { keyStore: other });
  });

  test('records every step in an unbroken audit trail', async () => {
    const dir = await made();
    const { vault } = await change(dir, { studies: true });
    const kinds = vault.audit.entries().map(({ event }) => event.kind);
    expect(kinds.slice(-5)).toEqual(['protection-changed', ...Array<string>(3).fill('study-key-renewed'), 'keys-renewed']);
    expect(vault.audit.findBreak()).toBeNull();
    vault.close();
  });

  test('keeps the key of a damaged study, renews the others and counts set-aside files', async () => {
    const dir = await made();
    const before = await openVault(dir, { keyStore });
    const [first, second] = before.studies();
    writeFileSync(first?.path ?? '', Buffer.alloc(8192, 1));
    before.recordSetAside('22-002', setAside(second?.path ?? '').slice(join(dir, 'studies').length + 1));
    before.close();
    const { vault, renewed, aside, error } = await change(dir, { studies: true });
    expect([renewed, aside, error?.code]).toEqual([1, 1, 'CORRUPT']);
    expect(vault.study('22-001')?.path).toBe(first?.path);
    expect(vault.keys.left()).toContain('22-001');
    vault.close();
  });

  test('leaves a study that cannot be copied as it was, under the new vault key', async () => {
    const dir = await made();
    const broken: KeyWork = {
      ...work,
      copy: async () => {
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      },
    };
    const { vault, error } = await change(dir, { studies: true }, broken);
    expect(error?.code).toBe('STORE');
    vault.close();
    await expectSound(dir, { keyStore: other });
    (await change(dir, { unlock: { keyStore: other }, studies: true })).vault.close();
    await expectSound(dir, { keyStore: other });
  });

  test('keeps the earlier keys and no second vault if keys.json cannot be replaced', async () => {
    const dir = await made();
    const path = keyFilePath(dir);
    const saved = readFileSync(path);
    const swapping = async (key: Buffer): Promise<Buffer> => {
      // A folder in place of the file makes the rename fail.
      rmSync(path);
      mkdirSync(join(path, 'in the way'), { recursive: true });
      return Buffer.from(key).reverse();
    };
    await expect(
      change(dir, {
        to: { ...always, keyStore: { ...other, wrap: swapping } },
      }),
    ).rejects.toMatchObject({ code: 'STORE' });
    expect(vaultFiles(dir)).toHaveLength(2);
    expect(openFilesIn(dir)).toEqual([]);
    rmSync(path, { recursive: true });
    writeFileSync(path, saved);
    await expectSound(dir, { keyStore });
    expect(vaultFiles(dir)).toHaveLength(1);
  });

  test.each([
    ['neither of the two', { passphrase: null, keyStore: other, use: 'off' }, 'USAGE'],
    ['the key store for a session only, without a passphrase', { passphrase: null, keyStore: other, use: 'session' }, 'USAGE'],
    ['an empty passphrase', { passphrase: '', keyStore: other, use: 'off' }, 'USAGE'],
    ['a key store that is not available', { passphrase: 'long enough', keyStore: { ...other, available: false }, use: 'always' }, 'LOCKED'],
  ] as const)('is refused for %s', async (_what, to, code) => {
    const dir = await made();
    const before = readFileSync(keyFilePath(dir));
    await expect(change(dir, { to })).rejects.toMatchObject({ code });
    expect(readFileSync(keyFilePath(dir)).equals(before)).toBe(true);
  });

  test('shuts the earlier way in when a passphrase is added, then changed and made the only one', async () => {
    const dir = await made();
    const first = 'first passphrase';
    const second = 'second passphrase';
    (await change(dir, { to: { passphrase: first, keyStore, use: 'session' } })).vault.close();
    expect(readKeyFile(dir).keyStore).toBeNull();
    expect(vaultState(dir).unlockWith).toEqual(['passphrase']);
    const opened = await openVault(dir, { passphrase: first });
    expect(readKeyStoreUse(opened, false)).toBe('session');
    const sealed = await opened.keys.sealIn(keyStore);
    opened.close();
    (await openVault(dir, { keyStore, sealed })).close();
    (await change(dir, { unlock: { passphrase: first }, to: { passphrase: second, keyStore, use: 'off' } })).vault.close();
    await expect(openVault(dir, { passphrase: first })).rejects.toMatchObject({ code: 'LOCKED' });
    await expect(openVault(dir, { keyStore, sealed })).rejects.toMatchObject({ code: 'LOCKED' });
    await expectSound(dir, { passphrase: second });
  }, 120_000);
});
