import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eraseEverything } from '../../../src/core/vault/erase-everything.ts';
import { createVault, openVault } from '../../../src/core/vault/open-vault.ts';
import { acquireSyncLock } from '../../../src/core/vault/studies/sync-lock.ts';
import { finishSetAside, setVaultAside } from '../../../src/core/vault/set-aside.ts';
import { temporaryFolders } from './folder.ts';
import { turningKeyStore as keyStore } from './key-store.ts';

const folder = temporaryFolders();

async function made(): Promise<string> {
  const dir = join(folder(), 'data');
  const vault = await createVault(dir, { passphrase: null, keyStore });
  writeFileSync(vault.addStudy('22-001', { demo: false, provisional: false }).path, 'mirror');
  vault.close();
  return dir;
}

/** Every file below a folder, by name and size. */
function contents(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${statSync(path).size}`)
    .sort();
}

const refused = { code: 'SECURITY', message: expect.stringContaining('Nothing was opened, changed or deleted') };

describe.runIf(process.platform !== 'win32')('links to another vault', () => {
  test.each(['set-aside-2026-01-01', 'studies', 'log', 'window', 'set-aside-unfinished'])(
    'a link called %s is deleted when everything is wiped, but its target stays',
    async (name) => {
      const [dir, other] = [await made(), await made()];
      if (name === 'studies') renameSync(join(dir, name), join(dir, 'earlier'));
      symlinkSync(name === 'studies' ? join(other, 'studies') : other, join(dir, name));
      const before = contents(other);
      await eraseEverything(dir);
      expect(contents(other)).toEqual(before);
      expect(existsSync(join(dir, name))).toBe(false);
    },
  );

  test('a link in place of the data folder is refused by everything that writes or deletes there', async () => {
    const [dir, other] = [join(folder(), 'link'), await made()];
    symlinkSync(other, dir);
    const before = contents(other);
    await expect(openVault(dir, { keyStore })).rejects.toMatchObject(refused);
    await expect(createVault(dir, { passphrase: null, keyStore })).rejects.toMatchObject(refused);
    await expect(eraseEverything(dir)).rejects.toMatchObject(refused);
    await expect(setVaultAside(dir)).rejects.toMatchObject(refused);
    expect(contents(other)).toEqual(before);
  });

  test('a link in place of a missing vault is refused, and nothing is created behind it', async () => {
    const [dir, target] = [join(folder(), 'data'), join(folder(), 'elsewhere.db')];
    (await createVault(dir, { passphrase: null, keyStore })).close();
    // As after a creation that was interrupted.
    const made = readdirSync(dir).filter((name) => name.startsWith('vault'));
    for (const name of made) unlinkSync(join(dir, name));
    for (const name of made.filter((one) => one.endsWith('.db'))) symlinkSync(target, join(dir, name));
    await expect(openVault(dir, { keyStore })).rejects.toMatchObject({ code: 'STORE' });
    expect([made.length, existsSync(target)]).toEqual([2, false]);
  });

  test.each(['studies', 'log', 'window'])('a link in place of the folder %s is refused before anything is opened', async (name) => {
    const [dir, other] = [await made(), await made()];
    if (name === 'studies') renameSync(join(dir, name), join(dir, 'earlier'));
    mkdirSync(join(other, name), { recursive: true });
    writeFileSync(join(other, name, 'x.db.pack-4194304-0123456789ab'), 'of another process');
    symlinkSync(join(other, name), join(dir, name));
    await expect(openVault(dir, { keyStore })).rejects.toMatchObject({ ...refused, message: expect.stringContaining(`"${name}"`) });
    expect(existsSync(join(other, name, 'x.db.pack-4194304-0123456789ab'))).toBe(true);
  });

  test.each<[string, string, (dir: string) => Promise<unknown>]>([
    ['a link', 'wiping', eraseEverything],
    ['a link', 'setting aside', setVaultAside],
    ['a folder', 'wiping', eraseEverything],
    ['a folder', 'setting aside', setVaultAside],
  ])('%s that takes the place of the data folder while %s waits for another Carrel is refused', async (kind, _how, work) => {
    const [dir, other] = [await made(), await made()];
    const release = await acquireSyncLock(dir);
    const working = work(dir);
    renameSync(dir, `${dir}-moved`);
    if (kind === 'a folder') renameSync(other, dir);
    else symlinkSync(other, dir);
    const theirs = kind === 'a folder' ? dir : other;
    const before = contents(theirs);
    release();
    await expect(working).rejects.toMatchObject(refused);
    expect(contents(theirs)).toEqual(before);
  });

  test('a link in place of an unfinished set-aside folder is refused: nothing is moved into it', async () => {
    const [dir, other] = [await made(), await made()];
    symlinkSync(other, join(dir, 'set-aside-unfinished'));
    const before = contents(other);
    for (const work of [setVaultAside(dir), finishSetAside(dir), openVault(dir, { keyStore })])
      await expect(work).rejects.toMatchObject(refused);
    expect(contents(other)).toEqual(before);
    expect(lstatSync(join(dir, 'set-aside-unfinished')).isSymbolicLink()).toBe(true);
  });
});

describe.runIf(process.platform !== 'win32')('a data folder that other accounts can change', () => {
  test.each([0o775, 0o757, 0o777])('of mode %o is repaired, and the trail records it once', async (mode) => {
    const dir = await made();
    chmodSync(dir, mode);
    (await openVault(dir, { keyStore })).close();
    expect(statSync(dir).mode & 0o7777).toBe(mode & ~0o022);
    const vault = await openVault(dir, { keyStore });
    expect(vault.audit.entries().filter(({ event }) => event.kind === 'folder-mended')).toHaveLength(1);
    vault.close();
  });

  test.each(['studies', 'log', 'window'])('is repaired if only its folder %s can be changed', async (name) => {
    const dir = await made();
    mkdirSync(join(dir, name), { recursive: true });
    chmodSync(join(dir, name), 0o777);
    const vault = await openVault(dir, { keyStore });
    expect(statSync(join(dir, name)).mode & 0o7777).toBe(0o755);
    expect(vault.audit.entries().filter(({ event }) => event.kind === 'folder-mended')).toHaveLength(1);
    vault.close();
  });

  test.runIf(process.getuid?.() === 0)(
    'is refused if a folder in it belongs to another account, which could put anything there',
    async () => {
      const dir = await made();
      chownSync(join(dir, 'studies'), 12_345, 12_345);
      const theirs = { ...refused, message: expect.stringContaining('"studies" that belongs to another account') as string };
      await expect(openVault(dir, { keyStore })).rejects.toMatchObject(theirs);
    },
  );

  test('is repaired before a vault is created in it', async () => {
    const dir = folder();
    chmodSync(dir, 0o770);
    const vault = await createVault(dir, { passphrase: null, keyStore });
    expect(statSync(dir).mode & 0o777).toBe(0o750);
    expect(vault.audit.entries().map(({ event }) => event.kind)).toEqual(['vault-created', 'folder-mended']);
    vault.close();
  });

  test('that all accounts share (sticky bit) is refused rather than repaired', async () => {
    const dir = folder();
    chmodSync(dir, 0o1777);
    await expect(createVault(dir, { passphrase: null, keyStore })).rejects.toMatchObject(refused);
    expect(readdirSync(dir)).toEqual([]);
  });

  test.runIf(process.getuid?.() === 0)('that belongs to another account is refused', async () => {
    const dir = await made();
    chownSync(dir, 12_345, 12_345);
    await expect(openVault(dir, { keyStore })).rejects.toMatchObject({ ...refused, message: expect.stringContaining('another account') });
    await expect(eraseEverything(dir)).rejects.toMatchObject(refused);
    expect(readdirSync(dir)).toContain('keys.json');
  });
});
