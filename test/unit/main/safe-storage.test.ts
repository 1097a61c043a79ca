import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createVault, openVault } from '../../../src/core/vault/open-vault.ts';
import type { KeyStore } from '../../../src/core/vault/keys/key-wrap.ts';
import { keyStoreOver, type OlderSafeStorage } from '../../../src/main/platform/safe-storage.ts';
import { temporaryFolders } from '../vault/folder.ts';

interface Keyring {
  readonly backend?: string;
  readonly locked?: boolean;
  /** Prefix of a seal: v10 is Chromium’s mark of a publicly known password. */
  readonly mark?: string;
  /** Another computer, account or reset keyring has another one. */
  readonly secret?: number;
}

/** Electron's interface to a keyring in the given state. */
function electronOver({ backend = 'gnome_libsecret', locked = false, mark = 'v11', secret = 7 }: Keyring): OlderSafeStorage {
  const turn = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ secret));
  const needKeyring = (): void => {
    if (locked) throw new Error('The keyring is locked.');
  };
  return {
    getSelectedStorageBackend: () => backend,
    isEncryptionAvailable: () => !locked,
    encryptString: (text) => {
      needKeyring();
      return Buffer.concat([Buffer.from(mark), Buffer.from([secret]), turn(Buffer.from(text))]);
    },
    decryptString: (sealed) => {
      needKeyring();
      if (sealed[mark.length] !== secret) throw new Error('Error while decrypting the ciphertext.');
      return turn(sealed.subarray(mark.length + 1)).toString();
    },
  };
}

const linux = (keyring: Keyring): Promise<KeyStore> => keyStoreOver(electronOver(keyring), 'linux');

describe('the key store of Linux', () => {
  test.each([
    ['a keyring that is open', {}, true],
    ['a keyring that is locked', { locked: true }, false],
    ['a store that keeps plain text', { backend: 'basic_text' }, false],
    ['a store of unknown kind', { backend: 'unknown' }, false],
  ])('%s is available only if it is open and safe: %#', async (_what, keyring, available) => {
    expect((await linux(keyring)).available).toBe(available);
  });

  test('is not available if it fails when asked', async () => {
    const failing = { ...electronOver({}), isEncryptionAvailable: () => Promise.reject(new Error('no D-Bus')) as never };
    expect((await keyStoreOver(failing, 'linux')).available).toBe(false);
  });

  test('the asynchronous interface is used if there is one', async () => {
    const older = electronOver({});
    const newer = {
      getSelectedStorageBackend: () => older.getSelectedStorageBackend(),
      isAsyncEncryptionAvailable: async () => true,
      encryptStringAsync: async (text: string) => older.encryptString(text),
      decryptStringAsync: async (sealed: Buffer) => ({ result: older.decryptString(sealed), shouldReEncrypt: true }),
    };
    const [key, store] = [randomBytes(32), await keyStoreOver(newer, 'linux')];
    expect(store.available).toBe(true);
    expect(await store.unwrap(await store.wrap(key))).toEqual({ key, sealAgain: true });
  });
});

describe('a vault with its key in the key store', () => {
  const folder = temporaryFolders();

  async function sealedVault(): Promise<string> {
    const vault = await createVault(folder(), { passphrase: null, keyStore: await linux({}) });
    const { path } = vault.addStudy('22-001', { demo: false, provisional: false });
    writeFileSync(path, 'mirror');
    vault.close();
    return vault.dir;
  }

  /** Every file with the digest of its content. */
  function content(dir: string): readonly string[] {
    return readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => `${path} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`)
      .sort();
  }

  test.each([
    ['locked', { locked: true }, 'may be locked'],
    ['of another computer, account or reset keyring', { secret: 9 }, 'another computer or account'],
    ['of another kind', { backend: 'kwallet6' }, '"gnome_libsecret", but this session offers "kwallet6"'],
    ['one that keeps plain text', { backend: 'basic_text' }, 'only an insecure key store'],
    ['unknown', { backend: 'unknown' }, 'only an insecure key store'],
  ])('that is %s does not open: the error names the cause, nothing is written, no new vault is made', async (_what, keyring, says) => {
    const dir = await sealedVault();
    const before = content(dir);
    const keyStore = await linux(keyring);
    await expect(openVault(dir, { keyStore })).rejects.toMatchObject({ code: 'LOCKED', message: expect.stringContaining(says) });
    await expect(createVault(dir, { passphrase: null, keyStore })).rejects.toMatchObject({ code: 'USAGE' });
    expect(content(dir)).toEqual(before);
    (await openVault(dir, { keyStore: await linux({}) })).close();
  });
});
