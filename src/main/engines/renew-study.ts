import { assertAsMarked } from '../../core/vault/studies/diagnose-study.ts';
import { moveStudyAside } from '../../core/vault/studies/open-study.ts';
import { fileState } from '../../core/vault/studies/study-file-state.ts';
import { acquireSyncLock } from '../../core/vault/studies/sync-lock.ts';
import type { StudyEntry } from '../../core/vault/studies/studies.ts';
import type { Vault } from '../../core/vault/vault.ts';
import { AppError } from '../../shared/errors.ts';
import { runTask } from './file-task.ts';
import { studyAccess } from './session.ts';

/** Gives a study whose file is damaged or missing a new file and key for a fresh mirror. Any earlier file is set aside. */
export async function renewStudy(vault: Vault, study: string): Promise<void> {
  const release = await acquireSyncLock(vault.dir);
  try {
    const entry = vault.study(study);
    if (entry === null) throw new AppError('USAGE', `There is no study ${study} in this data folder.`);
    if (!(await needsRenewal(entry)))
      throw new AppError('USAGE', `The mirror of ${study} was checked and is sound. Nothing was changed. Open it, or sync it.`);
    if (fileState(entry) === 'there') moveStudyAside(vault, entry);
    vault.renewStudy(study);
  } finally {
    release();
  }
}

async function needsRenewal(entry: StudyEntry): Promise<boolean> {
  const state = fileState(entry);
  if (state === 'there') return !isAsClosed(entry) || !(await runTask({ kind: 'check', study: studyAccess(entry) }));
  return state !== 'none';
}

function isAsClosed(entry: StudyEntry): boolean {
  try {
    assertAsMarked(entry);
    return true;
  } catch (error: unknown) {
    if (error instanceof AppError && error.code === 'CORRUPT') return false;
    throw error;
  }
}
