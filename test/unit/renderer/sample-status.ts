import { datasetNames, type DatasetName } from '../../../src/shared/datasets/datasets.ts';
import type { DatasetStatus, StudyStatus } from '../../../src/shared/status.ts';

/** The status of a mirrored dataset whose proof adds up. */
export function mirrored(dataset: DatasetName, asOf: string, more: Partial<DatasetStatus> = {}): DatasetStatus {
  return {
    dataset,
    state: 'unchanged',
    records: 10,
    pages: 1,
    asOf,
    generation: 1,
    added: 0,
    changed: 0,
    vanished: 0,
    issues: 0,
    quarantined: 0,
    absent: 0,
    error: null,
    proof: {
      startedAt: asOf,
      endedAt: asOf,
      passes: 1,
      repeated: [],
      resumedPages: 0,
      pages: 1,
      entries: 10,
      distinct: 10,
      totalAtStart: 10,
      totalAtEnd: 10,
      secondLook: true,
      ...{ confirmed: true, rounds: 2, confirmedAt: asOf, wholeStudy: true, clockOffsetSeconds: 0 },
      digest: 'ab',
      foreignLinks: 0,
      drift: [],
    },
    subjects: null,
    pending: null,
    ...more,
  };
}

export function neverMirrored(dataset: DatasetName): DatasetStatus {
  return mirrored(dataset, '', { state: 'none', asOf: null, generation: null, proof: null, records: 0, pages: 0 });
}

export function statusOf(asOf: string, change: (dataset: DatasetStatus) => DatasetStatus = (dataset) => dataset): StudyStatus {
  return { study: '22-001', datasets: datasetNames.map((name) => change(mirrored(name, asOf))) };
}
