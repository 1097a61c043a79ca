import { exitCodeOf, type ErrorCode } from '../../shared/errors.ts';
import type { DatasetStatus, StudyStatus, SyncResult } from '../../shared/status.ts';

/**
 * The outcome of a run (exit table of the command line): CANCELLED if cancelled; PARTIAL if anything is pending review, or if some datasets
 * failed while others are up to date; otherwise the first failure, or OK.
 */
export function overallOutcome(studies: readonly StudyStatus[], cancelled: boolean): SyncResult {
  const code = codeOf(
    studies.flatMap(({ datasets }) => datasets),
    cancelled,
  );
  return { exitCode: exitCodeOf(code), code, studies: [...studies] };
}

function codeOf(datasets: readonly DatasetStatus[], cancelled: boolean): ErrorCode | 'OK' {
  if (cancelled) return 'CANCELLED';
  if (datasets.some(({ state }) => state === 'pending')) return 'PARTIAL';
  const [failure] = datasets.flatMap(({ error }) => (error === null ? [] : [error.code]));
  if (failure === undefined) return 'OK';
  return datasets.some(({ state, error }) => error === null && (state === 'updated' || state === 'unchanged')) ? 'PARTIAL' : failure;
}
