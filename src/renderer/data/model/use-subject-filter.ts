import { useCallback } from 'react';
import { useModel } from './model-context.ts';
import { useStore } from './store.ts';
import { underSubjectFilter, withSubjectFilter, type SubjectFilter } from './subject-filter.ts';
import { meantOf, type SubjectsMeant } from '../../../shared/subjects-meant.ts';
import type { Model } from './model.ts';

/** The subject filter of a study, null if there is none, and its setter. */
export function useSubjectFilter(study: string): readonly [SubjectFilter | null, (filter: SubjectFilter | null) => void] {
  const { subjectFilters, grids } = useModel();
  const filter = useStore(subjectFilters).get(study) ?? null;
  const change = useCallback(
    (next: SubjectFilter | null) => {
      subjectFilters.update((all) => withSubjectFilter(all, study, next));
      grids.update((all) => underSubjectFilter(all, study));
    },
    [subjectFilters, grids, study],
  );
  return [filter, change];
}

/** How many of a study's subjects are covered by what leaves the window under the subject filter; null without a filter. */
export async function readSubjectsMeant(
  { data, subjectFilters }: Pick<Model, 'data' | 'subjectFilters'>,
  study: string,
): Promise<SubjectsMeant | null> {
  const filter = subjectFilters.get().get(study);
  if (filter === undefined) return null;
  const all = await data.call('subjects.list', { study, selection: null });
  return meantOf(filter.subjects, all.subjects);
}
