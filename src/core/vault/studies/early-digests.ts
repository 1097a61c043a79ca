import { join } from 'node:path';
import { namesIn } from '../../platform/files.ts';
import { digestMeanwhile, type EarlyDigest } from '../../store/database/file-digest.ts';
import { studiesFolder } from '../database.ts';
import { isSetAsideUnfinished } from '../set-aside.ts';

/** Digests of study files, computed one after the other before it is known which studies there are and how their files were marked. */
export interface EarlyDigests {
  /** The digest of a file; null if it could not be read, or was not begun. */
  of(path: string): Promise<EarlyDigest | null>;
  /** Resolves when no file is open any more. */
  stop(): Promise<void>;
}

export const noDigests: EarlyDigests = { of: async () => null, stop: async () => undefined };

/** Begins to read the study files of a data folder: they take about as long as the key without which no mark is known. */
export function beginDigests(dir: string): EarlyDigests {
  // On Windows, open files would prevent finishing it.
  if (isSetAsideUnfinished(dir)) return noDigests;
  const stopping = new AbortController();
  const begun = new Map<string, Promise<EarlyDigest | null>>();
  let last: Promise<unknown> = Promise.resolve();
  for (const name of namesIn(studiesFolder(dir)).filter((file) => file.endsWith('.db'))) {
    const path = join(studiesFolder(dir), name);
    const read = async (): Promise<EarlyDigest | null> => (stopping.signal.aborted ? null : digestMeanwhile(path, stopping.signal));
    // A file that cannot be read is reported when it is checked, if it belongs to a study.
    const digest = last.then(read).catch(() => null);
    begun.set(path, digest);
    last = digest;
  }
  return {
    of: async (path) => begun.get(path) ?? null,
    stop: async () => {
      stopping.abort();
      await last;
    },
  };
}
