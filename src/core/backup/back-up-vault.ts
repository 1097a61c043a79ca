import { AppError, reportOf, type ErrorReport } from '../../shared/errors.ts';
import { studiesFolder } from '../vault/database.ts';
import { openBesideSync } from '../vault/open-study.ts';
import type { Vault } from '../vault/vault.ts';
import type { BackedUpStudy } from './collect-study.ts';
import { makeBackup, type BackupRequest, type MadeBackup } from './make-backup.ts';
import type { SealedControl } from '../sealed/write-sealed.ts';

/** A study that is missing from a backup, and why. */
export interface LeftOut extends ErrorReport {
  readonly study: string;
}

export type BackedUp = MadeBackup & { readonly leftOut: readonly LeftOut[] };

/** A backup of one study or (null) of all. `afterSync`: made automatically after a sync. */
export interface BackupAsked extends BackupRequest {
  readonly study: string | null;
  readonly afterSync: boolean;
}

/**
 * Backs up an open vault, for the process that owns it. The trail records it before any of the file is written, and its digest before the
 * file gets its name. An unreadable study is left out of the backup. Throws the errors of `makeBackup`.
 */
export async function backUpVault(vault: Vault, asked: BackupAsked, control: SealedControl = {}): Promise<BackedUp> {
  const { study, afterSync } = asked;
  const noted = vault.exports.begin({ kind: 'backup-begun', study, afterSync }, asked.path);
  const { opened, leftOut } = openStudies(vault, study);
  try {
    const source = { vault: vault.backups.contents(), studies: opened, folder: studiesFolder(vault.dir) };
    const made = await makeBackup(source, asked, {
      ...control,
      onWritten: ({ bytes, sha256, studies }, part) => {
        noted.written({ kind: 'backup', study, afterSync, bytes, sha256, studies: studies.length, leftOut: leftOut.length }, part);
      },
    });
    noted.ended();
    return { ...made, leftOut };
  } catch (error: unknown) {
    noted.failed(reportOf(error).category);
    throw error;
  } finally {
    for (const one of opened) one.opened.close();
  }
}

interface Opened {
  readonly opened: (BackedUpStudy & { readonly opened: { close(): void } })[];
  readonly leftOut: LeftOut[];
}

function openStudies(vault: Vault, only: string | null): Opened {
  const found: Opened = { opened: [], leftOut: [] };
  for (const { study, demo } of vault.studies().filter((entry) => only === null || entry.study === only)) {
    try {
      const opened = openBesideSync(vault, study);
      if (opened !== null) found.opened.push({ opened, demo });
    } catch (error: unknown) {
      if (!(error instanceof AppError)) throw error;
      found.leftOut.push({ study, ...error.report });
    }
  }
  return found;
}
