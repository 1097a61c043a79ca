import { formatCount, formatCountOf } from './format-count.ts';

/** Of whom something is: so many subjects, of all that the study names. */
export interface SubjectsMeant {
  readonly of: number;
  readonly all: number;
}

/** How many of a study's subjects are asked for: those that it names, each once. */
export function meantOf(asked: readonly string[], all: readonly string[]): SubjectsMeant {
  const named = new Set(asked);
  return { of: all.filter((subject) => named.has(subject)).length, all: all.length };
}

/** "3 of 201 subjects"; null: no subject filter narrows it, "all subjects". */
export function saySubjects(meant: SubjectsMeant | null): string {
  if (meant === null) return 'all subjects';
  return `${formatCount(meant.of)} of ${formatCountOf(meant.all, 'subject')}`;
}

/** "_3-of-201-subjects" as part of a file name, which names nobody; empty for all. */
export function subjectsInName(meant: SubjectsMeant | null): string {
  return meant === null ? '' : `_${String(meant.of)}-of-${String(meant.all)}-subjects`;
}
