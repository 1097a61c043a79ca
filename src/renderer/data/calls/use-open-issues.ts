import { useCallback } from 'react';
import type { Output, StudyCard } from '../../../shared/contract.ts';
import { useLoad, useReloadOn } from './use-call.ts';
import { useModel } from '../model/model-context.ts';
import { useStore } from '../model/store.ts';
import { generationOf } from '../model/studies-state.ts';
import { useSubjectFilter } from '../model/use-subject-filter.ts';

/** Records up to which the values are checked without anybody asking: more of them take seconds, in which grids would wait. */
const checkedUnasked = 200_000;

/**
 * Issues of a study that are open: fields other than the interface describes, and what the checks of the values found and nobody looked at.
 * Under the subject filter the checks count only its subjects; fields are of all. `checked`: false while the values were not checked, so that only the former count.
 */
export function useOpenIssues(card: StudyCard): { readonly count: number; readonly checked: boolean } {
  const { data, checks } = useModel();
  const { asked, marked } = useStore(checks);
  const { study, status } = card;
  const records = status.datasets.reduce((sum, dataset) => sum + dataset.records, 0);
  const wanted = asked.has(study) || records <= checkedUnasked;
  const [filter] = useSubjectFilter(study);
  const subjects = filter?.subjects ?? null;
  const load = useCallback(
    async (): Promise<Output<'checks.summary'> | null> =>
      wanted ? data.call('checks.summary', { study, subjects: subjects === null ? null : [...subjects] }) : null,
    [data, study, wanted, subjects],
  );
  const found = useLoad(load);
  useReloadOn(generationOf(card), found.reload);
  useReloadOn(marked, found.reload);
  const open = found.data?.checks.reduce((sum, line) => sum + line.open, 0) ?? 0;
  return { count: card.issues + open, checked: found.data !== null };
}
