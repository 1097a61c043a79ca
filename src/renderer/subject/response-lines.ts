import type { ResponseAssessment } from '../../shared/calls/views.ts';
import { courseOf, thresholds } from '../../shared/derive/response-course.ts';

/** One assessment of a case, with its change from the baseline in percent, unrounded. */
export interface AssessedPoint {
  readonly key: string;
  readonly at: number;
  /** Target sum in mm; null: there is none by RECIST 1.1, and only the conclusion is drawn. */
  readonly sum: number | null;
  readonly percent: number | null;
  readonly isBaseline: boolean;
  readonly code: string | null;
  readonly assessment: string | null;
  readonly conclusion: string | null;
  readonly notDerivedBecause: string | null;
}

/** The assessments of one case: cases have neither baseline nor nadir in common, so each has a figure of its own. */
export interface ResponseLine {
  readonly caseId: string | null;
  readonly points: readonly AssessedPoint[];
  /** Target sum of the baseline in mm; null where there is none. */
  readonly baseline: number | null;
  /** 30 % below the baseline; null without one. */
  readonly decrease: number | null;
  /** Assessments without a date that can be read: they are in the table only. */
  readonly undated: number;
  /** Assessments on dates that the axis does not show. */
  readonly notShown: number;
}

/** The cases of a subject in the order of their first assessments. */
export function responseLinesOf(assessments: readonly ResponseAssessment[]): readonly ResponseLine[] {
  const cases = new Map<string | null, ResponseAssessment[]>();
  for (const assessment of assessments) cases.set(assessment.caseId, [...(cases.get(assessment.caseId) ?? []), assessment]);
  return [...cases].map(([caseId, own]) => lineOf(caseId, own)).toSorted((left, right) => startOf(left) - startOf(right));
}

function lineOf(caseId: string | null, own: readonly ResponseAssessment[]): ResponseLine {
  const course = courseOf(own);
  const baseline = course.findLast(({ references }) => references.baseline !== null)?.references.baseline ?? firstBaseline(own);
  const points = course.flatMap(({ assessment, fromBaseline }): readonly AssessedPoint[] => {
    const { key, at, sum, isBaseline, code, conclusion, notDerivedBecause } = assessment;
    const percent = fromBaseline?.percent ?? null;
    if (at === null) return [];
    return [{ key, at, sum, percent, isBaseline, code, assessment: assessment.assessment, conclusion, notDerivedBecause }];
  });
  const decrease = baseline === null ? null : baseline * (1 + thresholds.decrease / 100);
  return { caseId, points, baseline, decrease, undated: own.length - points.length, notShown: 0 };
}

function firstBaseline(own: readonly ResponseAssessment[]): number | null {
  return own.find(({ isBaseline, sum }) => isBaseline && sum !== null)?.sum ?? null;
}

function startOf({ points }: ResponseLine): number {
  return points[0]?.at ?? Number.POSITIVE_INFINITY;
}

/** "−34.5 %", "+3.0 %"; compared unrounded, shown with one decimal. */
export function percentWords(percent: number): string {
  const rounded = Math.abs(percent).toFixed(1);
  return `${Number(rounded) === 0 ? '' : percent < 0 ? '−' : '+'}${rounded} %`;
}
