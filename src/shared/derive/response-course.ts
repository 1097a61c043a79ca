import { difference } from './decimal.ts';

/** What is needed of one assessment: sums in mm, null where there is no target sum in mm by RECIST 1.1. */
export interface AssessedSum {
  /** Assessments of different cases have neither baseline nor nadir in common. */
  readonly caseId: string | null;
  /** The service's number of the assessment; the baseline has 0. */
  readonly timepoint: number | null;
  /** Milliseconds of the wall clock; null where the date cannot be read. */
  readonly at: number | null;
  readonly isBaseline: boolean;
  readonly sum: number | null;
}

/** What an assessment's sum is compared with: sums of earlier assessments of its case, in mm; null where there is none. */
export interface References {
  readonly baseline: number | null;
  readonly previous: number | null;
  /** The least earlier sum, the baseline included (RECIST 1.1, 4.3.1: "the smallest sum on study"); never a later one. */
  readonly nadir: number | null;
}

/** A change in mm, and in percent of what it is a change from (unrounded); percent null where that is 0. */
export interface SumChange {
  readonly mm: number;
  readonly percent: number | null;
}

/** An assessment with what its sum is compared with and how it changed; at the baseline nothing has changed yet. */
export interface AssessmentInCourse<A extends AssessedSum> {
  readonly assessment: A;
  readonly references: References;
  readonly fromBaseline: SumChange | null;
  readonly fromPrevious: SumChange | null;
  readonly fromNadir: SumChange | null;
}

/**
 * The assessments of one subject in the order of their dates, each with its references, which are sums before it in the same case. Without a
 * date a baseline comes first, for what follows it is compared with it, and any other assessment last. Of several baselines of a case the
 * first counts. The previous assessment is the last one that has a sum.
 */
export function courseOf<A extends AssessedSum>(assessments: readonly A[]): readonly AssessmentInCourse<A>[] {
  const seen = new Map<string | null, References>();
  return inOrder(assessments).map((assessment) => {
    const references = seen.get(assessment.caseId) ?? { baseline: null, previous: null, nadir: null };
    const { sum, isBaseline } = assessment;
    if (sum !== null) seen.set(assessment.caseId, after(references, sum, isBaseline));
    const isFirst = isBaseline && references.baseline === null;
    const from = (reference: number | null): SumChange | null => (isFirst ? null : changeOf(sum, reference));
    return {
      assessment,
      references,
      fromBaseline: from(references.baseline),
      fromPrevious: from(references.previous),
      fromNadir: from(references.nadir),
    };
  });
}

function after({ baseline, nadir }: References, sum: number, isBaseline: boolean): References {
  return {
    baseline: baseline ?? (isBaseline ? sum : null),
    previous: sum,
    nadir: nadir === null ? sum : Math.min(nadir, sum),
  };
}

function inOrder<A extends AssessedSum>(assessments: readonly A[]): readonly A[] {
  const last = Number.POSITIVE_INFINITY;
  const dateOf = ({ at, isBaseline }: A): number => at ?? (isBaseline ? -last : last);
  const byDate = (left: A, right: A): number => compare(dateOf(left), dateOf(right));
  const byTimepoint = (left: A, right: A): number => compare(left.timepoint ?? last, right.timepoint ?? last);
  return assessments.toSorted((left, right) => byDate(left, right) || byTimepoint(left, right));
}

function compare(left: number, right: number): number {
  return left === right ? 0 : left - right;
}

/** CHG and PCHG; null where one of the two is missing. */
export function changeOf(sum: number | null, reference: number | null): SumChange | null {
  if (sum === null || reference === null) return null;
  const mm = difference(sum, reference);
  return { mm, percent: reference > 0 ? (100 * mm) / reference : null };
}

export type TargetResponse = 'PR' | 'SD' | 'PD';

/** The thresholds of RECIST 1.1, 4.3.1: percent, and mm for the least absolute increase. */
export const thresholds = { decrease: -30, increase: 20, leastIncrease: 5 } as const;

/**
 * What the target sum alone says, of progression and decrease, progression first: PD from 20 % and 5 mm above the nadir on, PR from 30 % below the baseline on, else SD.
 * Limits count; compared with a tolerance of 1e-9. Complete response is not among them: lymph nodes under 10 mm leave a sum
 * above 0 (4.3.1). Null where one of the two cannot be made.
 */
export function targetResponse({
  fromBaseline,
  fromNadir,
}: Pick<AssessmentInCourse<AssessedSum>, 'fromBaseline' | 'fromNadir'>): TargetResponse | null {
  if (fromBaseline === null || fromNadir === null) return null;
  const { decrease, increase, leastIncrease } = thresholds;
  // What comes back after a sum of 0 is judged by hand: it has no percentage.
  if (fromBaseline.percent === null || (fromNadir.percent === null && fromNadir.mm > 0)) return null;
  if (fromNadir.percent !== null && atLeast(fromNadir.percent, increase) && atLeast(fromNadir.mm, leastIncrease)) return 'PD';
  return atLeast(decrease, fromBaseline.percent) ? 'PR' : 'SD';
}

/** The noise of percentages, which stay unrounded: far above that of their division, far below what can be measured. */
const noise = 1e-9;

function atLeast(value: number, limit: number): boolean {
  return value >= limit - noise;
}

/** Responses from the best to the worst, as they are ranked for a best response (RECIST 1.1, table 3; NE beside nothing else). */
export const responseOrder = ['CR', 'PR', 'SD', 'NON-CR/NON-PD', 'PD', 'NE'] as const;
export type ResponseCode = (typeof responseOrder)[number];

/** Whether only assessments up to and including the first progression count, or all. */
export type Window = 'to-progression' | 'all';

/** The assessments after the baseline that count, of those in the order of `courseOf`; progression is the signed conclusion. */
export function withinWindow<A extends { readonly isBaseline: boolean; readonly code: string | null }>(
  course: readonly A[],
  window: Window,
): readonly A[] {
  const after = course.filter(({ isBaseline }) => !isBaseline);
  const progression = after.findIndex(({ code }) => code === 'PD');
  return window === 'all' || progression < 0 ? after : after.slice(0, progression + 1);
}

/**
 * The best response that was reported after the baseline; null where none was. Unconfirmed, and without the least interval that SD
 * needs: confirmation and interval are the protocol's (4.4), which the interface does not send.
 */
export function bestReportedResponse(codes: readonly (string | null)[]): ResponseCode | null {
  return responseOrder.find((code) => codes.includes(code)) ?? null;
}
