import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { changeKeys } from '../../../src/core/vault/keys/change-keys.ts';
import { keyFilePath } from '../../../src/core/vault/keys/key-file.ts';
import type { KeyStore } from '../../../src/core/vault/keys/key-wrap.ts';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import { createVaultUnlocker } from '../../../src/main/engines/vault-unlocker.ts';
import { temporaryFolders } from '../../unit/vault/folder.ts';
import { turningKeyStore } from '../../unit/vault/key-store.ts';

const passphrase = 'correct horse battery staple';
const work = { copy: async () => undefined, onProgress: () => undefined };

describe('a key store', () => {
  const folder = temporaryFolders();

  test('reopens a vault that the passphrase opened while Carrel runs, but not after a restart, and is not in the key file', async () => {
    const dir = folder();
    (await createVault(dir, { passphrase, keyStore: null })).close();
    const to = { passphrase, keyStore: turningKeyStore, use: 'session' } as const;
    (await changeKeys(dir, { unlock: { passphrase }, to, studies: false }, work)).vault.close();
    const found = async (): Promise<KeyStore> => turningKeyStore;
    const running = createVaultUnlocker(dir, found);
    expect(running.opensByStore()).toBe(false);
    await expect(running.open(null)).rejects.toMatchObject({ code: 'LOCKED' });
    (await running.open(passphrase)).close();
    expect(running.opensByStore()).toBe(true);
    (await running.open(null)).close();
    expect(JSON.parse(readFileSync(keyFilePath(dir), 'utf8'))).toMatchObject({ keyStore: null });
    expect(createVaultUnlocker(dir, found).opensByStore()).toBe(false);
  }, 120_000);

  test('opens at once a vault whose key it sealed on disk', async () => {
    const dir = folder();
    (await createVault(dir, { passphrase: null, keyStore: turningKeyStore })).close();
    const unlocker = createVaultUnlocker(dir, async () => turningKeyStore);
    expect(unlocker.opensByStore()).toBe(true);
    const vault = await unlocker.open(null);
    expect(unlocker.useOf(vault)).toBe('always');
    vault.close();
  });
});
