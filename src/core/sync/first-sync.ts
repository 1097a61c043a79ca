import { AppError, reportOf, type ErrorReport } from '../../shared/errors.ts';
import type { StudyStatus, SyncResult } from '../../shared/status.ts';
import { checkStudy } from '../store/study-file/check-study.ts';
import { overallOutcome } from './overall-outcome.ts';
import type { ReadableStudy } from '../store/database/study.ts';
import { openStudyForReading } from '../store/study-file/study-file.ts';
import { setStudyAside, withStudy } from '../vault/studies/open-study.ts';
import { damagedStudy, fileState } from '../vault/studies/study-file-state.ts';
import { acquireSyncLock, type Release } from '../vault/studies/sync-lock.ts';
import type { Vault } from '../vault/vault.ts';

/**
 * After a sync: keeps a study that was new to the vault if something was mirrored or staged, and removes it with its empty file otherwise
 * (a mistyped or forbidden number). If another writer is active, nothing is done; the next run does it.
 */
export async function settleStudies(vault: Vault, studies: readonly string[]): Promise<void> {
  if (!studies.some((study) => vault.study(study)?.provisional === true)) return;
  const release = await lockUnlessBusy(vault);
  if (release === null) return;
  try {
    settle(vault, studies);
  } finally {
    release();
  }
}

function settle(vault: Vault, studies: readonly string[]): void {
  for (const study of studies) {
    const entry = vault.study(study);
    if (entry === null || !entry.provisional) continue;
    if (entry.seal.current !== null) vault.settleStudy(study, true);
    else if (!hasStagedPages(vault, study)) vault.settleStudy(study, false);
  }
}

/** For `--anew`: gives a study whose file is damaged or missing a new file and key. A sound study is left unchanged. */
export async function renewDamaged(vault: Vault, study: string): Promise<void> {
  if ((await setAsideIfDamaged(vault, study)) === null) return;
  const release = await acquireSyncLock(vault.dir);
  try {
    const entry = vault.study(study);
    // Another Carrel may have renewed it in the meantime.
    if (entry !== null && ['set-aside', 'lost'].includes(fileState(entry))) vault.renewStudy(study);
  } finally {
    release();
  }
}

/**
 * Checks a whole study and sets a damaged file aside. Returns a report that says what to do, or null if the study is sound or unknown.
 * Other errors than damage are thrown.
 */
export async function setAsideIfDamaged(vault: Vault, study: string): Promise<ErrorReport | null> {
  if (vault.study(study) === null) return null;
  try {
    const look = async (opened: ReadableStudy | null): Promise<void> => {
      const [damage] = opened === null ? [] : checkStudy(opened);
      if (damage !== undefined) throw damagedStudy(study, 'its file is damaged');
    };
    await withStudy(vault, study, look, 'check');
    return null;
  } catch (error: unknown) {
    if (!(error instanceof AppError) || error.code !== 'CORRUPT') throw error;
    return error.report;
  }
}

/**
 * After a sync that found damage: sets the file aside and adds to the result what to do. If the file is not damaged after all, the result
 * states the actual error.
 */
export async function setDamagedAside(vault: Vault, result: SyncResult): Promise<SyncResult> {
  const studies: StudyStatus[] = [];
  for (const status of result.studies) {
    const isDamaged = status.datasets.some(({ error }) => error?.code === 'CORRUPT');
    const report = isDamaged ? await setAsideReport(vault, status.study) : null;
    studies.push(
      report === null ? status : { study: status.study, datasets: status.datasets.map((dataset) => ({ ...dataset, error: report })) },
    );
  }
  return overallOutcome(studies, result.code === 'CANCELLED');
}

/** Returns null if another writer is active: the file stays in place, and the sync's own error is reported. */
async function setAsideReport(vault: Vault, study: string): Promise<ErrorReport | null> {
  const release = await lockUnlessBusy(vault);
  if (release === null) return null;
  try {
    return setStudyAside(vault, study, undefined);
  } catch (error: unknown) {
    return reportOf(error);
  } finally {
    release();
  }
}

/** Returns null if the lock is held elsewhere: cleaning up must not fail a sync that has mirrored its data. */
async function lockUnlessBusy({ dir }: Vault): Promise<Release | null> {
  try {
    return await acquireSyncLock(dir);
  } catch (error: unknown) {
    if (error instanceof AppError && error.code === 'BUSY') return null;
    throw error;
  }
}

function hasStagedPages(vault: Vault, study: string): boolean {
  const entry = vault.study(study);
  if (entry === null || fileState(entry) !== 'there') return false;
  try {
    const opened = openStudyForReading(entry.path, entry.key, study, entry.seal);
    try {
      return opened.db.prepare('SELECT 1 FROM page LIMIT 1').get() !== undefined;
    } finally {
      opened.close();
    }
  } catch {
    // Keep what cannot be read.
    return true;
  }
}
