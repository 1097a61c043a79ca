import { AppError } from '../../shared/errors.ts';
import type { RestoredStudy } from '../../shared/backup.ts';
import type { StudyEntry } from '../vault/studies.ts';
import type { SyncHost } from '../vault/sync-host.ts';
import { fileState } from '../vault/study-files.ts';
import type { OpenedBackup } from './open-backup.ts';
import { notRestored, restoreStudy } from './restore-study.ts';

/** A study of the data folder, as far as a restore asks for it. */
export type RestoreTarget = Pick<StudyEntry, 'study' | 'demo'> & { readonly mirrored: boolean };

export function restoreTarget(entry: StudyEntry): RestoreTarget {
  return { study: entry.study, demo: entry.demo, mirrored: fileState(entry) === 'there' && entry.seal.current !== null };
}

/**
 * Takes the studies of a backup in, one after the other. A study that is not mirrored here, or was mirrored from a service of the other kind,
 * is told as what was not restored. Errors: those of opening and writing a study's file; the studies before it are restored then.
 */
export async function restoreStudies(
  host: SyncHost,
  backup: OpenedBackup,
  find: (study: string) => RestoreTarget | null,
): Promise<readonly RestoredStudy[]> {
  const restored: RestoredStudy[] = [];
  for (const { study, demo } of backup.studies) {
    const here = find(study);
    if (here === null || !here.mirrored)
      restored.push(notRestored(study, 'It is not mirrored here yet, so nothing of it was taken in. Sync it, then restore again.'));
    else if (here.demo !== demo)
      restored.push(
        notRestored(
          study,
          'One of the two is demo data and the other is of a real service, so nothing of it was taken in. Use another data folder.',
        ),
      );
    else restored.push(await restoreOrTell(host, backup, study, restored.length > 0));
  }
  return restored;
}

/** Once a study was restored, the failure of another one is told beside it. */
async function restoreOrTell(host: SyncHost, backup: OpenedBackup, study: string, isBeside: boolean): Promise<RestoredStudy> {
  try {
    return await restoreStudy(host, backup.db, study);
  } catch (error: unknown) {
    if (!isBeside || !(error instanceof AppError)) throw error;
    return notRestored(study, error.message);
  }
}
