import { app } from 'electron';
import { createVault, openVault, vaultState } from '../core/vault/open-vault.ts';
import type { Vault } from '../core/vault/vault.ts';
import type { AppState } from '../shared/contract.ts';
import { AppError, type ErrorReport } from '../shared/errors.ts';
import type { Handlers } from '../shared/rpc.ts';
import type { FoundKeyStore } from './key-store.ts';
import { isFallbackRuntime } from '../shared/runtime.ts';
import type { Session } from './session.ts';
import type { Turns } from './turns.ts';

interface VaultContext {
  readonly dataDir: string;
  readonly session: Session;
  readonly keyStore: FoundKeyStore;
  /** Opening and locking never overlap. */
  readonly inTurn: Turns;
  readonly lock: () => Promise<void>;
  /** What went wrong before the window opened. */
  readonly startProblem: ErrorReport | null;
}

type VaultCalls = Pick<Handlers<'main'>, 'app.state' | 'vault.create' | 'vault.unlock' | 'vault.lock'>;

/** Making, opening and locking the vault from the window. */
export function vaultCalls({ dataDir, session, keyStore, inTurn, lock, startProblem }: VaultContext): VaultCalls {
  let untold = startProblem;
  const opened = (vault: Vault): void => {
    session.open(vault);
    untold = null;
  };
  return {
    'app.state': () => stateOf(dataDir, session, keyStore, untold),
    'vault.create': async ({ passphrase, keyStore: useKeyStore }) => {
      if (useKeyStore && !keyStore.available)
        throw new AppError('LOCKED', 'This computer offers no key store that keeps a secret. Choose a passphrase.');
      await inTurn(async () => {
        opened(await createVault(dataDir, { passphrase, keyStore: useKeyStore ? keyStore : null }));
      });
    },
    'vault.unlock': async ({ passphrase }) => {
      await inTurn(async () => {
        if (!session.isOpen) opened(await openVault(dataDir, passphrase === null ? { keyStore } : { passphrase }));
      });
    },
    'vault.lock': async () => {
      await lock();
    },
  };
}

function stateOf(dataDir: string, session: Session, keyStore: FoundKeyStore, untold: ErrorReport | null): AppState {
  const { exists, unlockWith, problem, wait } = vaultState(dataDir);
  return {
    phase: session.isOpen ? 'ready' : exists ? 'locked' : 'first-run',
    version: app.getVersion(),
    electron: process.versions.electron,
    fallbackRuntime: isFallbackRuntime(process.versions.electron),
    keyStore: { available: keyStore.available, backend: keyStore.backend },
    unlockWith: [...unlockWith],
    connection: session.isOpen ? (session.vault().connection()?.connection ?? null) : null,
    wait,
    problem: problem ?? untold,
  };
}
