import { datasetNames, type DatasetName } from './datasets/datasets.ts';
import type { ErrorReport } from './errors.ts';
import type { DatasetStatus, StudyStatus } from './status.ts';

/** A dataset with nothing to show: never mirrored, or unreadable because of `error`. */
export function emptyDataset(dataset: DatasetName, error: ErrorReport | null = null): DatasetStatus {
  return {
    dataset,
    state: 'none',
    records: 0,
    pages: 0,
    asOf: null,
    generation: null,
    added: 0,
    changed: 0,
    vanished: 0,
    issues: 0,
    quarantined: 0,
    absent: 0,
    error,
    proof: null,
    subjects: null,
    pending: null,
  };
}

/** A study with nothing to show. */
export function emptyStatus(study: string, error: ErrorReport | null = null): StudyStatus {
  return { study, datasets: datasetNames.map((dataset) => emptyDataset(dataset, error)) };
}
