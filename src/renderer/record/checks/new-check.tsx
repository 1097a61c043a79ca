import { useState, type ReactNode } from 'react';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import type { Condition } from '../../../shared/query.ts';
import { CheckDialog } from './check-dialog.tsx';
import { freshRule } from './rule-draft.ts';

interface NewCheckProps {
  readonly study: string;
  readonly dataset: DatasetName;
  /** The filters that become its first conditions. */
  readonly where: readonly Condition[];
  readonly onClose: () => void;
}

/** The dialog for a new check, filled from the filters of a table. */
export function NewCheck({ study, dataset, where, onClose }: NewCheckProps): ReactNode {
  const [begun] = useState(() => freshRule(dataset, where));
  return <CheckDialog study={study} begun={begun} mark={null} onClose={onClose} />;
}
