import { createTurns } from '../../shared/turns.ts';
import type { WritableStudy } from '../store/database/study.ts';
import type { StudyFile, SyncHost } from '../vault/studies/sync-host.ts';
import { closeWritten, openForWriting, withWritableStudy } from './write-study.ts';

/** Gives a sync access to the files it writes and to the writer's lock. */
export interface StudyFiles {
  /** Throws BUSY. */
  lock(): Promise<() => void>;
  /** Throws errors of opening the file. */
  open(study: string, file: StudyFile): Promise<WritableStudy>;
  /** Throws errors of the host. */
  close(study: WritableStudy): Promise<void>;
}

/** For a process in which only one sync writes. */
export function studyFiles(host: SyncHost): StudyFiles {
  return {
    lock: async () => host.lock(),
    open: async (study, file) => openForWriting(host, study, file),
    close: async (study) => closeWritten(host, study),
  };
}

/** Like `StudyFiles`, for a process in which people may also write during a sync. */
export interface SharedStudyFiles extends StudyFiles {
  /**
   * Calls `work` with a study: the one that the sync has open (`isSyncing`), or one opened for this purpose. Throws BUSY, errors of opening
   * the file and errors of `work`.
   */
  write<T>(study: string, work: (study: WritableStudy, isSyncing: boolean) => T): Promise<T>;
}

/**
 * Opening, closing and writing take turns, and only one connection writes: a second one would leave a mark of the file that the sync's next
 * page invalidates. The lock counts as held until it is actually released.
 */
export function sharedStudyFiles(host: SyncHost): SharedStudyFiles {
  const inTurn = createTurns();
  let held = false;
  let opened: WritableStudy | null = null;
  return {
    lock: () =>
      inTurn(async () => {
        const release = await host.lock();
        held = true;
        return () => {
          void inTurn(async () => {
            held = false;
            release();
          });
        };
      }),
    open: (study, file) =>
      inTurn(async () => {
        opened = await openForWriting(host, study, file);
        return opened;
      }),
    close: (study) =>
      inTurn(async () => {
        opened = null;
        await closeWritten(host, study);
      }),
    write: (number, work) =>
      inTurn(async () =>
        opened?.study === number ? work(opened, true) : withWritableStudy(host, number, !held, (study) => work(study, false)),
      ),
  };
}
