import type { DatasetName } from '../../shared/datasets/datasets.ts';
import type { ReadableStudy } from './study.ts';

/** Number of records of earlier copies that the shown copy lacks and that are not yet known to have vanished. */
export function countAbsent({ db }: Pick<ReadableStudy, 'db'>, dataset: DatasetName): number {
  return db.prepare<[string], number>('SELECT count(*) FROM absent WHERE dataset = ?').pluck().get(dataset) ?? 0;
}

/** Keys of the records counted by `countAbsent`. */
export function absentKeys({ db }: Pick<ReadableStudy, 'db'>, dataset: DatasetName): readonly string[] {
  return db.prepare<[string], string>('SELECT key FROM absent WHERE dataset = ?').pluck().all(dataset);
}
