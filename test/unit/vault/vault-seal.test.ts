import { copyFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { appendAudit } from '../../../src/core/vault/audit.ts';
import { openDatabase } from '../../../src/core/store/database.ts';
import { createVault, openVault } from '../../../src/core/vault/open-vault.ts';
import { changeSealed, vaultSealPath } from '../../../src/core/vault/vault-seal.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { temporaryFolders } from './folder.ts';
import { turningKeyStore as keyStore } from './key-store.ts';

const vaultFile = (dir: string): string => join(dir, readdirSync(dir).find((name) => /^vault-.*\.db$/.test(name)) ?? 'none');
const sealFile = (dir: string): string => vaultSealPath(vaultFile(dir));
const copyOf = (path: string): string => {
  copyFileSync(path, `${path}.kept`);
  return `${path}.kept`;
};

describe('the seal of the vault', () => {
  const folder = temporaryFolders();
  const reopen = async (dir: string): Promise<Vault> => openVault(dir, { keyStore });

  /** A vault with a copy of itself and its seal from before its last change. */
  async function changedVault(change: (vault: Vault) => void): Promise<string> {
    const vault = await createVault(folder(), { passphrase: null, keyStore });
    vault.addStudy('22-001', { demo: false, provisional: false });
    for (const path of [vaultFile(vault.dir), sealFile(vault.dir)]) copyOf(path);
    change(vault);
    vault.close();
    return vault.dir;
  }

  const putBack = (path: string): void => copyFileSync(`${path}.kept`, path);
  const wipe = (vault: Vault): void => vault.wipeStudy('22-001');
  const choose = (vault: Vault): void => vault.saveSetting('lock.minutes', '60');

  test.each([
    [
      'an older copy of the vault file',
      wipe,
      (dir: string) => putBack(vaultFile(dir)),
      /older copy of the vault file.* ends at entry 2, but 3/,
    ],
    ['an older copy without a word in the trail', choose, (dir: string) => putBack(vaultFile(dir)), /not as its last change left it/],
    ['an older copy of the seal', wipe, (dir: string) => putBack(sealFile(dir)), /older copy of the seal.* tells of 2 .* has 3/],
    ['a seal that is gone', wipe, (dir: string) => rmSync(sealFile(dir)), /seal of the vault .* is missing/],
    ['a seal with another word in it', wipe, editSeal, /not genuine/],
  ])('tells %s at the next opening, and deletes nothing', async (_what, change, spoil, says) => {
    const dir = await changedVault(change);
    spoil(dir);
    const before = readdirSync(dir).map((name) => [name, readBytes(join(dir, name))]);
    await expect(reopen(dir)).rejects.toMatchObject({ code: 'CORRUPT', message: expect.stringMatching(says) });
    expect(readdirSync(dir).map((name) => [name, readBytes(join(dir, name))])).toEqual(before);
  });

  test('what is there is accepted once and for all, and the trail keeps it', async () => {
    const dir = await changedVault(wipe);
    putBack(vaultFile(dir));
    const vault = await openVault(dir, { keyStore }, undefined, 'accept');
    expect(vault.audit.entries().map(({ event }) => event)).toContainEqual({
      kind: 'older-accepted',
      why: 'vault-older',
      entries: 2,
      written: 3,
    });
    expect(vault.findSealBreak()).toBeNull();
    vault.close();
    (await reopen(dir)).close();
  });

  test('vault and seal of one earlier moment are a true older state', async () => {
    const dir = await changedVault(wipe);
    putBack(vaultFile(dir));
    putBack(sealFile(dir));
    const vault = await reopen(dir);
    expect(vault.study('22-001')).not.toBeNull();
    vault.close();
  });

  test('a change with the key that keeps the trail in order is told as well', async () => {
    const dir = await changedVault(wipe);
    const db = openDatabase(vaultFile(dir), vaultKey(dir), 'write');
    db.exec(`DELETE FROM audit WHERE number = 3; UPDATE audit_head SET entries = 2, hash = (SELECT hash FROM audit WHERE number = 2)`);
    db.close();
    await expect(reopen(dir)).rejects.toMatchObject({ code: 'CORRUPT', message: expect.stringMatching(/ends at entry 2, but 3/) });
  });

  test('a kill on either side of the commit leaves a vault that opens', async () => {
    const dir = folder();
    const vault = await createVault(dir, { passphrase: null, keyStore });
    const before = copyOf(vaultFile(dir));
    const db = openDatabase(vaultFile(dir), vaultKey(dir), 'write');
    db.transaction(() => changeSealed(db, () => appendAudit(db, { kind: 'verified', findings: 0 }, new Date()))).immediate();
    db.close();
    vault.close();
    expect(readFileSync(sealFile(dir), 'utf8')).toMatch(/"pending":\{"entries":2/);
    const seal = copyOf(sealFile(dir));
    // After the commit, the seal still says "pending".
    (await reopen(dir)).close();
    // Before it: the vault is the earlier one.
    copyFileSync(before, vaultFile(dir));
    copyFileSync(seal, sealFile(dir));
    (await reopen(dir)).close();
  });
});

function editSeal(dir: string): void {
  writeFileSync(sealFile(dir), readFileSync(sealFile(dir), 'utf8').replace('"entries":3', '"entries":2'));
}

function vaultKey(dir: string): Buffer {
  const { keyStore: sealed } = JSON.parse(readFileSync(join(dir, 'keys.json'), 'utf8')) as { keyStore: { sealed: string } };
  return Buffer.from(sealed.sealed, 'base64').reverse();
}

/** Empty for what every opening makes anew. */
function readBytes(path: string): string {
  return /-(wal|shm)$|studies$/.test(path) ? '' : readFileSync(path, 'base64');
}
