import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import type { ReadableStudy } from '../database/study.ts';
import { readNumber } from '../database/read-number.ts';

/** Number of records of earlier copies that the shown copy lacks and that are not yet known to have vanished. */
export function countAbsent({ db }: Pick<ReadableStudy, 'db'>, dataset: DatasetName): number {
  return readNumber(db, 'SELECT count(*) FROM absent WHERE dataset = ?', dataset);
}

/** Keys of the records counted by `countAbsent`. */
export function absentKeys({ db }: Pick<ReadableStudy, 'db'>, dataset: DatasetName): readonly string[] {
  return db.prepare<[string], string>('SELECT key FROM absent WHERE dataset = ?').pluck().all(dataset);
}
