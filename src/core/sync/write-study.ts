import type { WritableStudy } from '../store/study.ts';
import { markFile } from '../store/file-digest.ts';
import { openStudyForWriting } from '../store/study-file.ts';
import type { StudyFile, SyncHost } from '../vault/sync-host.ts';

/**
 * Opens a mirrored study, and completes the word of a flip that the last run did not give any more. To be closed by `closeWritten`.
 * Errors: those of opening the file.
 */
export async function openForWriting(host: SyncHost, study: string, { path, key, seal }: StudyFile): Promise<WritableStudy> {
  await host.saveMark(study, null);
  const opened = openStudyForWriting(path, key, study, seal);
  if (opened.matched === 'pending' && seal.pending !== null) await host.saveSeal(study, seal.pending, 'complete');
  return opened;
}

/** Closes a study and has its file marked, so that whatever changes it afterwards is noticed. Errors: those of the host. */
export async function closeWritten(host: SyncHost, study: WritableStudy): Promise<void> {
  const path = study.db.name;
  study.close();
  await host.saveMark(study.study, markFile(path));
}

/**
 * Hands a study to the work as its one writer, and closes it. `alone`: this process does not hold the writer's place already.
 * Errors: BUSY, those of opening the file and those of the work.
 */
export async function withWritableStudy<T>(
  host: SyncHost,
  number: string,
  alone: boolean,
  work: (study: WritableStudy) => T | Promise<T>,
): Promise<T> {
  const release = alone ? await host.lock() : () => undefined;
  try {
    const study = await openForWriting(host, number, await host.studyFile(number));
    try {
      return await work(study);
    } finally {
      // What was written counts. Without its mark the file is taken for one whose writer was cut off: nothing is lost by that.
      await closeWritten(host, study).catch(() => undefined);
    }
  } finally {
    release();
  }
}
