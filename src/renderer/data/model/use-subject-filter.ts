import { useCallback } from 'react';
import { useModel } from './model-context.ts';
import { useStore } from './store.ts';
import { underSubjectFilter, withSubjectFilter, type SubjectFilter } from './subject-filter.ts';

/** The subject filter of a study, null while there is none, and the way to another one. */
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
