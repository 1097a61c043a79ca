import type { DatasetSince, ExportedDataset } from '../../shared/calls/verify.ts';
import type { DatasetName } from '../../shared/datasets/datasets.ts';
import { readStudyStatus } from '../store/database/status.ts';
import { countChanges } from './changes.ts';
import { firstLoads } from './first-loads.ts';
import { inSnapshot } from './snapshot.ts';
import type { StudyReader } from './study-directory.ts';

/** Counts what changed in each dataset after the exported generation. Throws CORRUPT, STORE. */
export function sinceExport(study: StudyReader, exported: readonly ExportedDataset[]): DatasetSince[] {
  return inSnapshot(study, () => {
    const statuses = readStudyStatus(study).datasets;
    return exported.map(({ dataset, generation }) => {
      const status = statuses.find((one) => one.dataset === dataset);
      return {
        dataset,
        generation,
        now: status?.generation ?? null,
        asOf: status?.asOf ?? null,
        passes: countPasses(study, generation ?? 0, dataset),
        counts: countChanges(study, generation ?? 0, dataset),
      };
    });
  });
}

function countPasses(study: StudyReader, since: number, dataset: DatasetName): number {
  const changed = study.db
    .prepare<[number, string], number>('SELECT DISTINCT generation FROM change WHERE generation > ? AND dataset = ?')
    .pluck()
    .all(since, dataset);
  return new Set([...changed, ...firstLoads(study, since, dataset).map((load) => load.generation)]).size;
}
