import type { KeyStore } from '../../../src/core/vault/keys/key-wrap.ts';

/** A key store that reverses the bytes, so that only tests of passphrases pay for deriving keys. */
export const turningKeyStore: KeyStore = turningStoreOf('keychain');

/** A store of another kind does not open what this one sealed. */
export function turningStoreOf(backend: string): KeyStore {
  return {
    backend,
    platform: 'darwin',
    available: true,
    wrap: async (key) => Buffer.from(key).reverse(),
    unwrap: async (sealed) => ({ key: Buffer.from(sealed).reverse(), sealAgain: false }),
  };
}
