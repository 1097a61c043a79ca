import { AppError } from '../../../shared/errors.ts';
import { readKeyFile } from './key-file.ts';
import { forgetTries } from './tries.ts';
import { findVaultKey } from './vault-key.ts';
import type { AuditEvent } from '../audit/audit-event.ts';
import { failedTries } from '../audit/failed-tries.ts';
import type { Vault } from '../vault.ts';

/**
 * Whether an open vault has a passphrase. Its trail counts too, because anybody at an open session can take the passphrase out of
 * keys.json, and would then not be asked for it.
 */
export function hasPassphrase({ dir, audit }: Pick<Vault, 'dir' | 'audit'>): boolean {
  return readKeyFile(dir).passphrase !== null || gotPassphrase(audit);
}

const ofProtection = /"kind":"(?:vault-created|protection-changed)"/;

/** Whether the vault was given a passphrase, by the last entry on it. */
function gotPassphrase(audit: Vault['audit']): boolean {
  const last = audit.stored().findLast(({ event }) => ofProtection.test(event));
  const event = last === undefined ? null : (JSON.parse(last.event) as AuditEvent);
  if (event?.kind === 'protection-changed') return event.passphrase !== 'removed' && event.passphrase !== 'none';
  return event?.kind === 'vault-created' && event.with.includes('passphrase');
}

/** Asks for the passphrase again if the vault has one. Throws as `confirmPassphrase`. */
export async function confirmIfProtected(vault: Pick<Vault, 'dir' | 'audit' | 'keys'>, passphrase: string | null): Promise<void> {
  if (hasPassphrase(vault)) await confirmPassphrase(vault, passphrase);
}

/**
 * Asks for an open vault's passphrase again; wrong ones are counted and delayed as when unlocking. Throws LOCKED, STORE. What keys.json opens
 * must be the key of this vault, because anybody at an open session can replace it by one whose passphrase they know.
 */
export async function confirmPassphrase(
  vault: Pick<Vault, 'dir' | 'audit' | 'keys'>,
  passphrase: string | null,
  now: () => Date = () => new Date(),
): Promise<void> {
  if (passphrase === null) throw new AppError('LOCKED', 'This requires the passphrase again. Nothing was changed.');
  const failed = failedTries(vault.dir);
  const { key } = await findVaultKey(vault.dir, { passphrase }, now);
  const isOwn = vault.keys.isOwn(key);
  key.fill(0);
  if (!isOwn)
    throw new AppError(
      'LOCKED',
      'keys.json opens, but not the vault that is unlocked here: it was replaced meanwhile. Nothing was changed. Put back the keys.json that belongs to this folder, or lock and unlock the window.',
    );
  if (failed.length > 0 && vault.audit.appendWhenPossible(failed)) forgetTries(vault.dir);
}
