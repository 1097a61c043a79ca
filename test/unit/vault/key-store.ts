import type { KeyStore } from '../../../src/core/vault/key-wrap.ts';

/** A key store that turns the bytes around, so that only the tests about passphrases pay for one. */
export const turningKeyStore: KeyStore = turningStoreOf('keychain');

/** One of another kind does not open what this one sealed. */
export function turningStoreOf(backend: string): KeyStore {
  return {
    backend,
    platform: 'darwin',
    available: true,
    wrap: async (key) => Buffer.from(key).reverse(),
    unwrap: async (sealed) => ({ key: Buffer.from(sealed).reverse(), sealAgain: false }),
  };
}
