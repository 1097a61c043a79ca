import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/core/store/database/database.ts';
import { eraseEverything } from '../../../src/core/vault/erase-everything.ts';
import { createVault, openVault, vaultState } from '../../../src/core/vault/open-vault.ts';
import { readTries, recordFailure } from '../../../src/core/vault/keys/tries.ts';
import { vaultSealPath } from '../../../src/core/vault/vault-seal.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { temporaryFolders } from '../../unit/vault/folder.ts';
import { turningKeyStore as keyStore } from '../../unit/vault/key-store.ts';

const passphrase = 'correct horse battery staple';
const seal = { generation: 3, counts: { labs: 12 }, digest: 'ab'.repeat(32) } as unknown as Parameters<Vault['saveSeal']>[1];
const connection = { baseUrl: 'https://research.example.org', partnerId: 'P-1', clientId: 'c-1', tokenStyle: 'body', demo: false } as const;

function vaultFile(dir: string): string {
  return join(dir, readdirSync(dir).find((name) => /^vault-.*\.db$/.test(name)) ?? 'none');
}

describe('a vault', () => {
  const folder = temporaryFolders();
  const create = async (dir = folder()): Promise<Vault> => createVault(dir, { passphrase: null, keyStore });
  const reopen = async (dir: string): Promise<Vault> => openVault(dir, { keyStore });

  test('keeps connection, studies, seals and settings from one opening to the next', async () => {
    const made = await create();
    const { dir } = made;
    expect(made.connection()).toBeNull();
    made.saveConnection(connection, 'the-secret');
    made.saveSetting('theme', 'dark');
    const added = made.addStudy('22-001', { demo: false, provisional: false });
    const key = Buffer.from(added.key);
    made.saveSeal('22-001', seal, 'pending');
    expect(made.study('22-001')?.seal).toEqual({ current: null, pending: seal });
    made.saveSeal('22-001', seal, 'complete');
    made.markOpened('22-001');
    made.close();

    const vault = await reopen(dir);
    expect(vault.connection()).toEqual({ connection, secret: 'the-secret' });
    expect(vault.setting('theme')).toBe('dark');
    const found = vault.study('22-001');
    expect(found).toMatchObject({
      study: '22-001',
      path: added.path,
      demo: false,
      provisional: false,
      seal: { current: seal, pending: null },
      setAside: null,
    });
    expect(found?.key.equals(key)).toBe(true);
    expect(found?.lastOpened).not.toBeNull();
    expect(vault.study('22-002')).toBeNull();
    vault.close();
  });

  test('leaves no plain text on disk and nothing accessible to other accounts', async () => {
    const vault = await create();
    vault.saveConnection(connection, 'the-secret');
    vault.addStudy('22-001', { demo: false, provisional: false });
    const bytes = readdirSync(vault.dir, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(vault.dir, entry.name)).toString('latin1'))
      .join('');
    for (const word of ['the-secret', '22-001', 'research.example.org', 'SQLite format 3']) expect(bytes).not.toContain(word);
    if (process.platform !== 'win32') {
      for (const name of readdirSync(vault.dir)) expect(statSync(join(vault.dir, name)).mode & 0o077, name).toBe(0);
    }
    vault.close();
  });

  test('gives each study its own key and opaque file name', async () => {
    const vault = await create();
    const [a, b] = ['22-001', '22-002'].map((study) => vault.addStudy(study, { demo: true, provisional: false }));
    expect(a?.key.equals(b?.key ?? Buffer.alloc(0))).toBe(false);
    expect(a?.path).not.toContain('22-001');
    expect(vault.studies().map(({ study, demo }) => [study, demo])).toEqual([
      ['22-001', true],
      ['22-002', true],
    ]);
    vault.close();
  });

  test('zeroes the keys that it gave out when it closes', async () => {
    const vault = await create();
    const { key } = vault.addStudy('22-001', { demo: false, provisional: false });
    expect(key.equals(Buffer.alloc(32))).toBe(false);
    vault.close();
    expect(key.equals(Buffer.alloc(32))).toBe(true);
  });

  test('keeps a provisional study once something was mirrored, and otherwise removes it with its file', async () => {
    const vault = await create();
    vault.addStudy('22-001', { demo: false, provisional: true });
    const mistyped = vault.addStudy('22-0O1', { demo: false, provisional: true });
    writeFileSync(mistyped.path, 'empty mirror');
    vault.settleStudy('22-001', true);
    vault.settleStudy('22-0O1', false);
    expect(vault.studies().map(({ study, provisional }) => [study, provisional])).toEqual([['22-001', false]]);
    expect(existsSync(mistyped.path)).toBe(false);
    vault.close();
  });

  test('keeps a set-aside file when the study is mirrored anew, and removes it when the study is wiped', async () => {
    const vault = await create();
    const before = vault.addStudy('22-001', { demo: false, provisional: false });
    vault.saveSeal('22-001', seal, 'complete');
    writeFileSync(`${before.path}.damaged`, 'damaged');
    vault.recordSetAside('22-001', 'x.db.damaged');
    expect(vault.study('22-001')?.setAside).toBe('x.db.damaged');
    const after = vault.renewStudy('22-001');
    expect(after).toMatchObject({ setAside: null, seal: { current: null, pending: null } });
    expect(after.path).not.toBe(before.path);
    expect(existsSync(`${before.path}.damaged`)).toBe(true);
    vault.wipeStudy('22-001');
    expect(readdirSync(join(vault.dir, 'studies'))).toEqual([]);
    vault.close();
  });

  test('wipes a study with its key and files, and records it in the trail', async () => {
    const vault = await create();
    const { path } = vault.addStudy('22-001', { demo: false, provisional: false });
    for (const suffix of ['', '-wal', '-shm']) writeFileSync(path + suffix, 'mirror');
    const other = vault.addStudy('22-002', { demo: false, provisional: false });
    writeFileSync(other.path, 'mirror');
    vault.wipeStudy('22-001');
    expect(vault.study('22-001')).toBeNull();
    expect(readdirSync(join(vault.dir, 'studies'))).toEqual([other.path.split(/[\\/]/).at(-1)]);
    expect(vault.audit.entries().map(({ event }) => event)).toContainEqual({ kind: 'wiped', study: '22-001' });
    vault.close();
  });

  test('finishes at the next opening an erasure that was interrupted after the key was deleted', async () => {
    const vault = await create();
    const { path } = vault.addStudy('22-001', { demo: false, provisional: false });
    writeFileSync(path, 'mirror');
    renameSync(join(vault.dir, 'studies'), join(vault.dir, 'away'));
    expect(() => vault.wipeStudy('22-001')).toThrow();
    renameSync(join(vault.dir, 'away'), join(vault.dir, 'studies'));
    vault.close();
    (await reopen(vault.dir)).close();
    expect(existsSync(path)).toBe(false);
  });

  test('leaves room for a new vault in the folder when everything is wiped', async () => {
    const vault = await create();
    const { path } = vault.addStudy('22-001', { demo: false, provisional: false });
    writeFileSync(path, 'mirror');
    writeFileSync(join(vault.dir, 'not-ours.txt'), 'stays');
    vault.close();
    await eraseEverything(vault.dir);
    expect(readdirSync(vault.dir)).toEqual(['not-ours.txt']);
    expect(vaultState(vault.dir)).toEqual({ exists: false, unlockWith: [], wait: 0, problem: null });
    (await create(vault.dir)).close();
  });

  test('never creates a new key over data whose keys are missing', async () => {
    const vault = await create();
    vault.close();
    rmSync(join(vault.dir, 'keys.json'));
    const before = readdirSync(vault.dir);
    expect(vaultState(vault.dir)).toMatchObject({ exists: true, unlockWith: [], problem: { code: 'LOCKED' } });
    await expect(create(vault.dir)).rejects.toMatchObject({ code: 'LOCKED', message: expect.stringContaining('missing') });
    await expect(reopen(vault.dir)).rejects.toMatchObject({ code: 'LOCKED', message: expect.stringContaining('missing') });
    expect(readdirSync(vault.dir)).toEqual(before);
  });

  test('is not created twice, and does not open from an empty folder', async () => {
    const vault = await create();
    vault.close();
    await expect(create(vault.dir)).rejects.toMatchObject({ code: 'USAGE' });
    await expect(reopen(folder())).rejects.toMatchObject({ code: 'LOCKED', message: expect.stringContaining('no vault') });
  });

  test('distinguishes the keys of another data folder from damage', async () => {
    const [mine, other] = [await create(), await create()];
    mine.close();
    other.close();
    copyFileSync(join(other.dir, 'keys.json'), join(mine.dir, 'keys.json'));
    await expect(reopen(mine.dir)).rejects.toMatchObject({ code: 'LOCKED', message: expect.stringContaining('another data folder') });
  });

  test('reports damage as such, not as a wrong key, and deletes nothing', async () => {
    const vault = await create();
    vault.addStudy('22-001', { demo: false, provisional: false });
    vault.close();
    const path = vaultFile(vault.dir);
    const bytes = readFileSync(path);
    for (const at of [0, 20, 100, 5000]) {
      const bad = Buffer.from(bytes);
      bad[at] = (bad[at] ?? 0) ^ 1;
      writeFileSync(path, bad);
      await expect(
        reopen(vault.dir).then((opened) => {
          opened.studies();
          opened.audit.entries();
          const found = opened.findDamage();
          opened.close();
          if (found.length > 0) throw Object.assign(new Error(), { code: 'CORRUPT' });
        }),
      ).rejects.toMatchObject({ code: 'CORRUPT' });
      expect(existsSync(path)).toBe(true);
    }
  });

  test('treats a missing vault file as damage if studies or its seal exist, else finishes an interrupted start', async () => {
    const vault = await create();
    vault.close();
    const path = vaultFile(vault.dir);
    rmSync(path);
    await expect(reopen(vault.dir)).rejects.toMatchObject({ code: 'CORRUPT' });
    writeFileSync(path, '');
    await expect(reopen(vault.dir)).rejects.toMatchObject({ code: 'CORRUPT' });
    rmSync(path);
    rmSync(vaultSealPath(path));
    (await reopen(vault.dir)).close();
    expect(existsSync(path)).toBe(true);
    rmSync(path);
    rmSync(vaultSealPath(path));
    writeFileSync(join(vault.dir, 'studies', 'a.db'), 'mirror');
    await expect(reopen(vault.dir)).rejects.toMatchObject({ code: 'CORRUPT' });
    expect(existsSync(path)).toBe(false);
  });

  test('refuses a vault of a newer version', async () => {
    const vault = await create();
    vault.close();
    const path = vaultFile(vault.dir);
    const { keyStore: sealed } = JSON.parse(readFileSync(join(vault.dir, 'keys.json'), 'utf8'));
    const db = openDatabase(path, Buffer.from(sealed.sealed, 'base64').reverse(), 'write');
    db.pragma('user_version = 99');
    db.close();
    await expect(reopen(vault.dir)).rejects.toMatchObject({ code: 'VERSION' });
  });

  test('rejects the seal of one study in place of that of another', async () => {
    const vault = await create();
    for (const study of ['22-001', '22-002']) vault.addStudy(study, { demo: false, provisional: false });
    vault.saveSeal('22-001', seal, 'complete');
    vault.close();
    const { keyStore: sealed } = JSON.parse(readFileSync(join(vault.dir, 'keys.json'), 'utf8'));
    const db = openDatabase(vaultFile(vault.dir), Buffer.from(sealed.sealed, 'base64').reverse(), 'write');
    db.exec("UPDATE study SET seal_current = (SELECT seal_current FROM study WHERE number = '22-001') WHERE number = '22-002'");
    db.close();
    await expect(reopen(vault.dir)).rejects.toMatchObject({ code: 'CORRUPT' });
    const opened = await openVault(vault.dir, { keyStore }, undefined, 'accept');
    expect(opened.study('22-001')?.seal.current).toEqual(seal);
    expect(() => opened.study('22-002')).toThrow(expect.objectContaining({ code: 'CORRUPT' }));
    opened.close();
  });

  test('fails with STORE if its folder cannot be created', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'file'), '');
    await expect(create(join(dir, 'file', 'below'))).rejects.toMatchObject({ code: 'STORE' });
  });
});

describe('a vault under a passphrase', () => {
  const folder = temporaryFolders();

  test('opens with it; after three wrong ones the next try is refused with the seconds left, and the trail records it', async () => {
    const dir = folder();
    let time = Date.parse('2026-11-20T12:00:00Z');
    const now = (): Date => new Date(time);
    (await createVault(dir, { passphrase, keyStore: null }, now)).close();
    expect(vaultState(dir, now())).toEqual({ exists: true, unlockWith: ['passphrase'], wait: 0, problem: null });
    for (const wrong of ['wrong', '', 'Correct horse battery staple']) {
      await expect(openVault(dir, { passphrase: wrong }, now)).rejects.toMatchObject({
        code: 'LOCKED',
        message: expect.stringContaining('does not open this vault'),
      });
    }
    expect(vaultState(dir, now()).wait).toBe(5);
    time += 2000;
    await expect(openVault(dir, { passphrase }, now)).rejects.toMatchObject({
      code: 'LOCKED',
      message: expect.stringContaining('3 seconds'),
    });
    time += 3000;
    const vault = await openVault(dir, { passphrase }, now);
    expect(vault.audit.entries().map(({ event }) => event)).toEqual([
      { kind: 'vault-created', with: ['passphrase'] },
      { kind: 'unlock-failed', times: 3, last: '2026-11-20T12:00:00.000Z' },
      { kind: 'unlocked', with: 'passphrase' },
    ]);
    vault.close();
    expect(vaultState(dir, now()).wait).toBe(0);
    await expect(openVault(dir, { keyStore }, now)).rejects.toMatchObject({
      code: 'LOCKED',
      message: expect.stringContaining('Use its passphrase'),
    });
  });

  // Checking the state used to record the tries anew, and so wrote to the folder.
  test('is not changed by checking its state, even after the clock was set back; the next try restarts the delay', async () => {
    const dir = folder();
    const day = 86_400_000;
    (await createVault(dir, { passphrase, keyStore: null })).close();
    for (let failures = 0; failures < 3; failures++) recordFailure(dir, 2 * day);
    expect(vaultState(dir, new Date(day)).wait).toBe(5);
    expect(readTries(dir).last).toBe(2 * day);
    await expect(openVault(dir, { passphrase }, () => new Date(day))).rejects.toMatchObject({ code: 'LOCKED' });
    expect(vaultState(dir, new Date(day + 5000)).wait).toBe(0);
  });

  test('is not created without any lock', async () => {
    await expect(createVault(folder(), { passphrase: '', keyStore: null })).rejects.toMatchObject({ code: 'LOCKED' });
    await expect(createVault(folder(), { passphrase: null, keyStore: null })).rejects.toMatchObject({ code: 'LOCKED' });
  });
});
