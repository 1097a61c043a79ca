import { createTurns } from '../../shared/turns.ts';
import type { WritableStudy } from '../store/study.ts';
import type { StudyFile, SyncHost } from '../vault/sync-host.ts';
import { closeWritten, openForWriting, withWritableStudy } from './write-study.ts';

/** How a sync comes to the files that it writes to, and to its place as the one writer. */
export interface StudyFiles {
  /** Errors: BUSY. */
  lock(): Promise<() => void>;
  /** Errors: those of opening the file. */
  open(study: string, file: StudyFile): Promise<WritableStudy>;
  /** Errors: those of the host. */
  close(study: WritableStudy): Promise<void>;
}

/** Of a process in which nothing but one sync writes. */
export function studyFiles(host: SyncHost): StudyFiles {
  return {
    lock: async () => host.lock(),
    open: async (study, file) => openForWriting(host, study, file),
    close: async (study) => closeWritten(host, study),
  };
}

/** The same, where a person may have something written down while a sync runs. */
export interface SharedStudyFiles extends StudyFiles {
  /**
   * Hands a study to the work: as the sync has it open (`isSyncing`), or opened for this alone. Errors: BUSY, those of opening the file
   * and those of the work.
   */
  write<T>(study: string, work: (study: WritableStudy, isSyncing: boolean) => T): Promise<T>;
}

/**
 * Opening, closing and writing take turns, and there is one connection that writes: a second one would leave a mark of the file
 * behind that the sync's next page makes untrue. The sync's place counts as held until it is really given back.
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
