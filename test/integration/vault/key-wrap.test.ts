import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  openWithKeyStore,
  openWithPassphrase,
  sealInKeyStore,
  sealUnderPassphrase,
  type KeyStore,
} from '../../../src/core/vault/keys/key-wrap.ts';

const key = randomBytes(32);

/** A key store that wraps keys by reversing the bytes. */
function keyStore(backend: string, platform: NodeJS.Platform, prefix = 'v11'): KeyStore {
  return {
    backend,
    platform,
    available: true,
    wrap: async (bytes) => Buffer.concat([Buffer.from(prefix), Buffer.from(bytes).reverse()]),
    unwrap: async (sealed) => ({ key: Buffer.from(sealed.subarray(prefix.length)).reverse(), sealAgain: false }),
  };
}

describe('a key under a passphrase', () => {
  test('opens with any Unicode composition of it, and with no other passphrase', async () => {
    const seal = await sealUnderPassphrase(key, 'caf\u00e9 au lait');
    expect(await openWithPassphrase(seal, 'cafe\u0301 au lait')).toEqual(key);
    expect(await openWithPassphrase(seal, 'cafe au lait')).toBeNull();
    expect(JSON.stringify(seal)).not.toContain(key.toString('base64'));
  });
});

describe('a key in the computer’s key store', () => {
  test('comes back from the same kind of store', async () => {
    const store = keyStore('gnome_libsecret', 'linux');
    const seal = await sealInKeyStore(key, store);
    expect(seal.backend).toBe('gnome_libsecret');
    expect(await openWithKeyStore(seal, store)).toEqual({ key, sealAgain: false });
  });

  test('is refused if the kind of store has changed, and the error names both', async () => {
    const seal = await sealInKeyStore(key, keyStore('kwallet6', 'linux'));
    await expect(openWithKeyStore(seal, keyStore('gnome_libsecret', 'linux'))).rejects.toMatchObject({
      code: 'LOCKED',
      message: expect.stringMatching(/kwallet6.*gnome_libsecret/),
    });
  });

  test.each(['basic_text', 'unknown', ''])('is never given to the Linux store "%s"', async (backend) => {
    await expect(sealInKeyStore(key, keyStore(backend, 'linux'))).rejects.toMatchObject({ code: 'LOCKED' });
  });

  test('is neither sealed nor opened with the unprotected v10 scheme on Linux', async () => {
    const plain = keyStore('gnome_libsecret', 'linux', 'v10');
    await expect(sealInKeyStore(key, plain)).rejects.toMatchObject({ code: 'LOCKED' });
    const sealed = Buffer.concat([Buffer.from('v10'), key]).toString('base64');
    await expect(openWithKeyStore({ backend: 'gnome_libsecret', sealed }, plain)).rejects.toMatchObject({ code: 'LOCKED' });
    expect((await sealInKeyStore(key, keyStore('keychain', 'darwin', 'v10'))).backend).toBe('keychain');
  });

  test('is LOCKED if the store fails, with the cause kept, or returns something else', async () => {
    const store = keyStore('keychain', 'darwin');
    const seal = await sealInKeyStore(key, store);
    const cause = new Error('denied');
    await expect(
      openWithKeyStore(seal, {
        ...store,
        unwrap: async () => {
          throw cause;
        },
      }),
    ).rejects.toMatchObject({ code: 'LOCKED', cause });
    await expect(
      openWithKeyStore(seal, { ...store, unwrap: async () => ({ key: Buffer.from('short'), sealAgain: false }) }),
    ).rejects.toMatchObject({ code: 'LOCKED' });
  });
});
