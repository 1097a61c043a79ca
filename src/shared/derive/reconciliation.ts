import type { ResponseAssessment } from '../calls/views.ts';
import { checkAssessment, type CheckedAssessment, type Outcome, type SentChanges } from './recist-check.ts';
import type { SubjectCourse } from './response-charts.ts';
import type { AssessmentInCourse } from './response-course.ts';

/** The assessments whose sums an assessment was compared with; null where there is none. */
export type ComparedWith = Readonly<Record<keyof SentChanges, ResponseAssessment | null>>;

/** One assessment beside what its sums say. */
export interface Reconciled {
  readonly subject: string;
  readonly course: AssessmentInCourse<ResponseAssessment>;
  readonly comparedWith: ComparedWith;
  readonly checked: CheckedAssessment;
}

export interface Reconciliation {
  readonly lines: readonly Reconciled[];
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** Assessments whose conclusion was compared with nothing; `because` of each says why. */
  readonly notCompared: number;
  /** Changes that the service sent and that the sums do not bear out. */
  readonly otherChanges: number;
}

/** Every assessment of a study checked against the sums of its case (RECIST 1.1, 4.3). */
export function reconcile(courses: readonly SubjectCourse[]): Reconciliation {
  const lines = courses.flatMap(({ subject, course }) => {
    const sources = sourcesIn(course.map(({ assessment }) => assessment));
    return course.map((one, place): Reconciled => {
      const { assessment } = one;
      const checked = checkAssessment(one, assessment.sent, assessment.code);
      return { subject, course: one, comparedWith: sources[place] ?? none, checked: { ...checked, ...notDerived(assessment, checked) } };
    });
  });
  const count = (outcome: Outcome | null): number => lines.filter(({ checked }) => checked.outcome === outcome).length;
  return {
    lines,
    outcomes: { agrees: count('agrees'), 'not-explained': count('not-explained'), contradicts: count('contradicts') },
    notCompared: count(null),
    otherChanges: lines.reduce((sum, { checked }) => sum + checked.changes.filter(({ isSame }) => isSame === false).length, 0),
  };
}

/** Why nothing is worked out for an assessment that is not by RECIST 1.1 or has no target sum comes before all else. */
function notDerived(
  { sum, notDerivedBecause, isBaseline }: ResponseAssessment,
  { outcome }: CheckedAssessment,
): Partial<Pick<CheckedAssessment, 'because'>> {
  return outcome === null && sum === null && notDerivedBecause !== null && !isBaseline ? { because: notDerivedBecause } : {};
}

const none: ComparedWith = { baseline: null, previous: null, nadir: null };

/** For each assessment of a course the ones that `courseOf` compares it with: of equal sums the earlier one is the nadir. */
function sourcesIn(course: readonly ResponseAssessment[]): readonly ComparedWith[] {
  const seen = new Map<string | null, ComparedWith>();
  return course.map((assessment) => {
    const before = seen.get(assessment.caseId) ?? none;
    const { sum, isBaseline } = assessment;
    if (sum !== null)
      seen.set(assessment.caseId, {
        baseline: before.baseline ?? (isBaseline ? assessment : null),
        previous: assessment,
        nadir: before.nadir === null || sum < (before.nadir.sum ?? Infinity) ? assessment : before.nadir,
      });
    return before;
  });
}
