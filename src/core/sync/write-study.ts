import type { WritableStudy } from '../store/database/study.ts';
import { markFile } from '../store/database/file-digest.ts';
import { openStudyForWriting } from '../store/study-file/study-file.ts';
import type { StudyFile, SyncHost } from '../vault/studies/sync-host.ts';

/**
 * Opens a mirrored study for writing, and completes the seal of a flip if the last run did not. Close it with `closeWritten`. Throws errors
 * of opening the file.
 */
export async function openForWriting(host: SyncHost, study: string, { path, key, seal }: StudyFile): Promise<WritableStudy> {
  await host.saveMark(study, null);
  const opened = openStudyForWriting(path, key, study, seal);
  if (opened.matched === 'pending' && seal.pending !== null) await host.saveSeal(study, seal.pending, 'complete');
  return opened;
}

/** Closes a study and stores a mark of its file, so that later modifications are detected. Throws errors of the host. */
export async function closeWritten(host: SyncHost, study: WritableStudy): Promise<void> {
  const path = study.db.name;
  study.close();
  await host.saveMark(study.study, markFile(path));
}

/**
 * Calls `work` with a study as its only writer, then closes it. `alone`: this process does not hold the writer's lock yet. Throws BUSY,
 * errors of opening the file and errors of `work`.
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
      // The writes are durable. Without a mark, the file is treated as if its writer had been interrupted; nothing is lost.
      await closeWritten(host, study).catch(() => undefined);
    }
  } finally {
    release();
  }
}
