import type { Change, GridRow } from '../../../shared/contract.ts';
import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { undescribedColumn, undescribedIn } from '../grid/undescribed.ts';

/** A record that the service no longer sends, as it was when it vanished. */
export interface LastKnown {
  readonly row: GridRow;
  readonly undescribed: ReturnType<typeof undescribedIn>;
  /** The first pass without the record, and its time (ISO, UTC). */
  readonly generation: number;
  readonly at: string;
}

/** Reads all fields from the ledger entry of a vanished record; null if the record has not vanished. `history`: newest first. */
export function lastKnown(dataset: Dataset, key: string, history: readonly Change[]): LastKnown | null {
  const [newest] = history;
  if (newest?.kind !== 'vanished') return null;
  const { generation, at, fields } = newest;
  const before = new Map(fields.map((field) => [field.column, field.before]));
  const cells = dataset.columns.map(({ name }) => before.get(name) ?? null);
  return { row: { key, added: 0, changed: 0, cells }, undescribed: undescribedIn(before.get(undescribedColumn) ?? null), generation, at };
}
