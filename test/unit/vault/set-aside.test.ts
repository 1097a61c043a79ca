import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createVault, openVault, vaultState } from '../../../src/core/vault/open-vault.ts';
import { finishSetAside, setVaultAside } from '../../../src/core/vault/set-aside.ts';
import { temporaryFolders } from './folder.ts';
import { turningKeyStore as keyStore } from './key-store.ts';

const lost = temporaryFolders();

describe('setting a data folder aside', () => {
  const folder = temporaryFolders();

  async function made(): Promise<string> {
    const vault = await createVault(folder(), { passphrase: null, keyStore });
    writeFileSync(vault.addStudy('22-001', { demo: false, provisional: false }).path, 'mirror');
    vault.close();
    return vault.dir;
  }

  const asideOf = (dir: string): string => join(dir, readdirSync(dir).find((name) => name.startsWith('set-aside-')) ?? 'none');

  /** A folder with a newer vault beside an interrupted run, and the key files of both. */
  async function interrupted() {
    const dir = await made();
    const earlier = readFileSync(join(dir, 'keys.json'), 'utf8');
    await setVaultAside(dir);
    (await createVault(dir, { passphrase: null, keyStore })).close();
    const newer = readFileSync(join(dir, 'keys.json'), 'utf8');
    renameSync(asideOf(dir), join(dir, 'set-aside-unfinished'));
    return { dir, earlier, newer };
  }

  test('moves everything, so that a new vault can be created; moved back, it opens again', async () => {
    const dir = await made();
    await setVaultAside(dir);
    expect(vaultState(dir).exists).toBe(false);
    (await createVault(dir, { passphrase: null, keyStore })).close();
    const aside = asideOf(dir);
    if (process.platform !== 'win32') expect(statSync(aside).mode & 0o777).toBe(0o700);
    const back = folder();
    for (const name of readdirSync(aside)) renameSync(join(aside, name), join(back, name));
    const vault = await openVault(back, { keyStore });
    expect([vault.studyNumbers(), vault.findSealBreak()]).toEqual([['22-001'], null]);
    vault.close();
  });

  test('works without a key file, and fails if there is nothing to set aside', async () => {
    const dir = await made();
    rmSync(join(dir, 'keys.json'));
    expect(vaultState(dir).problem?.code).toBe('LOCKED');
    await setVaultAside(dir);
    expect([vaultState(dir).exists, readdirSync(asideOf(dir)).includes('studies')]).toEqual([false, true]);
    await expect(setVaultAside(dir)).rejects.toMatchObject({ code: 'USAGE' });
  });

  test('is completed before the vault opens if it was interrupted after moving the key file', async () => {
    const dir = await made();
    mkdirSync(join(dir, 'set-aside-unfinished'));
    renameSync(join(dir, 'keys.json'), join(dir, 'set-aside-unfinished', 'keys.json'));
    await expect(openVault(dir, { keyStore })).rejects.toMatchObject({ code: 'LOCKED' });
    expect(vaultState(dir).exists).toBe(false);
    expect(readdirSync(asideOf(dir))).toEqual(expect.arrayContaining(['keys.json', 'studies']));
    await finishSetAside(dir);
    expect(readdirSync(dir).filter((name) => name.startsWith('set-aside-'))).toHaveLength(1);
  });

  test('never overwrites a newer vault when an interrupted run is completed', async () => {
    const { dir, earlier, newer } = await interrupted();
    (await openVault(dir, { keyStore })).close();
    expect([readFileSync(join(dir, 'keys.json'), 'utf8'), readFileSync(join(asideOf(dir), 'keys.json'), 'utf8')]).toEqual([newer, earlier]);
    expect(readdirSync(dir)).not.toContain('set-aside-unfinished');
  });

  test('overwrites nothing of an interrupted run when a newer vault is set aside as well', async () => {
    const { dir, earlier, newer } = await interrupted();
    await setVaultAside(dir);
    const aside = readdirSync(dir).filter((name) => name.startsWith('set-aside-'));
    expect(aside.map((name) => readFileSync(join(dir, name, 'keys.json'), 'utf8')).sort()).toEqual([earlier, newer].sort());
  });
});

test('a folder of studies that was lost while it was empty is made again when the vault opens', async () => {
  const dir = lost();
  (await createVault(dir, { passphrase: null, keyStore })).close();
  rmSync(join(dir, 'studies'), { recursive: true });
  (await openVault(dir, { keyStore })).close();
  expect(readdirSync(dir)).toContain('studies');
});
