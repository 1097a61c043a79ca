import type { StudyCard } from '../../../shared/contract.ts';
import { meantOf, saySubjects } from '../../../shared/subjects-meant.ts';
import { formatCountOf } from '../../ui/format/numbers.ts';
import { useEverySubject } from './use-every-subject.ts';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';

/** The subject filter, as captions, titles and saved pictures have it: "Subject filter: 24 of 201 subjects, from a list". */
export function useFilterWords(card: StudyCard): string {
  const [filter] = useSubjectFilter(card.study);
  const all = useEverySubject(card);
  if (filter === null) return 'All subjects';
  const { subjects, says } = filter;
  const whom = all === null ? formatCountOf(subjects.length, 'subject') : saySubjects(meantOf(subjects, all));
  return `Subject filter: ${whom}, ${says}`;
}
