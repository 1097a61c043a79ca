import { meantOf, type SubjectsMeant } from '../../../shared/subjects-meant.ts';
import type { Model } from './model.ts';

/** Of whom what leaves the window is: those of the subject filter, of all that the study names; null: there is no filter. */
export async function readSubjectsMeant(
  { data, subjectFilters }: Pick<Model, 'data' | 'subjectFilters'>,
  study: string,
): Promise<SubjectsMeant | null> {
  const filter = subjectFilters.get().get(study);
  if (filter === undefined) return null;
  const all = await data.call('subjects.list', { study, selection: null });
  return meantOf(filter.subjects, all.subjects);
}
