/** The grades of one subject in one direction of one test, around the day of the anchor; a record is told by its key or the number of its row. */
export interface GradeCourse<Key = string> {
  /** Of the last graded result on or before that day; null where there is none. */
  readonly baseline: number | null;
  readonly baselineAt: number;
  /** The highest after it, with the first result that has it; null where nothing is graded there. */
  readonly worst: number | null;
  readonly worstAt: number;
  readonly record: Key | null;
}

export const noGrades: GradeCourse<never> = { baseline: null, baselineAt: -Infinity, worst: null, worstAt: Infinity, record: null };

export interface GradedResult<Key = string> {
  readonly key: Key;
  /** Milliseconds of the wall clock. */
  readonly at: number;
  /** Whether its day is after that of the anchor. */
  readonly isAfter: boolean;
  readonly grade: number;
}

/** The course with one more result, in whatever order they come. */
export function withGrade<Key = string>(course: GradeCourse<Key>, { key, at, isAfter, grade }: GradedResult<Key>): GradeCourse<Key> {
  const { baselineAt, worst, worstAt } = course;
  if (!isAfter) return at >= baselineAt ? { ...course, baseline: grade, baselineAt: at } : course;
  const isWorse = worst === null || grade > worst || (grade === worst && at < worstAt);
  return isWorse ? { ...course, worst: grade, worstAt: at, record: key } : course;
}

/** The higher of a result's two grades, negative where it is that of a low result; null where it has none. */
export function signedGrade(low: number | null, high: number | null): number | null {
  if (low === null && high === null) return null;
  return (low ?? 0) > (high ?? 0) ? -(low ?? 0) : (high ?? 0);
}

/** Grade 3 or 4. */
export function isSevere(signed: number | null): boolean {
  return Math.abs(signed ?? 0) >= 3;
}
