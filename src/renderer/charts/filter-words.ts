import { formatCountOf } from '../format/numbers.ts';
import type { SubjectFilter } from '../model/subject-filter.ts';

/** The subject filter, as captions and files have it: "24 subjects, from a list". */
export function filterWords(filter: SubjectFilter | null): string {
  return filter === null ? 'All subjects' : `Subject filter: ${formatCountOf(filter.subjects.length, 'subject')}, ${filter.says}`;
}
