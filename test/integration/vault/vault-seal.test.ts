import { createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto';
import { copyFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { appendAudit } from '../../../src/core/vault/audit/audit.ts';
import { openDatabase } from '../../../src/core/store/database/database.ts';
import { createVault, openVault } from '../../../src/core/vault/open-vault.ts';
import { changeSealed, vaultSealPath } from '../../../src/core/vault/vault-seal.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { temporaryFolders } from '../../unit/vault/folder.ts';
import { turningKeyStore as keyStore } from '../../unit/vault/key-store.ts';

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
    [
      'an older copy without a trace in the trail',
      choose,
      (dir: string) => putBack(vaultFile(dir)),
      /differs from its state after the last change/,
    ],
    ['an older copy of the seal', wipe, (dir: string) => putBack(sealFile(dir)), /older copy of the seal.* records 2 .* has 3/],
    ['a missing seal', wipe, (dir: string) => rmSync(sealFile(dir)), /seal of the vault .* is missing/],
    ['a seal with a changed byte', wipe, editSeal, /not genuine/],
    ['a seal that records an empty vault', wipe, editEmpty, /not genuine/],
    ['a seal with a shorter tag', wipe, shortenTag, /not genuine/],
  ])('detects %s at the next opening, and changes nothing', async (_what, change, spoil, says) => {
    const dir = await changedVault(change);
    spoil(dir);
    const before = readdirSync(dir).map((name) => [name, readBytes(join(dir, name))]);
    await expect(reopen(dir)).rejects.toMatchObject({ code: 'CORRUPT', message: expect.stringMatching(says) });
    expect(readdirSync(dir).map((name) => [name, readBytes(join(dir, name))])).toEqual(before);
  });

  test('accepts an older state on request once and for all, and the trail records it', async () => {
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

  test('accepts vault and seal of the same earlier moment', async () => {
    const dir = await changedVault(wipe);
    putBack(vaultFile(dir));
    putBack(sealFile(dir));
    const vault = await reopen(dir);
    expect(vault.study('22-001')).not.toBeNull();
    vault.close();
  });

  test('detects a change made with the key that keeps the trail in order', async () => {
    const dir = await changedVault(wipe);
    const db = openDatabase(vaultFile(dir), vaultKey(dir), 'write');
    db.exec(`DELETE FROM audit WHERE number = 3; UPDATE audit_head SET entries = 2, hash = (SELECT hash FROM audit WHERE number = 2)`);
    db.close();
    await expect(reopen(dir)).rejects.toMatchObject({ code: 'CORRUPT', message: expect.stringMatching(/ends at entry 2, but 3/) });
  });

  test('publishes nothing to test guesses against: of a million guesses none is found in two successive seals', async () => {
    const vault = await createVault(folder(), { passphrase: null, keyStore });
    const before = vault.audit.head().hash;
    const seals = [readFileSync(sealFile(vault.dir), 'utf8')];
    vault.addStudy('22-001', { demo: false, provisional: false });
    seals.push(readFileSync(sealFile(vault.dir), 'utf8'));
    const entry = vault.audit.stored().at(-1);
    vault.close();
    const published = new Set(seals.flatMap(digestsIn));
    // The guesser knows everything about the entry but the study, even the previous link.
    const links = Array.from({ length: 1_000_000 }, (_, guess) => {
      const study = `${String(Math.floor(guess / 1000)).padStart(2, '0')}-${String(guess % 1000).padStart(3, '0')}`;
      const event = JSON.stringify({ kind: 'study-added', study });
      return createHash('sha256')
        .update(before)
        .update(JSON.stringify([2, entry?.at, entry?.actor, event]))
        .digest('hex');
    });
    expect(links).toContain(entry?.hash.toString('hex'));
    expect(links.filter((link) => published.has(link))).toEqual([]);
    for (const seal of seals) expect(Object.keys(JSON.parse(seal) as object)).toEqual(['format', 'empty', 'sealed']);
    expect(new Set(seals.map((seal) => seal.length)).size).toBe(1);
  }, 60_000);

  test('has the same length however many entries it covers', async () => {
    const vault = await createVault(folder(), { passphrase: null, keyStore });
    const lengths = new Set([readFileSync(sealFile(vault.dir)).length]);
    for (let entry = 2; entry <= 12; entry++) vault.audit.append({ kind: 'verified', findings: 0 });
    lengths.add(readFileSync(sealFile(vault.dir)).length);
    vault.close();
    expect(lengths.size).toBe(1);
  });

  test('of an earlier version is accepted if genuine, and rewritten by the next change', async () => {
    const vault = await createVault(folder(), { passphrase: null, keyStore });
    const path = sealFile(vault.dir);
    const { dir } = vault;
    vault.close();
    writeEarlier(dir);
    expect(readFileSync(path, 'utf8')).toContain('"entries":1');
    (await reopen(dir)).close();
    expect(readSeal(dir).format).toBe('carrel vault seal 2');
    writeEarlier(dir);
    writeFileSync(path, readFileSync(path, 'utf8').replace('"entries":2', '"entries":3'));
    await expect(reopen(dir)).rejects.toMatchObject({ code: 'CORRUPT', message: expect.stringMatching(/not genuine/) });
  });

  test('lets the vault open after a kill on either side of the commit', async () => {
    const dir = folder();
    const vault = await createVault(dir, { passphrase: null, keyStore });
    const before = copyOf(vaultFile(dir));
    const db = openDatabase(vaultFile(dir), vaultKey(dir), 'write');
    db.transaction(() => changeSealed(db, () => appendAudit(db, { kind: 'verified', findings: 0 }, new Date()))).immediate();
    db.close();
    vault.close();
    const seal = copyOf(sealFile(dir));
    // After the commit, the seal still says "pending".
    (await reopen(dir)).close();
    // Before it: the vault is the earlier one.
    copyFileSync(before, vaultFile(dir));
    copyFileSync(seal, sealFile(dir));
    (await reopen(dir)).close();
  });
});

interface SealOnDisk {
  readonly format: string;
  readonly empty: boolean;
  readonly sealed: string;
}

const readSeal = (dir: string): SealOnDisk => JSON.parse(readFileSync(sealFile(dir), 'utf8')) as SealOnDisk;

function editSeal(dir: string): void {
  const seal = readSeal(dir);
  const bytes = Buffer.from(seal.sealed, 'base64');
  bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
  writeFileSync(sealFile(dir), JSON.stringify({ ...seal, sealed: bytes.toString('base64') }));
}

function editEmpty(dir: string): void {
  writeFileSync(sealFile(dir), JSON.stringify({ ...readSeal(dir), empty: true }));
}

function shortenTag(dir: string): void {
  const seal = readSeal(dir);
  writeFileSync(sealFile(dir), JSON.stringify({ ...seal, sealed: Buffer.from(seal.sealed, 'base64').subarray(0, -12).toString('base64') }));
}

/** Every 32-byte sequence in a seal, as bytes or in hex. */
function digestsIn(seal: string): readonly string[] {
  const { sealed = '' } = JSON.parse(seal) as { readonly sealed?: string };
  const bytes = Buffer.from(sealed, 'base64');
  const windows = Array.from({ length: Math.max(0, bytes.length - 31) }, (_, at) => bytes.toString('hex', at, at + 32));
  return [...windows, ...(seal.match(/[0-9a-f]{64}/g) ?? [])];
}

/** Replaces a seal by the one that an earlier version would have written. */
function writeEarlier(dir: string): void {
  const key = sealKey(dir);
  const bytes = Buffer.from(readSeal(dir).sealed, 'base64');
  const fileKey = Buffer.from(hkdfSync('sha256', key, '', 'carrel vault seal 2', 32));
  const decipher = createDecipheriv('aes-256-gcm', fileKey, bytes.subarray(0, 12)).setAAD(Buffer.from('carrel vault seal 2'));
  const { current } = JSON.parse(decipher.update(bytes.subarray(12, -16)).toString('utf8')) as { current: Record<string, unknown> };
  const reported = [current['entries'], current['head'], current['content']];
  const mac = createHmac('sha256', key)
    .update(JSON.stringify(['carrel vault seal 1', reported, null]))
    .digest('hex');
  writeFileSync(sealFile(dir), JSON.stringify({ current, pending: null, mac }));
}

function sealKey(dir: string): Buffer {
  const db = openDatabase(vaultFile(dir), vaultKey(dir), 'read');
  const stored = db.prepare<[], string>("SELECT value FROM setting WHERE name = 'vault.seal'").pluck().get() ?? '{}';
  db.close();
  return Buffer.from((JSON.parse(stored) as { readonly key: string }).key, 'hex');
}

function vaultKey(dir: string): Buffer {
  const { keyStore: sealed } = JSON.parse(readFileSync(join(dir, 'keys.json'), 'utf8')) as { keyStore: { sealed: string } };
  return Buffer.from(sealed.sealed, 'base64').reverse();
}

/** Empty for files that every opening rewrites. */
function readBytes(path: string): string {
  return /-(wal|shm)$|studies$/.test(path) ? '' : readFileSync(path, 'base64');
}
