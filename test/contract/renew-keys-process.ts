import { copyUnderKey } from '../../src/core/store/study-file/reencrypt.ts';
import { changeKeys } from '../../src/core/vault/keys/change-keys.ts';
import { turningKeyStore, turningStoreOf } from '../unit/vault/key-store.ts';

// Renews all keys of a data folder, from one key store to another, for a test that kills it. Argument: data folder.
const { vault } = await changeKeys(
  process.argv[2] ?? '',
  { unlock: { keyStore: turningKeyStore }, to: { passphrase: null, keyStore: turningStoreOf('kwallet6'), use: 'always' }, studies: true },
  { copy: async (from, to) => copyUnderKey(from, to), onProgress: () => undefined },
);
vault.close();
