/** The grades of one subject, test and direction around the anchor day. `Key` identifies a record: its key, or its row number. */
export interface GradeCourse<Key = string> {
  /** The grade of the last graded result on or before that day; null if there is none. */
  readonly baseline: number | null;
  readonly baselineAt: number;
  /** The highest grade after it, and the first result with it; null if there is none. */
  readonly worst: number | null;
  readonly worstAt: number;
  readonly record: Key | null;
}

export const noGrades: GradeCourse<never> = { baseline: null, baselineAt: -Infinity, worst: null, worstAt: Infinity, record: null };

export interface GradedResult<Key = string> {
  readonly key: Key;
  /** Milliseconds of wall-clock time. */
  readonly at: number;
  /** Whether its day is after the anchor day. */
  readonly isAfter: boolean;
  readonly grade: number;
}

/** Adds one result to the course; results may come in any order. */
export function withGrade<Key = string>(course: GradeCourse<Key>, { key, at, isAfter, grade }: GradedResult<Key>): GradeCourse<Key> {
  const { baselineAt, worst, worstAt } = course;
  if (!isAfter) return at >= baselineAt ? { ...course, baseline: grade, baselineAt: at } : course;
  const isWorse = worst === null || grade > worst || (grade === worst && at < worstAt);
  return isWorse ? { ...course, worst: grade, worstAt: at, record: key } : course;
}

/** The higher of a result's two grades, negative if it is the low one; null if it has none. */
export function signedGrade(low: number | null, high: number | null): number | null {
  if (low === null && high === null) return null;
  return (low ?? 0) > (high ?? 0) ? -(low ?? 0) : (high ?? 0);
}

/** Whether it is grade 3 or 4. */
export function isSevere(signed: number | null): boolean {
  return Math.abs(signed ?? 0) >= 3;
}
