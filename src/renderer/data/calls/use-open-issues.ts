import { useCallback } from 'react';
import type { Output, StudyCard } from '../../../shared/contract.ts';
import { useLoad, useReloadOn } from './use-call.ts';
import { useModel } from '../model/model-context.ts';
import { useStore } from '../model/store.ts';
import { generationOf } from '../model/studies-state.ts';
import { useSubjectFilter } from '../model/use-subject-filter.ts';

/** Most records whose values are checked without being requested. More would take seconds, during which grids have to wait. */
const checkedUnasked = 200_000;

/**
 * Open issues of a study: fields that deviate from the interface description, and findings of the checks of values that nobody has looked
 * at. The subject filter applies to the findings only. `checked` is false while the values are not checked; then only the fields count.
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
