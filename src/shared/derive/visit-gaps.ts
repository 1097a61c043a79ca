import { isAfterTreatment } from './visit-order.ts';
import { isUnscheduled } from './visit-words.ts';

/** A subject at a visit, both by their places. */
export interface VisitPlace {
  readonly subject: number;
  readonly visit: number;
}

/** A visit is usual where at least this share of the subjects who were due there have records. */
const usualShare = 0.5;

/**
 * The gaps of a study's coverage, by one rule: a subject was due at a planned visit that stands before its own last planned one, and has no
 * record there, although at least half of the subjects who were due have some. `visits`: in their order; `subjects`: how many, all of the
 * study, since what is usual must not depend on who is looked at; `seen`: who has records where.
 */
export function visitGaps(visits: readonly string[], subjects: number, seen: readonly VisitPlace[]): readonly VisitPlace[] {
  const places = new Set(seen.map(({ subject, visit }) => subject * visits.length + visit));
  const isDue = dueVisits(visits, subjects, seen);
  const everybody = Array.from({ length: subjects }, (_, subject) => subject);
  return visits.flatMap((_, visit): readonly VisitPlace[] => {
    const due = everybody.filter((subject) => isDue(subject, visit));
    const missing = due.filter((subject) => !places.has(subject * visits.length + visit));
    return due.length - missing.length < usualShare * due.length ? [] : missing.map((subject) => ({ subject, visit }));
  });
}

/**
 * Whether a subject should have been at a visit, by its later ones: a planned visit before its last planned one. Whoever ends early has the
 * visits after treatment and none of those between, so these say nothing of the visits before them.
 */
function dueVisits(visits: readonly string[], subjects: number, seen: readonly VisitPlace[]): (subject: number, visit: number) => boolean {
  const planned = visits.map((visit) => !isUnscheduled(visit));
  const after = visits.map(isAfterTreatment);
  const last = Array.from({ length: subjects }, () => ({ treated: -1, any: -1 }));
  for (const { subject, visit } of seen) {
    const one = last[subject];
    if (one === undefined || planned[visit] !== true) continue;
    one.any = Math.max(one.any, visit);
    if (after[visit] !== true) one.treated = Math.max(one.treated, visit);
  }
  return (subject, visit) => planned[visit] === true && visit < (last[subject]?.[after[visit] === true ? 'any' : 'treated'] ?? -1);
}
