import { app } from 'electron';
import { createVault, vaultState } from '../../core/vault/open-vault.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { AppState } from '../../shared/contract.ts';
import { AppError, type ErrorReport } from '../../shared/errors.ts';
import type { Handlers } from '../../shared/rpc.ts';
import type { ChosenCertificates } from './chosen-certificates.ts';
import type { Lock } from '../engines/lock.ts';
import type { VaultUnlocker } from '../engines/vault-unlocker.ts';
import { isFallbackRuntime } from '../../shared/runtime.ts';
import type { Session } from '../engines/session.ts';
import type { Turns } from '../../shared/turns.ts';

/** An error that no page could show yet: from opening the vault at the start, or while the page was being reloaded. */
export interface StartupError {
  report: ErrorReport | null;
}

interface VaultContext {
  readonly dataDir: string;
  readonly session: Session;
  /** Choices made before there was a vault. */
  readonly chosen: readonly Pick<ChosenCertificates, 'settle'>[];
  readonly unlocker: VaultUnlocker;
  /** Opening and locking never overlap. */
  readonly inTurn: Turns;
  readonly lock: Lock;
  readonly startupError: StartupError;
  readonly opened: () => void;
}

type VaultCalls = Pick<Handlers<'main'>, 'app.state' | 'vault.create' | 'vault.unlock' | 'vault.lock'>;

/** Calls to create, open and lock the vault from the window. */
export function vaultCalls({
  dataDir,
  session,
  chosen,
  unlocker,
  inTurn,
  lock,
  startupError,
  opened: tellOpened,
}: VaultContext): VaultCalls {
  const opened = async (opening: Promise<Vault>): Promise<void> => {
    await session.open(opening);
    startupError.report = null;
    tellOpened();
  };
  const make = async (protection: Parameters<typeof createVault>[1]): Promise<Vault> => {
    const vault = await createVault(dataDir, protection);
    try {
      await unlocker.holdSeal(vault);
      return vault;
    } catch (error: unknown) {
      vault.close();
      throw error;
    }
  };
  return {
    'app.state': async () => ({ ...(await stateOf(dataDir, session, unlocker, startupError.report)), locked: lock.last() }),
    'vault.create': async ({ passphrase, keyStore: useKeyStore }) => {
      await inTurn(async () => {
        const keyStore = await unlocker.findKeyStore();
        if (useKeyStore && !keyStore.available) throw new AppError('LOCKED', 'This computer has no secure key store. Choose a passphrase.');
        await opened(make({ passphrase, keyStore: useKeyStore ? keyStore : null }));
        for (const { settle } of chosen) settle();
      });
    },
    'vault.unlock': async ({ passphrase }) => {
      await inTurn(async () => {
        if (!session.isOpen) await opened(unlocker.open(passphrase));
      });
    },
    'vault.lock': async () => {
      await lock.lock('person');
    },
  };
}

async function stateOf(
  dataDir: string,
  session: Session,
  unlocker: VaultUnlocker,
  startupError: ErrorReport | null,
): Promise<Omit<AppState, 'locked'>> {
  const { exists, unlockWith, problem, wait } = vaultState(dataDir);
  const { available, backend } = await unlocker.findKeyStore();
  return {
    phase: session.isOpen ? 'ready' : exists ? 'locked' : 'first-run',
    version: app.getVersion(),
    electron: process.versions.electron,
    fallbackRuntime: isFallbackRuntime(process.versions.electron),
    keyStore: { available, backend },
    unlockWith: [
      ...unlockWith.filter((way) => way === 'passphrase'),
      ...(problem === null && unlocker.opensByStore() ? ['os' as const] : []),
    ],
    connection: session.isOpen ? (session.vault().connection()?.connection ?? null) : null,
    readOnly: session.isOpen && session.vault().readOnly,
    studies: session.isOpen ? session.vault().studyNumbers().length : 0,
    wait,
    problem: problem ?? startupError,
  };
}
