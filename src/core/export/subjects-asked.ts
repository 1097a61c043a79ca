import { meantOf, type SubjectsMeant } from '../../shared/subjects-meant.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { everySubject } from '../views/list-subjects.ts';
import type { ExportPlan } from './export-plan.ts';

/** How many of the study's subjects the subject filter of an export keeps; null without a subject filter. Call inside a snapshot. */
export function subjectsAsked(
  study: StudyReader,
  { parts, listing, noted }: Pick<ExportPlan, 'parts' | 'listing' | 'noted'>,
): SubjectsMeant | null {
  const one = listing ?? noted;
  const asked = one === undefined ? parts.map(({ selection }) => selection.subjects) : [one.subjects];
  if (asked.length === 0 || asked.includes(null)) return null;
  return meantOf(
    asked.flatMap((subjects) => subjects ?? []),
    everySubject(study),
  );
}
