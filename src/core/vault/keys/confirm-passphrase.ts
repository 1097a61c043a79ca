import { AppError } from '../../../shared/errors.ts';
import { readKeyFile } from './key-file.ts';
import { forgetTries } from './tries.ts';
import { findVaultKey } from './vault-key.ts';
import { failedTries } from '../audit/failed-tries.ts';
import type { Vault } from '../vault.ts';

export function hasPassphrase(dir: string): boolean {
  return readKeyFile(dir).passphrase !== null;
}

/** Asks for an open vault's passphrase again; wrong ones are counted and delayed as when unlocking. Throws LOCKED, STORE. */
export async function confirmPassphrase(
  vault: Pick<Vault, 'dir' | 'audit'>,
  passphrase: string | null,
  now: () => Date = () => new Date(),
): Promise<void> {
  if (passphrase === null) throw new AppError('LOCKED', 'This requires the passphrase again. Nothing was changed.');
  const failed = failedTries(vault.dir);
  const { key } = await findVaultKey(vault.dir, { passphrase }, now);
  key.fill(0);
  if (failed.length > 0 && vault.audit.appendWhenPossible(failed)) forgetTries(vault.dir);
}
