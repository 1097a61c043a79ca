import { followBackupPlan, lastBackup, noteBackup, type BackedUpAfterSync } from '../vault/settings/backup-plan.ts';
import type { StretchedPassphrase } from '../vault/keys/key-wrap.ts';
import type { Vault } from '../vault/vault.ts';
import { backUpVault, type BackedUp, type LeftOut } from './back-up-vault.ts';

/** Backs up an open vault according to `followBackupPlan`, for the process that owns the vault. Never throws. */
export async function backUpAfterSync(vault: Vault, madeBy: string, now = new Date()): Promise<BackedUpAfterSync<LeftOut> | null> {
  const make = async (path: string, under: StretchedPassphrase): Promise<BackedUp> => {
    const made = await backUpVault(vault, { path, replace: true, under, madeBy, now, study: null, afterSync: true });
    noteBackup(vault, lastBackup(path, made, true));
    return made;
  };
  return followBackupPlan(vault, make, now);
}
