import { setImmediate } from 'node:timers/promises';
import { AppError, reportOf, type ErrorReport } from '../../../shared/errors.ts';
import { sizeOf } from '../../store/database/file-bytes.ts';
import { isAsMarked, isAsMarkedMeanwhile } from '../../store/database/file-digest.ts';
import { currentGeneration } from '../../store/database/seal.ts';
import { openStudyForReading } from '../../store/study-file/study-file.ts';
import { noDigests, type EarlyDigests } from './early-digests.ts';
import type { StudyEntry } from './studies.ts';
import { damagedStudy, fileState } from './study-file-state.ts';
import type { Vault } from '../vault.ts';

/**
 * Describes what is wrong with a study's file that does not match its seals, as part of a sentence. Throws VERSION if a newer Carrel wrote
 * it.
 */
export function diagnoseStudy({ path, key, study, seal, mark }: StudyEntry): string {
  const generation = generationIn(path, key, study);
  if (generation === null) return 'its file is damaged';
  if (generation < (seal.current?.generation ?? 0)) {
    if (mark !== null) return 'an older copy of its file was put back';
    return sizeOf(`${path}-wal`) > 0
      ? 'its journal (-wal) is damaged or older, and without it the file is an earlier state'
      : 'its journal (-wal) was lost, or an older copy of its file was put back';
  }
  if (isMarked(path, mark)) return 'its file differs from the state after the last sync';
  return 'parts of its file were replaced by an earlier copy, or bytes of it were changed';
}

/** Throws CORRUPT if a study's file is not as its last writer closed it, VERSION if it is newer. A missing file passes. */
export function assertAsMarked(entry: StudyEntry): void {
  if (fileState(entry) === 'there' && !isMarked(entry.path, entry.mark)) throw damagedStudy(entry.study, diagnoseStudy(entry));
}

/** Returns a study of the vault whose file is as its last writer closed it. Throws USAGE, CORRUPT, VERSION. */
export function unchangedStudy(vault: Pick<Vault, 'study'>, study: string): StudyEntry {
  const entry = vault.study(study);
  if (entry === null) throw new AppError('USAGE', 'This study is not in this data folder.');
  return newestUnchanged(vault, entry);
}

/** If a sync of another process began between reading the mark and the file, that is not damage: its newer mark is used. */
function newestUnchanged(vault: Pick<Vault, 'study'>, entry: StudyEntry): StudyEntry {
  if (fileState(entry) !== 'there' || isMarked(entry.path, entry.mark)) return entry;
  const newest = vault.study(entry.study) ?? entry;
  assertAsMarked(newest);
  return newest;
}

/**
 * Returns reports on files of studies that are not as they were closed, by path. They are checked one after the other, so that other work
 * can run in between.
 */
export async function findUnmarked(
  vault: Pick<Vault, 'studyNumbers' | 'study'>,
  early: EarlyDigests = noDigests,
): Promise<ReadonlyMap<string, ErrorReport>> {
  const found = new Map<string, ErrorReport>();
  for (const study of vault.studyNumbers()) {
    await setImmediate();
    let path = '';
    try {
      const entry = vault.study(study);
      path = entry?.path ?? '';
      // Checked again and diagnosed if it differs.
      if (entry !== null && !(await isMarkedMeanwhile(entry, early))) newestUnchanged(vault, entry);
    } catch (error: unknown) {
      found.set(path, reportOf(error));
    }
  }
  return found;
}

function generationIn(path: string, key: Buffer, study: string): number | null {
  try {
    const opened = openStudyForReading(path, key, study, null);
    try {
      return currentGeneration(opened);
    } finally {
      opened.close();
    }
  } catch (error: unknown) {
    if (error instanceof AppError && error.code === 'VERSION') throw error;
    return null;
  }
}

function isMarked(path: string, mark: StudyEntry['mark']): boolean {
  try {
    return isAsMarked(path, mark);
  } catch {
    return false;
  }
}

async function isMarkedMeanwhile({ path, mark }: StudyEntry, early: EarlyDigests): Promise<boolean> {
  try {
    return await isAsMarkedMeanwhile(path, mark, () => early.of(path));
  } catch {
    return false;
  }
}
