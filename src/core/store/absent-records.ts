import type { DatasetName } from '../../shared/datasets/datasets.ts';
import type { ReadableStudy } from './study.ts';

/** How many records of earlier copies the shown one lacks, as nobody knows yet whether they vanished. */
export function countAbsent({ db }: Pick<ReadableStudy, 'db'>, dataset: DatasetName): number {
  return db.prepare<[string], number>('SELECT count(*) FROM absent WHERE dataset = ?').pluck().get(dataset) ?? 0;
}

/** Keys of those records. */
export function absentKeys({ db }: Pick<ReadableStudy, 'db'>, dataset: DatasetName): readonly string[] {
  return db.prepare<[string], string>('SELECT key FROM absent WHERE dataset = ?').pluck().all(dataset);
}
