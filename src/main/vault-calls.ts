import { app } from 'electron';
import { createVault, openVault, vaultState } from '../core/vault/open-vault.ts';
import type { AppState } from '../shared/contract.ts';
import { AppError } from '../shared/errors.ts';
import type { Handlers } from '../shared/rpc.ts';
import type { FoundKeyStore } from './key-store.ts';
import { isFallbackRuntime } from '../shared/runtime.ts';
import type { Session } from './session.ts';

interface VaultContext {
  readonly dataDir: string;
  readonly session: Session;
  readonly keyStore: FoundKeyStore;
  /** Empties and reloads the window after a lock. */
  readonly clearWindow: () => void;
}

type VaultCalls = Pick<Handlers<'main'>, 'app.state' | 'vault.create' | 'vault.unlock' | 'vault.lock'>;

/** Making, opening and locking the vault from the window. */
export function vaultCalls({ dataDir, session, keyStore, clearWindow }: VaultContext): VaultCalls {
  return {
    'app.state': () => stateOf(dataDir, session, keyStore),
    'vault.create': async ({ passphrase, keyStore: useKeyStore }) => {
      if (useKeyStore && !keyStore.available) throw new AppError('LOCKED', 'This computer offers no key store that keeps a secret. Choose a passphrase.');
      session.open(await createVault(dataDir, { passphrase, keyStore: useKeyStore ? keyStore : null }));
    },
    'vault.unlock': async ({ passphrase }) => {
      if (session.isOpen) return;
      session.open(await openVault(dataDir, passphrase === null ? { keyStore } : { passphrase }));
    },
    'vault.lock': async () => {
      await session.close();
      clearWindow();
    },
  };
}

function stateOf(dataDir: string, session: Session, keyStore: FoundKeyStore): AppState {
  const { exists, unlockWith, wait } = vaultState(dataDir);
  return {
    phase: session.isOpen ? 'ready' : exists ? 'locked' : 'first-run',
    version: app.getVersion(),
    electron: process.versions.electron,
    fallbackRuntime: isFallbackRuntime(process.versions.electron),
    keyStore: { available: keyStore.available, backend: keyStore.backend },
    unlockWith: [...unlockWith],
    connection: session.isOpen ? session.vault().connection()?.connection ?? null : null,
    wait,
  };
}
