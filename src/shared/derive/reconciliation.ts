import type { ResponseAssessment } from '../calls/views.ts';
import { checkAssessment, type CheckedAssessment, type Outcome } from './recist-check.ts';
import type { SubjectCourse } from './subject-courses.ts';
import type { AssessmentInCourse } from './response-course.ts';

/** One assessment compared with its sums. */
export interface Reconciled {
  readonly subject: string;
  /** The subject and, if it has several courses, which of them. */
  readonly label: string;
  readonly course: AssessmentInCourse<ResponseAssessment>;
  readonly checked: CheckedAssessment;
}

export interface Reconciliation {
  readonly lines: readonly Reconciled[];
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** Assessments whose conclusion was not compared; `because` says why for each. */
  readonly notCompared: number;
  /** Changes sent by the service that differ from the sums. */
  readonly otherChanges: number;
}

/** Checks every assessment of a study against the sums of its case (RECIST 1.1, 4.3). */
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

/** If an assessment is not by RECIST 1.1 or has no target sum, that reason takes precedence. */
function notDerived(
  { sum, notDerivedBecause, isBaseline }: ResponseAssessment,
  { outcome }: CheckedAssessment,
): Partial<Pick<CheckedAssessment, 'because'>> {
  return outcome === null && sum === null && notDerivedBecause !== null && !isBaseline ? { because: notDerivedBecause } : {};
}
