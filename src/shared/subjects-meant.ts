import { formatCount, formatCountOf } from './format-count.ts';

/** The number of subjects something is about, and the number in the study. */
export interface SubjectsMeant {
  readonly of: number;
  readonly all: number;
}

/** Counts the requested subjects that the study names, each once. */
export function meantOf(asked: readonly string[], all: readonly string[]): SubjectsMeant {
  const named = new Set(asked);
  return { of: all.filter((subject) => named.has(subject)).length, all: all.length };
}

/** "3 of 201 subjects"; "all subjects" for null, which means no subject filter. */
export function saySubjects(meant: SubjectsMeant | null): string {
  if (meant === null) return 'all subjects';
  return `${formatCount(meant.of)} of ${formatCountOf(meant.all, 'subject')}`;
}

/** "_3-of-201-subjects" as part of a file name, which identifies nobody; empty for all subjects. */
export function subjectsInName(meant: SubjectsMeant | null): string {
  return meant === null ? '' : `_${String(meant.of)}-of-${String(meant.all)}-subjects`;
}
