import type { CheckName } from '../../shared/data-checks.ts';
import type { DatasetName } from '../../shared/datasets/datasets.ts';

/** One record that a check found. */
export interface Finding {
  readonly check: CheckName;
  readonly dataset: DatasetName;
  readonly key: string;
  readonly subject: string | null;
}

/** What a statement gives of a record that was found. */
export type FoundRecord = Pick<Finding, 'key' | 'subject'>;
