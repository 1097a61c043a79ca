import type { CheckName } from '../../shared/checks/data-checks.ts';
import type { DatasetName } from '../../shared/datasets/datasets.ts';

/** One record that a check found. */
export interface Finding {
  /** The name of a built-in check, or the id of a user's own. */
  readonly check: string;
  readonly dataset: DatasetName;
  readonly key: string;
  readonly subject: string | null;
}

/** Returns records that a check found in a dataset as findings. */
export function found(check: CheckName, dataset: DatasetName, records: readonly FoundRecord[]): readonly Finding[] {
  return records.map(({ key, subject }) => ({ check, dataset, key, subject }));
}

/** What a statement returns for a record that was found. */
export type FoundRecord = Pick<Finding, 'key' | 'subject'>;
