import { trailMark } from '../vault/audit/audit-event.ts';
import { AppError, reportOf, type ErrorReport } from '../../shared/errors.ts';
import { studiesFolder } from '../vault/database.ts';
import { openBesideSync } from '../vault/studies/open-study.ts';
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
 * file gets its name. An unreadable study is left out of a backup of all; asked for by name, its error is thrown and nothing is written.
 * Throws the errors of `makeBackup`.
 */
export async function backUpVault(vault: Vault, asked: BackupAsked, control: SealedControl = {}): Promise<BackedUp> {
  const { study, afterSync } = asked;
  const noted = vault.exports.begin({ kind: 'backup-begun', study, afterSync }, asked.path);
  try {
    const done = await withStudies(vault, study, async (opened, leftOut) => {
      const source = { vault: vault.backups.contents(), studies: opened, folder: studiesFolder(vault.dir) };
      const made = await makeBackup(source, asked, {
        ...control,
        onWritten: ({ bytes, sha256, studies, trailLeftOut }, part) => {
          const counts = { studies: studies.length, leftOut: leftOut.length, ...trailMark(trailLeftOut) };
          noted.written({ kind: 'backup', study, afterSync, bytes, sha256, ...counts }, part);
        },
      });
      return { ...made, leftOut };
    });
    noted.ended();
    return done;
  } catch (error: unknown) {
    noted.failed(reportOf(error).code);
    throw error;
  }
}

type OpenedStudy = BackedUpStudy & { readonly opened: { close(): void } };

/** Calls `work` with the opened studies and those that cannot be read, and closes them. Throws the error of a study asked for by name. */
async function withStudies<T>(
  vault: Vault,
  only: string | null,
  work: (opened: readonly OpenedStudy[], leftOut: readonly LeftOut[]) => Promise<T>,
): Promise<T> {
  const found: OpenedStudy[] = [];
  const leftOut: LeftOut[] = [];
  try {
    for (const { study, demo } of vault.studies().filter((entry) => only === null || entry.study === only)) {
      try {
        const opened = openBesideSync(vault, study);
        if (opened !== null) found.push({ opened, demo });
      } catch (error: unknown) {
        if (only !== null || !(error instanceof AppError)) throw error;
        leftOut.push({ study, ...error.report });
      }
    }
    return await work(found, leftOut);
  } finally {
    for (const { opened } of found) opened.close();
  }
}
