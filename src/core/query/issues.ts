import type { Input, Output } from '../../shared/contract.ts';
import type { DatasetName } from '../../shared/datasets/datasets.ts';
import type { RecordIssue } from '../../shared/issues.ts';
import { inSnapshot } from './snapshot.ts';
import type { StudyReader } from './study-directory.ts';

type IssueGroup = Output<'issues.summary'>[number];

/** Issues by rule and path, the most frequent first within a dataset; `exampleKey` is null if no affected record has a key. */
export function summariseIssues(study: StudyReader): IssueGroup[] {
  return inSnapshot(study, () =>
    study.db
      .prepare<[], Omit<IssueGroup, 'quarantined'> & { readonly quarantined: number }>(
        `SELECT dataset, rule, path, count(*) AS count, max(quarantined) AS quarantined, min(key) AS exampleKey
     FROM issue GROUP BY dataset, rule, path ORDER BY dataset, count(*) DESC, rule, path`,
      )
      .all()
      .map((group) => ({ ...group, quarantined: group.quarantined !== 0 })),
  );
}

/** The records of one line of the summary, in the order in which they were sent. */
export function listIssueRecords(
  study: StudyReader,
  { dataset, rule, path, offset, limit }: Omit<Input<'issues.records'>, 'study'>,
): Output<'issues.records'> {
  return inSnapshot(study, () =>
    study.db
      .prepare<unknown[], Output<'issues.records'>[number]>(
        'SELECT key, page FROM issue WHERE dataset = ? AND rule = ? AND path = ? ORDER BY page, id LIMIT ? OFFSET ?',
      )
      .all(dataset, rule, path, limit, offset),
  );
}

/** The issues of one record. Call inside a snapshot. */
export function recordIssues({ db }: StudyReader, dataset: DatasetName, key: string): RecordIssue[] {
  return db.prepare<unknown[], RecordIssue>('SELECT rule, path FROM issue WHERE dataset = ? AND key = ? ORDER BY id').all(dataset, key);
}
