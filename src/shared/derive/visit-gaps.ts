import { isAfterTreatment } from './visit-order.ts';
import { isUnscheduled, visitWords } from './visit-words.ts';

/** A subject at a visit, both by index. */
export interface VisitPlace {
  readonly subject: number;
  readonly visit: number;
}

/** A visit is usual if at least this share of the subjects who were due have records there. */
const usualShare = 0.5;

/**
 * The gaps in a study's coverage: a subject was due at a planned visit before its own last planned one and has no record there, although at
 * least half of the subjects who were due have one. `visits`: in order; `subjects`: the number of all subjects in the study, because what
 * is usual must not depend on the selection; `sent`: who has records where. Spellings of one visit ("Week 2", "WK2") count as one, and a
 * gap is at the spelling that is used most.
 */
export function visitGaps(visits: readonly string[], subjects: number, sent: readonly VisitPlace[]): readonly VisitPlace[] {
  const usual = usualSpellings(visits, sent);
  const seen = sent.map(({ subject, visit }) => ({ subject, visit: usual[visit] ?? visit }));
  const places = new Set(seen.map(({ subject, visit }) => subject * visits.length + visit));
  const dueAt = dueVisits(visits, subjects, seen);
  const seenAt = Map.groupBy(seen, ({ visit }) => visit);
  // Only usual visits are checked subject by subject, which is at most twice what was seen, however many visit names there are.
  return [...seenAt].flatMap(([visit, all]): readonly VisitPlace[] => {
    const due = dueAt(visit);
    const there = new Set(all.map(({ subject }) => subject).filter(due.has)).size;
    if (there === due.count || there < usualShare * due.count) return [];
    return due.subjects().flatMap((subject) => (places.has(subject * visits.length + visit) ? [] : [{ subject, visit }]));
  });
}

/** For each visit, the one of its spellings with the most subjects; of equal ones the first. */
function usualSpellings(visits: readonly string[], sent: readonly VisitPlace[]): readonly number[] {
  const subjects = new Array<number>(visits.length).fill(0);
  for (const { visit } of sent) subjects[visit] = (subjects[visit] ?? 0) + 1;
  const spellings = visits.map((visit) => visitWords(visit).join(' ') || visit);
  const usual = new Map<string, number>();
  for (const [visit, spelling] of spellings.entries()) {
    const known = usual.get(spelling);
    if (known === undefined || (subjects[visit] ?? 0) > (subjects[known] ?? 0)) usual.set(spelling, visit);
  }
  return spellings.map((spelling, visit) => usual.get(spelling) ?? visit);
}

/** The subjects who should have been at a visit. */
interface Due {
  readonly count: number;
  readonly has: (subject: number) => boolean;
  readonly subjects: () => readonly number[];
}

/**
 * Whether a subject should have been at a visit, judged by its later ones: a planned visit before its last planned one. A subject who ends
 * early has the visits after treatment but none in between, so those say nothing about the visits before them.
 */
function dueVisits(visits: readonly string[], subjects: number, seen: readonly VisitPlace[]): (visit: number) => Due {
  const planned = visits.map((visit) => !isUnscheduled(visit));
  const after = visits.map(isAfterTreatment);
  const [lastTreated, last] = [new Array<number>(subjects).fill(-1), new Array<number>(subjects).fill(-1)];
  for (const { subject, visit } of seen) {
    if (planned[visit] !== true) continue;
    last[subject] = Math.max(last[subject] ?? -1, visit);
    if (after[visit] !== true) lastTreated[subject] = Math.max(lastTreated[subject] ?? -1, visit);
  }
  const [ofTreated, ofAll] = [latestFirst(lastTreated), latestFirst(last)];
  return (visit) => {
    if (planned[visit] !== true) return nobody;
    const [ends, ordered] = after[visit] === true ? [last, ofAll] : [lastTreated, ofTreated];
    const has = (subject: number): boolean => (ends[subject] ?? -1) > visit;
    const count = firstNot(ordered, has);
    return { count, has, subjects: () => ordered.slice(0, count) };
  };
}

const nobody: Due = { count: 0, has: () => false, subjects: () => [] };

/** Subjects by last visit, latest first. */
function latestFirst(ends: readonly number[]): readonly number[] {
  return [...ends.keys()].sort((left, right) => (ends[right] ?? -1) - (ends[left] ?? -1));
}

/** The number of leading items that satisfy a condition, if all that do precede all that do not. */
function firstNot(list: readonly number[], does: (one: number) => boolean): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (does(list[middle] ?? 0)) from = middle + 1;
    else to = middle;
  }
  return from;
}
