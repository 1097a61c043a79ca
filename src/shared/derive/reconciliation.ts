import type { ResponseAssessment } from '../calls/views.ts';
import { checkAssessment, type CheckedAssessment, type Outcome } from './recist-check.ts';
import type { SubjectCourse } from './subject-courses.ts';
import type { AssessmentInCourse } from './response-course.ts';

/** One assessment beside what its sums say. */
export interface Reconciled {
  readonly subject: string;
  /** The subject, and which of its courses where it has several. */
  readonly label: string;
  readonly course: AssessmentInCourse<ResponseAssessment>;
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
  const lines = courses.flatMap(({ subject, label, course }) =>
    course.map((one): Reconciled => {
      const { assessment } = one;
      const checked = checkAssessment(one, assessment.sent, assessment.code);
      return { subject, label, course: one, checked: { ...checked, ...notDerived(assessment, checked) } };
    }),
  );
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
