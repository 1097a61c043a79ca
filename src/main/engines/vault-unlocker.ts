import type { KeyStore, KeyStoreSeal } from '../../core/vault/key-wrap.ts';
import { openVault, vaultState } from '../../core/vault/open-vault.ts';
import { readKeyStoreUse } from '../../core/vault/security.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Unlock } from '../../core/vault/vault-key.ts';
import type { KeyStoreUse } from '../../shared/security.ts';

/** Opens the vault; it keeps the key store's seal while Carrel runs, where the key store may only open what the passphrase opened before. */
export interface VaultUnlocker {
  readonly findKeyStore: () => Promise<KeyStore>;
  /** Whether the key store opens it now. */
  readonly opensByStore: () => boolean;
  /** What a passphrase, or null for the key store, is tried as. */
  readonly unlockWith: (passphrase: string | null) => Promise<Unlock>;
  readonly open: (passphrase: string | null) => Promise<Vault>;
  /** After the vault was opened, or its protection changed. */
  readonly remember: (vault: Vault) => Promise<void>;
  /** After there is no such vault any more. */
  readonly forget: () => void;
  readonly useOf: (vault: Vault) => KeyStoreUse;
}

export function createVaultUnlocker(dataDir: string, findKeyStore: () => Promise<KeyStore>): VaultUnlocker {
  let held: KeyStoreSeal | null = null;
  const isInFile = (): boolean => vaultState(dataDir).unlockWith.includes('os');
  const unlockWith = async (passphrase: string | null): Promise<Unlock> =>
    passphrase === null ? { keyStore: await findKeyStore(), sealed: held ?? undefined } : { passphrase };
  const useOf = (vault: Vault): KeyStoreUse => readKeyStoreUse(vault, isInFile());
  const remember = async (vault: Vault): Promise<void> => {
    held = null;
    if (useOf(vault) !== 'session') return;
    const keyStore = await findKeyStore();
    // Without a store that keeps a secret the passphrase is asked for each time.
    if (keyStore.available) held = await vault.keys.sealIn(keyStore).catch(() => null);
  };
  return {
    findKeyStore,
    opensByStore: () => isInFile() || (held !== null && vaultState(dataDir).exists),
    unlockWith,
    open: async (passphrase) => {
      const vault = await openVault(dataDir, await unlockWith(passphrase));
      await remember(vault);
      return vault;
    },
    remember,
    forget: () => {
      held = null;
    },
    useOf,
  };
}
