import type { Output } from '../../shared/contract.ts';
import { isUnscheduled } from '../../shared/derive/visit-words.ts';
import { studyVisits } from './coverage.ts';
import type { ResultTally, SubjectTally } from './result-tally.ts';

type VisitChoice = Output<'visits.list'>['choices'][number];

/** Returns the study's visits for menus, with their number of subjects: in the user-defined order, unscheduled ones at the end. */
export function visitChoices(tally: ResultTally, decided: readonly string[]): readonly VisitChoice[] {
  const [labs, vitals] = [subjectsAt(tally.labs), subjectsAt(tally.vitals)];
  const visits = studyVisits(tally, decided).map(({ visit }) => visit);
  const ordered = [...visits.filter((visit) => !isUnscheduled(visit)), ...visits.filter(isUnscheduled)];
  return ordered.map((visit) => ({ visit, labs: labs.get(visit) ?? 0, vitals: vitals.get(visit) ?? 0 }));
}

/** How many subjects have a result at each visit. */
function subjectsAt(tallies: readonly SubjectTally[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { subject, visits } of tallies)
    for (const { visit } of subject === null ? [] : visits) if (visit !== null) counts.set(visit, (counts.get(visit) ?? 0) + 1);
  return counts;
}
