import type { SubjectsLost } from '../store/subjects-lost.ts';

/** Fewer lost records than this are never put to review. */
const fewRecords = 100;
/** As many lost subjects as this are never put to review. */
const fewSubjects = 5;

/** What a new copy of a dataset does to its records and to its subjects. */
export interface Shrinking {
  readonly before: number;
  readonly records: number;
  readonly subjects: SubjectsLost;
}

/** True where a new copy would lose so much, of records or of subjects, that a person should confirm it. */
export function shrinksTooMuch({ before, records, subjects }: Shrinking): boolean {
  return losesTooManyRecords(before, records) || losesTooManySubjects(subjects);
}

/** Faults F46, F47: a non-empty set would become empty, or lose more than half and more than 100 records. */
export function losesTooManyRecords(before: number, after: number): boolean {
  if (before === 0) return false;
  const lost = before - after;
  return after === 0 || (lost > before / 2 && lost > fewRecords);
}

/**
 * More than a third of the subjects, and more than five of them, would have nothing left. Records come and go with corrections; who
 * was in a study stays in it, so fewer are enough: a service that answers for one site of three, or as many records of other subjects.
 */
export function losesTooManySubjects({ before, lost }: SubjectsLost): boolean {
  return lost > before / 3 && lost > fewSubjects;
}
