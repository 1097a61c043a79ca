import type { Change, GridRow, StudyCard } from '../../../shared/contract.ts';
import type { DatasetName } from '../../../shared/datasets/declaration.ts';

/** The generation after which rows count as new or changed for somebody. The first pass is nobody's news. */
export function markedSince(card: StudyCard): number {
  return Math.max(1, card.lookedGeneration);
}

/** The mark of a row: new wins over changed; null when it was there, as it is, when somebody last looked. */
export function markOf(row: GridRow, since: number): 'new' | 'changed' | null {
  if (row.added > since) return 'new';
  return row.changed > since ? 'changed' : null;
}

/** True when a dataset came whole after somebody last looked: then nothing in it is worth a mark. */
export function isFirstMirror(card: StudyCard, dataset: DatasetName, added: number): boolean {
  const records = card.status.datasets.find((status) => status.dataset === dataset)?.records ?? 0;
  return records > 0 && added >= records;
}

/** Which columns of which records changed, by record key. */
export function changedColumns(changes: readonly Change[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byKey = new Map<string, Set<string>>();
  for (const { key, kind, fields } of changes) {
    if (kind !== 'changed') continue;
    const known = byKey.get(key) ?? new Set<string>();
    for (const { column } of fields) known.add(column);
    byKey.set(key, known);
  }
  return byKey;
}
