import type { ErrorCode, ErrorReport } from './errors.ts';
import type { DatasetStatus, StudyStatus } from './status.ts';

/** An error in JSON for other programs, where `category` is its code, because `code` is the exit code there. */
export interface ErrorJson {
  readonly category: ErrorCode;
  readonly message: string;
}

export interface DatasetStatusJson extends Omit<DatasetStatus, 'error'> {
  readonly error: ErrorJson | null;
}

export interface StudyStatusJson extends Omit<StudyStatus, 'datasets'> {
  readonly datasets: readonly DatasetStatusJson[];
}

export function errorJson({ code, message }: ErrorReport): ErrorJson {
  return { category: code, message };
}

/** A study as `--json` and the proof's *Copy as JSON* write it. */
export function studyJson(status: StudyStatus): StudyStatusJson {
  return {
    ...status,
    datasets: status.datasets.map((dataset) => ({ ...dataset, error: dataset.error === null ? null : errorJson(dataset.error) })),
  };
}
