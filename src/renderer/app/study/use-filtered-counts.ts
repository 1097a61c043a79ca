import { useCallback } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import type { DatasetName } from '../../../shared/datasets/declaration.ts';
import { useLoad } from '../../data/calls/use-load.ts';
import { useReloadOn } from '../../data/calls/use-reload-on.ts';
import { useModel } from '../../data/model/model-context.ts';
import { generationOf } from '../../data/model/studies-state.ts';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';

/** Records of each dataset under the subject filter; null while there is no filter, or nothing is known yet. */
export function useFilteredCounts(card: StudyCard): ReadonlyMap<DatasetName, number> | null {
  const { data } = useModel();
  const { study } = card;
  const [filter] = useSubjectFilter(study);
  const load = useCallback(async () => {
    if (filter === null) return null;
    const { datasets } = await data.call('overview.read', { study, subjects: [...filter.subjects] });
    return { filter, counts: new Map(datasets.map(({ dataset, records }) => [dataset, records])) };
  }, [data, study, filter]);
  const { data: known, reload } = useLoad(load);
  useReloadOn(generationOf(card), reload);
  // The counts of another filter would be wrong; none are shown until these are there.
  return known !== null && known.filter === filter ? known.counts : null;
}
