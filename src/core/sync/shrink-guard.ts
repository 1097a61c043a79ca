import type { SubjectsLost } from '../store/flip/subjects-lost.ts';

/** Losing no more records than this never triggers a review. */
const fewRecords = 100;
/** Losing no more subjects than this never triggers a review. */
const fewSubjects = 5;

/** Effect of a new copy of a dataset on its records and subjects. */
export interface Shrinking {
  readonly before: number;
  readonly records: number;
  readonly subjects: SubjectsLost;
}

/** True if a new copy would lose so many records or subjects that a person should confirm it. */
export function shrinksTooMuch({ before, records, subjects }: Shrinking): boolean {
  return losesTooManyRecords(before, records) || losesTooManySubjects(subjects);
}

/** Faults F46, F47: a non-empty dataset would become empty, or lose more than half and more than 100 of its records. */
export function losesTooManyRecords(before: number, after: number): boolean {
  if (before === 0) return false;
  const lost = before - after;
  return after === 0 || (lost > before / 2 && lost > fewRecords);
}

/**
 * More than a third of the subjects, and more than five, would have no record left. Records come and go with corrections, but subjects stay
 * in a study, so a smaller share suffices: it detects a service that answers for one site of three, or with as many records of other
 * subjects.
 */
export function losesTooManySubjects({ before, lost }: SubjectsLost): boolean {
  return lost > before / 3 && lost > fewSubjects;
}
