import { AppError } from '../../shared/errors.ts';
import type { RestoredStudy } from '../../shared/backup.ts';
import type { StudyEntry } from '../vault/studies/studies.ts';
import type { SyncHost } from '../vault/studies/sync-host.ts';
import { fileState } from '../vault/studies/study-file-state.ts';
import { assertStudyContents } from './check-contents.ts';
import type { OpenedBackup } from './open-backup.ts';
import { notRestored, restoreStudy } from './restore-study.ts';

/** What a restore needs to know about a study of the data folder. */
export type RestoreTarget = Pick<StudyEntry, 'study' | 'demo'> & { readonly mirrored: boolean };

/**
 * Creates the target from the vault's entry. A process without the vault passes null for `setAside`; the file is then missing from its
 * place.
 */
export function restoreTarget(entry: Pick<StudyEntry, 'study' | 'demo' | 'path' | 'seal' | 'setAside'>): RestoreTarget {
  return { study: entry.study, demo: entry.demo, mirrored: fileState(entry) === 'there' && entry.seal.current !== null };
}

/**
 * Restores the studies of a backup one after the other. A study that is not mirrored here, comes from a service of the other kind, or fails
 * on its own is reported as not restored. Throws CANCELLED, and BUSY and STORE unless a study was restored before.
 */
export async function restoreStudies(
  host: SyncHost,
  backup: Pick<OpenedBackup, 'studies' | 'db'>,
  find: (study: string) => RestoreTarget | null,
): Promise<readonly RestoredStudy[]> {
  const restored: RestoredStudy[] = [];
  let isAnyRestored = false;
  for (const { study, demo } of backup.studies) {
    const why = obstacle(find(study), demo);
    try {
      if (why === null) assertStudyContents(backup.db, study);
      restored.push(why === null ? await restoreStudy(host, backup.db, study) : notRestored(study, why));
      if (why === null) isAnyRestored = true;
    } catch (error: unknown) {
      if (!(error instanceof AppError) || concernsAll(error, isAnyRestored)) throw error;
      restored.push(notRestored(study, error.message));
    }
  }
  return restored;
}

function obstacle(here: RestoreTarget | null, demo: boolean): string | null {
  if (here === null || !here.mirrored) return 'It is not mirrored here yet, so nothing was restored for it. Sync it, then restore again.';
  if (here.demo === demo) return null;
  return 'One is demo data and the other comes from a real service, so nothing was restored for it. Use another data folder.';
}

/** Errors that would also affect the other studies. Once a study was restored, BUSY and STORE are reported per study instead. */
function concernsAll({ code }: AppError, isAnyRestored: boolean): boolean {
  return code === 'CANCELLED' || (!isAnyRestored && (code === 'BUSY' || code === 'STORE'));
}
