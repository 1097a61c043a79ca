import { sameNumber } from './decimal.ts';
import { targetResponse, type AssessedSum, type AssessmentInCourse, type TargetResponse } from './response-course.ts';

/** How a signed conclusion stands to what its target sum says. */
export type Outcome = 'agrees' | 'not-explained' | 'contradicts';

/** The service's own changes of an assessment, in mm; null where it sent none. */
export interface SentChanges {
  readonly baseline: number | null;
  readonly previous: number | null;
  readonly nadir: number | null;
}

/** One change as it was sent and as it is worked out, in mm. */
export interface CheckedChange {
  readonly from: keyof SentChanges;
  readonly sent: number | null;
  readonly computed: number | null;
  /** Null where one of the two is missing. */
  readonly isSame: boolean | null;
}

export interface CheckedAssessment {
  readonly changes: readonly CheckedChange[];
  readonly target: TargetResponse | null;
  /** Null where there is no conclusion by RECIST 1.1, no sum to compare, or the assessment is the baseline. */
  readonly outcome: Outcome | null;
  /** One sentence. */
  readonly because: string;
}

/** Compares what was sent and signed with what the sums of the case say (RECIST 1.1, 4.3). */
export function checkAssessment(course: AssessmentInCourse<AssessedSum>, sent: SentChanges, code: string | null): CheckedAssessment {
  const changes = [
    checked('baseline', sent.baseline, course.fromBaseline?.mm ?? null),
    checked('previous', sent.previous, course.fromPrevious?.mm ?? null),
    checked('nadir', sent.nadir, course.fromNadir?.mm ?? null),
  ];
  const target = targetResponse(course);
  return { changes, target, ...judge(course, target, code) };
}

function checked(from: keyof SentChanges, sent: number | null, computed: number | null): CheckedChange {
  const isSame = sent === null || computed === null ? null : sameNumber(sent, computed);
  return { from, sent, computed, isSame };
}

function judge(
  { assessment }: AssessmentInCourse<AssessedSum>,
  target: TargetResponse | null,
  code: string | null,
): Pick<CheckedAssessment, 'outcome' | 'because'> {
  if (assessment.isBaseline) return { outcome: null, because: 'The baseline is what later assessments are compared with.' };
  if (code === null) return { outcome: null, because: 'The conclusion is no response by RECIST 1.1.' };
  if (assessment.sum === null) return { outcome: null, because: 'The assessment has no target sum in mm.' };
  if (target === null) return { outcome: null, because: 'The case has no earlier sums to compare with, or one of them is 0.' };
  if (code === 'PD') return ofProgression(target);
  if (code === 'CR' && assessment.sum < mostOfNormalNodes) return ofCompleteResponse(assessment.sum);
  if (target === 'PD')
    return contradicts(`The target sum has progressed, which makes the response PD whatever else is found; ${code} was signed.`);
  if (code === 'CR') return ofCompleteResponse(assessment.sum);
  if (code === 'NE' || code === 'NON-CR/NON-PD')
    return { outcome: 'not-explained', because: `${code} was signed although there is a target sum, which says ${target}.` };
  return code === target ? agrees(target) : contradicts(`The target sum says ${target}; ${code} was signed.`);
}

/** In mm: five target lesions at most (RECIST 1.1, 4.2) are lymph nodes below 10 mm at a complete response (4.3.1), whose sum may rise among them. */
const mostOfNormalNodes = 50;

function ofProgression(target: TargetResponse): Pick<CheckedAssessment, 'outcome' | 'because'> {
  if (target === 'PD') return agrees('PD');
  return {
    outcome: 'not-explained',
    because: `PD was signed and the target sum says ${target}. New lesions or other lesions that progressed make it PD at any sum; the interface sends neither.`,
  };
}

function ofCompleteResponse(sum: number): Pick<CheckedAssessment, 'outcome' | 'because'> {
  if (sum === 0) return { outcome: 'agrees', because: 'The target sum is 0. A complete response is never worked out from the sum.' };
  return {
    outcome: 'not-explained',
    because:
      'CR was signed and the target sum is above 0, as it stays where lymph nodes have shrunk below 10 mm, even when they grow again below that.',
  };
}

function agrees(target: TargetResponse): Pick<CheckedAssessment, 'outcome' | 'because'> {
  return { outcome: 'agrees', because: `The target sum says ${target} as well.` };
}

function contradicts(because: string): Pick<CheckedAssessment, 'outcome' | 'because'> {
  return { outcome: 'contradicts', because };
}
