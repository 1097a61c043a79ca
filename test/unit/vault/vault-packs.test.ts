import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { temporaryFolders } from './folder.ts';
import { turningKeyStore as keyStore } from './key-store.ts';

describe('a place for a pack to be unpacked into', () => {
  const folder = temporaryFolders();

  const open = (): Promise<Vault> => createVault(folder(), { passphrase: null, keyStore });

  test('is given up with its file, its journal and its key, and giving it up again changes nothing', async () => {
    const vault = await open();
    const [place, other] = [vault.packs.place(), vault.packs.place()];
    for (const path of [place.path, `${place.path}-wal`, other.path]) writeFileSync(path, 'unpacked');
    vault.packs.giveUp(place);
    expect([place.path, `${place.path}-wal`, other.path].map((path) => existsSync(path))).toEqual([false, false, true]);
    expect(place.key.every((byte) => byte === 0)).toBe(true);
    writeFileSync(place.path, 'of somebody else');
    vault.packs.giveUp(place);
    expect(existsSync(place.path)).toBe(true);
    expect(other.key.some((byte) => byte !== 0)).toBe(true);
    vault.close();
  });

  test('has a file and a key of its own', async () => {
    const vault = await open();
    const [one, other] = [vault.packs.place(), vault.packs.place()];
    expect([one.path === other.path, one.key.equals(other.key), one.key.length]).toEqual([false, false, 32]);
    vault.close();
  });
});
