import { copyUnderKey } from '../../src/core/store/reencrypt.ts';
import { changeKeys } from '../../src/core/vault/change-keys.ts';
import { turningKeyStore, turningStoreOf } from '../unit/vault/key-store.ts';

// Changes all keys of the data folder it is given, for a test that kills it: from the one key store to the other.
const { vault } = await changeKeys(
  process.argv[2] ?? '',
  { unlock: { keyStore: turningKeyStore }, to: { passphrase: null, keyStore: turningStoreOf('kwallet6'), use: 'always' }, studies: true },
  { copy: async (from, to) => copyUnderKey(from, to), onProgress: () => undefined },
);
vault.close();
