import type { Change, GridRow } from '../../../shared/contract.ts';
import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { undescribedColumn, undescribedIn } from '../grid/undescribed.ts';

/** A record that is not sent any more, as it was when it vanished. */
export interface LastKnown {
  readonly row: GridRow;
  readonly undescribed: ReturnType<typeof undescribedIn>;
  /** The pass that did not contain it any more, and when that was, ISO UTC. */
  readonly generation: number;
  readonly at: string;
}

/** Put together from the ledger, whose entry for a vanished record holds all its fields; null where it did not vanish. History: the newest first. */
export function lastKnown(dataset: Dataset, key: string, history: readonly Change[]): LastKnown | null {
  const [newest] = history;
  if (newest?.kind !== 'vanished') return null;
  const { generation, at, fields } = newest;
  const before = new Map(fields.map((field) => [field.column, field.before]));
  const cells = dataset.columns.map(({ name }) => before.get(name) ?? null);
  return { row: { key, added: 0, changed: 0, cells }, undescribed: undescribedIn(before.get(undescribedColumn) ?? null), generation, at };
}
