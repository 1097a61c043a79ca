import { compareDecimals, sameNumber } from './decimal.ts';
import { lesionWords } from './lesions.ts';
import { targetResponse, type AssessedSum, type AssessmentInCourse, type TargetResponse } from './response-course.ts';

/** How a signed conclusion relates to its target sum. */
export type Outcome = 'agrees' | 'not-explained' | 'contradicts';

/** The service's own changes of an assessment, in mm; null if it sent none. */
export interface SentChanges {
  readonly baseline: number | null;
  readonly previous: number | null;
  readonly nadir: number | null;
}

/** One change as sent and as computed, in mm. */
export interface CheckedChange {
  readonly from: keyof SentChanges;
  readonly sent: number | null;
  readonly computed: number | null;
  /** Null if either is missing. */
  readonly isSame: boolean | null;
}

export interface CheckedAssessment {
  readonly changes: readonly CheckedChange[];
  readonly target: TargetResponse | null;
  /** Null without a RECIST 1.1 conclusion or a sum to compare, or at the baseline. */
  readonly outcome: Outcome | null;
  /** One sentence. */
  readonly because: string;
}

/** Compares what was sent and signed with the sums of the case (RECIST 1.1, 4.3). */
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

type Verdict = Pick<CheckedAssessment, 'outcome' | 'because'>;

function judge(
  { assessment, otherLesions, isOfEitherBaseline }: AssessmentInCourse<AssessedSum>,
  target: TargetResponse | null,
  code: string | null,
): Verdict {
  const { isBaseline, sum } = assessment;
  if (isBaseline) return notCompared('Later assessments are compared with the baseline.');
  if (code === null) return notCompared('The conclusion is not a RECIST 1.1 response.');
  if (sum === null) return notCompared('The assessment has no target sum in mm.');
  if (otherLesions !== null)
    return notCompared(`The sum is not of the same lesions as earlier sums (${lesionWords(otherLesions)}), so it is not compared.`);
  if (code === 'CR' && compareDecimals(sum, leastBeyondNormalNodes) >= 0) return contradicts(beyondNormalNodes);
  if (code === 'CR' && sum === 0) return ofCompleteResponse(sum);
  if (isOfEitherBaseline) return notCompared(ofEitherBaseline);
  if (target === null) return notCompared('The case has no earlier sums to compare with, or one of them is 0.');
  if (code === 'PD') return ofProgression(target);
  if (code === 'CR') return ofCompleteResponse(sum);
  if (target === 'PD')
    return contradicts(`The target sum shows progression, so the response is PD whatever else is found; ${code} was signed.`);
  if (code === 'NE' || code === 'NON-CR/NON-PD')
    return { outcome: 'not-explained', because: `${code} was signed although there is a target sum, which indicates ${target}.` };
  return code === target ? agrees(target) : contradicts(`The target sum indicates ${target}; ${code} was signed.`);
}

/**
 * The smallest target sum, in mm, that is impossible after a complete response: only lymph nodes below 10 mm may remain (RECIST 1.1,
 * 4.3.1), in at most five target lesions (4.2). The number of lesions named by an assessment does not lower it, because it need not name
 * all of its sum.
 */
const leastBeyondNormalNodes = 50;

const beyondNormalNodes =
  'CR was signed with a target sum of 50 mm or more. A complete response leaves at most five lymph nodes below 10 mm, which cannot add up to that.';

const ofEitherBaseline =
  'The case has several baselines and then several assessments at once, as of two readers, so it is unknown which belong together.';

function ofProgression(target: TargetResponse): Verdict {
  if (target === 'PD') return agrees('PD');
  return {
    outcome: 'not-explained',
    because: `PD was signed although the target sum indicates ${target}. New lesions or progression of other lesions make it PD at any sum; the interface sends neither.`,
  };
}

function ofCompleteResponse(sum: number): Verdict {
  if (sum === 0) return { outcome: 'agrees', because: 'The target sum is 0. A complete response is never derived from the sum.' };
  return {
    outcome: 'not-explained',
    because: 'CR was signed with a target sum above 0, which is possible when lymph nodes have shrunk below 10 mm and stay below that.',
  };
}

function notCompared(because: string): Verdict {
  return { outcome: null, because };
}

function agrees(target: TargetResponse): Verdict {
  return { outcome: 'agrees', because: `The target sum also indicates ${target}.` };
}

function contradicts(because: string): Verdict {
  return { outcome: 'contradicts', because };
}
