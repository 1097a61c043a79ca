import { judgePassphrase } from '../../core/platform/passphrase-strength.ts';
import { confirmIfProtected, hasPassphrase } from '../../core/vault/keys/confirm-passphrase.ts';
import { assertAllowed, changeKeys, type Protection } from '../../core/vault/keys/change-keys.ts';
import { readSecurity, saveSecurity } from '../../core/vault/settings/security.ts';
import { setVaultAside } from '../../core/vault/set-aside.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { SecurityState } from '../../shared/calls/security.ts';
import type { Output } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { SecuritySettings } from '../../shared/security-schema.ts';
import type { Emit, Handlers } from '../../shared/rpc.ts';
import { canHideFromCapture } from '../window/content-protection.ts';
import { runTask } from '../engines/file-task.ts';
import type { VaultUnlocker } from '../engines/vault-unlocker.ts';
import { assertIdle } from '../engines/idle.ts';
import type { Session } from '../engines/session.ts';
import type { Turns } from '../../shared/turns.ts';

interface SecurityContext {
  readonly dataDir: string;
  readonly session: Session;
  readonly unlocker: VaultUnlocker;
  readonly inTurn: Turns;
  /** Whether an export, a backup or work on a site pack is in progress. */
  readonly isBusy: () => boolean;
  readonly emit: Emit;
  /** Called after settings were stored. */
  readonly applied: (settings: SecuritySettings) => void;
  /** Shows the lock screen when the vault could not be opened again. */
  readonly showLocked: () => Promise<void>;
}

type SecurityCalls = Pick<Handlers<'main'>, 'security.get' | 'security.set' | 'protection.change' | 'passphrase.judge' | 'vault.setAside'>;

/** Calls on what unlocks the vault and when it locks, and to set aside a vault that can no longer be opened. */
export function createSecurity(context: SecurityContext): { readonly calls: SecurityCalls; readonly isChanging: () => boolean } {
  const { dataDir, session, unlocker, inTurn, isBusy } = context;
  let changing = false;
  const stateOf = async (vault: Vault): Promise<SecurityState> => {
    const { available, backend } = await unlocker.findKeyStore();
    return {
      ...readSecurity(vault),
      passphrase: hasPassphrase(vault),
      keyStore: unlocker.useOf(vault),
      store: { available, backend },
      canHide: canHideFromCapture(process.platform),
      left: vault.keys.left().length,
    };
  };
  const calls: SecurityCalls = {
    'security.get': () => stateOf(session.vault()),
    'security.set': async ({ change, passphrase }) => {
      const vault = session.vault();
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      await saveSecurity(vault, { ...readSecurity(vault), ...given }, passphrase);
      context.applied(readSecurity(vault));
      return stateOf(vault);
    },
    'protection.change': ({ current, passphrase, keyStore: use, studies }) =>
      inTurn(async () => {
        const vault = session.vault();
        const to: Protection = { passphrase, keyStore: await unlocker.findKeyStore(), use };
        assertAllowed(to);
        await assertIdle(session, isBusy);
        await confirmIfProtected(vault, current);
        changing = true;
        return changeProtection(context, current, to, studies).finally(() => {
          changing = false;
        });
      }),
    'passphrase.judge': ({ passphrase }) => judgePassphrase(passphrase),
    'vault.setAside': () =>
      inTurn(async () => {
        if (session.isOpen)
          throw new AppError('USAGE', 'Carrel is unlocked, so there is no need to set anything aside. Nothing was changed.');
        unlocker.forget();
        return setVaultAside(dataDir);
      }),
  };
  return { calls, isChanging: () => changing };
}

/** Closes the session while the keys change, because nothing may be open then, and reopens it with the new keys. */
async function changeProtection(
  { dataDir, session, unlocker, emit, showLocked }: SecurityContext,
  current: string | null,
  to: Protection,
  studies: boolean,
): Promise<Output<'protection.change'>> {
  const unlock = await unlocker.unlockWith(current);
  await session.close();
  try {
    const { vault, ...outcome } = await changeKeys(
      dataDir,
      { unlock, to, studies },
      {
        copy: async (from, target) => {
          await runTask({ kind: 'copy', from, to: target });
        },
        onProgress: (done, of) => emit('keys.progress', { done, of }),
      },
    );
    await unlocker.holdSeal(vault);
    await session.open(Promise.resolve(vault));
    return outcome;
  } catch (error: unknown) {
    await openAgain(session, unlocker, current).catch(showLocked);
    throw error;
  }
}

async function openAgain(session: Session, unlocker: VaultUnlocker, current: string | null): Promise<void> {
  await session.open(unlocker.open(current));
}
