import type { ResponseAssessment } from '../../../shared/calls/views.ts';
import { roundToDecimal } from '../../../shared/derive/decimal.ts';
import type { OtherLesions } from '../../../shared/derive/lesions.ts';
import { courseName } from '../../../shared/derive/subject-courses.ts';
import { coursesOf, thresholds, type Course } from '../../../shared/derive/response-course.ts';

/** One assessment of a course, with its change from the baseline in percent. */
export interface AssessedPoint {
  readonly key: string;
  readonly at: number;
  /** Target sum in mm; null if there is none by RECIST 1.1, so that only the conclusion is drawn. */
  readonly sum: number | null;
  readonly percent: number | null;
  /** Set if its sum covers other lesions than the baseline's, so that it is compared with nothing. */
  readonly otherLesions: OtherLesions | null;
  readonly isBaseline: boolean;
  readonly code: string | null;
  readonly assessment: string | null;
  readonly conclusion: string | null;
  readonly notDerivedBecause: string | null;
}

/** The assessments of one course. Each course has its own strip, because courses share neither baseline nor nadir. */
export interface ResponseLine {
  /** For example "case 4102" or "baseline 2"; null if the subject has only one course. */
  readonly name: string | null;
  readonly points: readonly AssessedPoint[];
  /** Whether its assessments may belong to either of two baselines, so that none is compared. */
  readonly isOfEitherBaseline: boolean;
  /** Target sum of the baseline in mm; null if there is none, or if the sums are not compared with it. */
  readonly baseline: number | null;
  /** 30 % below the baseline in mm; null without a baseline. */
  readonly decrease: number | null;
  /** Number of assessments without a complete plausible date, which only the table shows. */
  readonly undated: number;
  /** Number of assessments on dates that the axis does not show. */
  readonly notShown: number;
}

/** The courses of a subject, ordered by their first dated assessments. */
export function responseLinesOf(assessments: readonly ResponseAssessment[]): readonly ResponseLine[] {
  const courses = coursesOf(assessments);
  return courses.map((course) => lineOf(courseName(course, courses), course)).toSorted((left, right) => startOf(left) - startOf(right));
}

function lineOf(name: string | null, { assessments }: Course<ResponseAssessment>): ResponseLine {
  const isOfEitherBaseline = assessments.some((one) => one.isOfEitherBaseline);
  const first = assessments.find(({ assessment }) => assessment.isBaseline && assessment.sum !== null);
  const baseline = isOfEitherBaseline ? null : (first?.assessment.sum ?? null);
  const points = assessments.flatMap(({ assessment, fromBaseline, otherLesions }): readonly AssessedPoint[] => {
    const { key, at, sum, isBaseline, code, conclusion, notDerivedBecause } = assessment;
    const percent = fromBaseline?.percent ?? null;
    if (at === null) return [];
    return [{ key, at, sum, percent, otherLesions, isBaseline, code, assessment: assessment.assessment, conclusion, notDerivedBecause }];
  });
  const decrease = baseline === null ? null : roundToDecimal(baseline * (1 + thresholds.decrease / 100));
  return { name, points, isOfEitherBaseline, baseline, decrease, undated: assessments.length - points.length, notShown: 0 };
}

function startOf({ points }: ResponseLine): number {
  return points[0]?.at ?? Number.POSITIVE_INFINITY;
}
