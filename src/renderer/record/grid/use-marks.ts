import { useMemo } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import type { Dataset } from '../../../shared/datasets/declaration.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { changedColumns, isFirstMirror, markedSince } from './change-marks.ts';
import { useReloadOn } from '../../data/calls/use-reload-on.ts';

/** More changed records than this are marked by row only, not by cell. */
const mostRead = 1000;

export interface Marks {
  /** Rows of later generations are marked. */
  readonly since: number;
  readonly showNew: boolean;
  readonly added: number;
  readonly changed: number;
  /** Names of the changed columns by record key. */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What is new and changed in a dataset since somebody last looked. */
export function useMarks(card: StudyCard, dataset: Dataset, generation: number): Marks {
  const since = markedSince(card);
  const { data, reload } = useCall('changes.list', {
    study: card.study,
    dataset: dataset.name,
    since,
    kind: 'changed',
    offset: 0,
    limit: mostRead,
  });
  const marked = useCall('rows.marked', { study: card.study, dataset: dataset.name, since });
  useReloadOn(generation, reload);
  useReloadOn(generation, marked.reload);
  const counts = marked.data;
  return useMemo(() => {
    const added = counts?.added ?? 0;
    const showNew = !isFirstMirror(card, dataset.name, added);
    return { since, showNew, added: showNew ? added : 0, changed: counts?.changed ?? 0, columns: changedColumns(data?.changes ?? []) };
  }, [data, counts, since, card, dataset]);
}
