import { keyFilePath } from '../../../src/core/vault/keys/key-file.ts';
import type { KeyStore } from '../../../src/core/vault/keys/key-wrap.ts';
import { openVault, vaultState } from '../../../src/core/vault/open-vault.ts';
import { isReported } from './is-reported.ts';
import { jsonIn, plainTarget, type Target } from './targets.ts';

interface Locked {
  readonly dir: string;
  readonly key: Buffer;
  readonly passphrase: string;
  readonly keyStore: KeyStore;
}

/** The file of the wrapped key, with which a vault opens in two ways. */
export function keyTarget({ dir, key, passphrase, keyStore }: Locked): Target {
  const path = keyFilePath(dir);
  const opens = async (unlock: Parameters<typeof openVault>[1]): Promise<void> => {
    const vault = await openVault(dir, unlock);
    const isTheSame = vault.keys.isOwn(key);
    vault.close();
    if (!isTheSame) throw new Error('another key opened the vault');
  };
  return plainTarget({
    part: 'key file',
    path,
    content: () => jsonIn(path),
    isHarmless: async () => {
      if (!vaultState(dir).exists) throw new Error('the vault is taken for one that does not exist');
      return (await isReported(() => opens({ keyStore }))) || (await isReported(() => opens({ passphrase })));
    },
  });
}
