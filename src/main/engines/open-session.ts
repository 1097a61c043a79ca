import type { Vault } from '../../core/vault/vault.ts';
import { AppError } from '../../shared/errors.ts';
import type { Session } from './session.ts';

/** The vault that is open, or null. */
export function openVaultOf(session: Pick<Session, 'isOpen' | 'vault'>): Vault | null {
  return session.isOpen ? session.vault() : null;
}

/** Throws LOCKED if Carrel was locked since `vault` was open, for example while a dialog was shown. `says`: what is still valid. */
export function assertStillOpen(session: Pick<Session, 'isOpen' | 'vault'>, vault: Vault | null, says: string): void {
  if (openVaultOf(session) !== vault) throw new AppError('LOCKED', `Carrel was locked in the meantime. ${says}`);
}

/** The same before a file is written. */
export function assertNotLocked(session: Session, vault: Vault, advice: string): void {
  assertStillOpen(session, vault, `No file was written; an earlier one is unchanged. ${advice}`);
}
