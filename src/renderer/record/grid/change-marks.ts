import { useMemo } from 'react';
import type { Change, GridRow, StudyCard } from '../../../shared/contract.ts';
import type { DatasetName, Dataset } from '../../../shared/datasets/datasets.ts';
import { useCall, useReloadOn } from '../../data/calls/use-call.ts';

/** The generation after which rows count as new or changed. At least 1, because nothing in the first pass is news. */
export function markedSince(card: StudyCard): number {
  return Math.max(1, card.lookedGeneration);
}

/** The mark of a row: new takes precedence over changed; null if the row is as it was when the user last looked. */
export function markOf(row: GridRow, since: number): 'new' | 'changed' | null {
  if (row.added > since) return 'new';
  return row.changed > since ? 'changed' : null;
}

/** Whether all records of a dataset were added after the user last looked: then marking them would say nothing. */
function isFirstMirror(card: StudyCard, dataset: DatasetName, added: number): boolean {
  const records = card.status.datasets.find((status) => status.dataset === dataset)?.records ?? 0;
  return records > 0 && added >= records;
}

/** Names of the changed columns by record key. */
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

/** Changed records beyond this number are marked by row only, not by cell. */
const mostRead = 1000;

export interface Marks {
  /** Rows added or changed in later generations are marked. */
  readonly since: number;
  readonly showNew: boolean;
  /** The numbers that *Changes* lists for the same subjects since the same generation. */
  readonly added: number;
  readonly changed: number;
  /** Names of the changed columns by record key. */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What is new and changed in a dataset since the user last looked, of these subjects; null: of all. */
export function useMarks(card: StudyCard, dataset: Dataset, subjects: readonly string[] | null, generation: number): Marks {
  const since = markedSince(card);
  const { data, reload } = useCall('changes.list', {
    study: card.study,
    dataset: dataset.name,
    since,
    kind: 'changed',
    subjects: subjects === null ? null : [...subjects],
    offset: 0,
    limit: mostRead,
  });
  const marked = useCall('rows.marked', { study: card.study, dataset: dataset.name, since });
  useReloadOn(generation, reload);
  useReloadOn(generation, marked.reload);
  const inTable = marked.data?.added ?? 0;
  return useMemo(() => {
    const showNew = !isFirstMirror(card, dataset.name, inTable);
    const { counts, changes } = data ?? { counts: { new: 0, changed: 0 }, changes: [] };
    return { since, showNew, added: showNew ? counts.new : 0, changed: counts.changed, columns: changedColumns(changes) };
  }, [data, inTable, since, card, dataset]);
}
