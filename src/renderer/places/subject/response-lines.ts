import type { ResponseAssessment } from '../../../shared/calls/views.ts';
import { roundToDecimal } from '../../../shared/derive/decimal.ts';
import type { OtherLesions } from '../../../shared/derive/lesions.ts';
import { courseName } from '../../../shared/derive/subject-courses.ts';
import { coursesOf, thresholds, type Course } from '../../../shared/derive/response-course.ts';

/** One assessment of a case, with its change from the baseline in percent. */
export interface AssessedPoint {
  readonly key: string;
  readonly at: number;
  /** Target sum in mm; null: there is none by RECIST 1.1, and only the conclusion is drawn. */
  readonly sum: number | null;
  readonly percent: number | null;
  /** Its sum is of other lesions than the baseline's: it stands alone. */
  readonly otherLesions: OtherLesions | null;
  readonly isBaseline: boolean;
  readonly code: string | null;
  readonly assessment: string | null;
  readonly conclusion: string | null;
  readonly notDerivedBecause: string | null;
}

/** The assessments of one course: courses have neither baseline nor nadir in common, so each has a figure of its own. */
export interface ResponseLine {
  /** "case 4102", "baseline 2"; null where the subject has but one course. */
  readonly name: string | null;
  readonly points: readonly AssessedPoint[];
  /** Target sum of the baseline in mm; null where there is none. */
  readonly baseline: number | null;
  /** 30 % below the baseline; null without one. */
  readonly decrease: number | null;
  /** Assessments without a whole date that can be one: they are in the table only. */
  readonly undated: number;
  /** Assessments on dates that the axis does not show. */
  readonly notShown: number;
}

/** The courses of a subject in the order of their first assessments. */
export function responseLinesOf(assessments: readonly ResponseAssessment[]): readonly ResponseLine[] {
  const courses = coursesOf(assessments);
  return courses.map((course) => lineOf(courseName(course, courses), course)).toSorted((left, right) => startOf(left) - startOf(right));
}

function lineOf(name: string | null, { assessments }: Course<ResponseAssessment>): ResponseLine {
  const baseline = assessments.find(({ assessment }) => assessment.isBaseline && assessment.sum !== null)?.assessment.sum ?? null;
  const points = assessments.flatMap(({ assessment, fromBaseline, otherLesions }): readonly AssessedPoint[] => {
    const { key, at, sum, isBaseline, code, conclusion, notDerivedBecause } = assessment;
    const percent = fromBaseline?.percent ?? null;
    if (at === null) return [];
    return [{ key, at, sum, percent, otherLesions, isBaseline, code, assessment: assessment.assessment, conclusion, notDerivedBecause }];
  });
  const decrease = baseline === null ? null : roundToDecimal(baseline * (1 + thresholds.decrease / 100));
  return { name, points, baseline, decrease, undated: assessments.length - points.length, notShown: 0 };
}

function startOf({ points }: ResponseLine): number {
  return points[0]?.at ?? Number.POSITIVE_INFINITY;
}
