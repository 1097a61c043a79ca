import type { KeyStore, KeyStoreSeal } from '../../core/vault/keys/key-wrap.ts';
import { openVault, vaultState } from '../../core/vault/open-vault.ts';
import { readKeyStoreUse } from '../../core/vault/settings/security.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Unlock } from '../../core/vault/keys/vault-key.ts';
import type { KeyStoreUse } from '../../shared/security.ts';

/** Opens the vault. Holds the key store's seal in memory if the key store may be used only after the passphrase, while Carrel runs. */
export interface VaultUnlocker {
  readonly findKeyStore: () => Promise<KeyStore>;
  /** Whether the key store can open the vault now. */
  readonly opensByStore: () => boolean;
  /** Returns the unlock method for a passphrase, or for the key store if it is null. */
  readonly unlockWith: (passphrase: string | null) => Promise<Unlock>;
  readonly open: (passphrase: string | null) => Promise<Vault>;
  /** Call after the vault was opened or its protection changed. */
  readonly holdSeal: (vault: Vault) => Promise<void>;
  /** Call after the vault was removed. */
  readonly forget: () => void;
  readonly useOf: (vault: Vault) => KeyStoreUse;
}

export function createVaultUnlocker(dataDir: string, findKeyStore: () => Promise<KeyStore>): VaultUnlocker {
  let held: KeyStoreSeal | null = null;
  const isInFile = (): boolean => vaultState(dataDir).unlockWith.includes('os');
  const unlockWith = async (passphrase: string | null): Promise<Unlock> =>
    passphrase === null ? { keyStore: await findKeyStore(), sealed: held ?? undefined } : { passphrase };
  const useOf = (vault: Vault): KeyStoreUse => readKeyStoreUse(vault, isInFile());
  const holdSeal = async (vault: Vault): Promise<void> => {
    held = null;
    if (useOf(vault) !== 'session') return;
    const keyStore = await findKeyStore();
    // Without a secure key store, the passphrase is requested each time.
    if (keyStore.available) held = await vault.keys.sealIn(keyStore).catch(() => null);
  };
  return {
    findKeyStore,
    opensByStore: () => isInFile() || (held !== null && vaultState(dataDir).exists),
    unlockWith,
    open: async (passphrase) => {
      const vault = await openVault(dataDir, await unlockWith(passphrase));
      await holdSeal(vault);
      return vault;
    },
    holdSeal,
    forget: () => {
      held = null;
    },
    useOf,
  };
}
