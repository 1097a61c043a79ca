import { basename } from 'node:path';
import { reportOf, type ErrorReport } from '../../shared/errors.ts';
import { dropOldBackups, noteBackup, noteBackupFailure, planPath, planUnder, readBackupPlan } from '../vault/backup-plan.ts';
import type { Vault } from '../vault/vault.ts';
import { backUpVault, type LeftOut } from './back-up-vault.ts';

/** What came of the backup after a sync; `path`: null where none was made, for the reason in `error`. */
export interface BackedUpAfterSync {
  readonly path: string | null;
  readonly leftOut: readonly LeftOut[];
  readonly error: ErrorReport | null;
}

/**
 * Backs the vault up where its settings say so, and keeps the newest; null: they do not. Old ones stay as long as the
 * new one lacks a study that they hold. Never throws: a sync went well, whatever becomes of this.
 */
export async function backUpAfterSync(vault: Vault, madeBy: string, now = new Date()): Promise<BackedUpAfterSync | null> {
  const plan = readBackupPlan(vault);
  if (plan === null) return null;
  const [path, under] = [planPath(plan, now), planUnder(plan)];
  try {
    const { bytes, leftOut, madeAt } = await backUpVault(vault, { path, replace: true, under, madeBy, now, study: null, afterSync: true });
    noteBackup(vault, { at: madeAt, file: basename(path), bytes, afterSync: true, leftOut: leftOut.map(({ study }) => study) });
    dropOldBackups(vault, plan, leftOut);
    return { path, leftOut, error: null };
  } catch (error: unknown) {
    const report = reportOf(error);
    noteBackupFailure(vault, now, report.message);
    return { path: null, leftOut: [], error: report };
  } finally {
    under.key.fill(0);
  }
}
