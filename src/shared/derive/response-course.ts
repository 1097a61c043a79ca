import { millisecondsOfDay } from '../day.ts';
import { compareDecimals, difference, withoutNoise } from './decimal.ts';
import { inOrder, type OrderedAssessment } from './assessment-order.ts';
import { otherLesions, type OtherLesions } from './lesions.ts';

/** The data needed of one assessment: sums in mm, null without a RECIST 1.1 target sum in mm. */
export interface AssessedSum extends OrderedAssessment {
  /** Assessments of different cases share neither baseline nor nadir. */
  readonly caseId: string | null;
  readonly sum: number | null;
  /** Labels of the lesions in the sum, in order; null if none is named. */
  readonly lesions: readonly string[] | null;
}

/** The earlier assessments of the course that one is compared with; null if there is none. */
export interface References<A extends AssessedSum> {
  readonly baseline: A | null;
  readonly previous: A | null;
  /**
   * The one with the smallest earlier sum, including the baseline (RECIST 1.1, 4.3.1: "the smallest sum on study"); of equal ones the
   * first.
   */
  readonly nadir: A | null;
}

/** A change in mm, and in percent of the reference, without binary noise; percent is null if the reference is 0. */
export interface SumChange {
  readonly mm: number;
  readonly percent: number | null;
}

/** An assessment with its references and changes; the baseline has no changes yet. */
export interface AssessmentInCourse<A extends AssessedSum> {
  readonly assessment: A;
  readonly references: References<A>;
  /** Set if its sum covers other lesions than the baseline's: it is compared with nothing, and nothing with it. */
  readonly otherLesions: OtherLesions | null;
  /** Whether it may belong to either of two baselines, as with two readers in one case: it is compared with nothing. */
  readonly isOfEitherBaseline: boolean;
  readonly fromBaseline: SumChange | null;
  readonly fromPrevious: SumChange | null;
  readonly fromNadir: SumChange | null;
}

/** The assessments from one baseline of a case until its next, in order; those dated before the first baseline come before it. */
export interface Course<A extends AssessedSum> {
  readonly caseId: string | null;
  /** Counts the baselines of the case from 1. */
  readonly ordinal: number;
  /** Whether the case has more than one baseline. */
  readonly isOneOfSeveral: boolean;
  readonly assessments: readonly AssessmentInCourse<A>[];
}

/**
 * The courses of one subject: one per baseline of each case, ordered by their first assessments. Each baseline starts again: changes,
 * previous and nadir refer only to sums after it. A sum is compared only with sums of the same lesions; the previous assessment is the last
 * of these. If nothing lies between two baselines and a timepoint or a day after them has several assessments, as by two readers, nothing says
 * which assessment belongs to which baseline, and none of these sums is compared.
 */
export function coursesOf<A extends AssessedSum>(assessments: readonly A[]): readonly Course<A>[] {
  const cases = Map.groupBy(inOrder(assessments), ({ caseId }) => caseId);
  return [...cases].flatMap(([caseId, own]) => {
    const runs = splitAtBaselines(own);
    return runs.map((run, at) => {
      const assessments = isOfEitherBaseline(run, runs[at - 1]) ? run.map(withoutReferences) : compareAll(run);
      return { caseId, ordinal: at + 1, isOneOfSeveral: runs.length > 1, assessments };
    });
  });
}

/** Splits at each baseline except the first. */
function splitAtBaselines<A extends AssessedSum>(ofCase: readonly A[]): readonly (readonly A[])[] {
  const runs: A[][] = [];
  let hasBaseline = false;
  for (const assessment of ofCase) {
    const run = runs.at(-1);
    if (run === undefined || (assessment.isBaseline && hasBaseline)) runs.push([assessment]);
    else run.push(assessment);
    hasBaseline ||= assessment.isBaseline;
  }
  return runs;
}

function isOfEitherBaseline(run: readonly AssessedSum[], before: readonly AssessedSum[] | undefined): boolean {
  return before?.at(-1)?.isBaseline === true && readAgain(run).length > 0;
}

/** Assessments that repeat the timepoint of an earlier one, other than baselines. */
export function repeatedTimepoints<A extends Pick<OrderedAssessment, 'isBaseline' | 'timepoint'>>(course: readonly A[]): readonly A[] {
  const known = new Set<number>();
  return course.filter(({ isBaseline, timepoint }) => !isBaseline && timepoint !== null && known.size === known.add(timepoint).size);
}

/** Assessments at the timepoint or on the day of an earlier one, other than baselines: two readings, or a correction beside the original. */
export function readAgain<A extends OrderedAssessment>(course: readonly A[]): readonly A[] {
  const [timepoints, days] = [new Set<number | null>(), new Set<number | null>()];
  return course.filter(({ isBaseline, timepoint, span }) => {
    if (isBaseline) return false;
    const day = span === null || span.to - span.from > millisecondsOfDay ? null : Math.floor(span.from / millisecondsOfDay);
    const isAgain = (timepoint !== null && timepoints.has(timepoint)) || (day !== null && days.has(day));
    timepoints.add(timepoint);
    days.add(day);
    return isAgain;
  });
}

function withoutReferences<A extends AssessedSum>(assessment: A): AssessmentInCourse<A> {
  return { ...compare(assessment, { baseline: null, previous: null, nadir: null }), isOfEitherBaseline: true };
}

function compareAll<A extends AssessedSum>(run: readonly A[]): readonly AssessmentInCourse<A>[] {
  let references: References<A> = { baseline: null, previous: null, nadir: null };
  return run.map((assessment) => {
    if (assessment.isBaseline) references = { baseline: null, previous: null, nadir: null };
    const compared = compare(assessment, references);
    if (assessment.sum !== null && compared.otherLesions === null) references = after(references, assessment);
    return compared;
  });
}

function compare<A extends AssessedSum>(assessment: A, references: References<A>): AssessmentInCourse<A> {
  const first = references.baseline ?? references.previous;
  const others = assessment.sum === null ? null : otherLesions(assessment.lesions, first?.lesions ?? null);
  const from = (reference: A | null): SumChange | null =>
    others !== null ? null : changeOf(assessment.sum, reference === null ? null : reference.sum);
  return {
    assessment,
    references,
    otherLesions: others,
    isOfEitherBaseline: false,
    fromBaseline: from(references.baseline),
    fromPrevious: from(references.previous),
    fromNadir: from(references.nadir),
  };
}

function after<A extends AssessedSum>({ baseline, nadir }: References<A>, assessment: A): References<A> {
  return {
    baseline: baseline ?? (assessment.isBaseline ? assessment : null),
    previous: assessment,
    nadir: nadir === null || (assessment.sum ?? Infinity) < (nadir.sum ?? Infinity) ? assessment : nadir,
  };
}

/** CHG and PCHG; null if either sum is missing. */
export function changeOf(sum: number | null, reference: number | null): SumChange | null {
  if (sum === null || reference === null) return null;
  const mm = difference(sum, reference);
  return { mm, percent: reference > 0 ? withoutNoise((100 * mm) / reference) : null };
}

export type TargetResponse = 'PR' | 'SD' | 'PD';

/** The thresholds of RECIST 1.1, 4.3.1: in percent, and in mm for the minimum absolute increase. */
export const thresholds = { decrease: -30, increase: 20, leastIncrease: 5 } as const;

/**
 * The response by the target sum alone, progression first: PD from 20 % and 5 mm above the nadir, PR from 30 % below the baseline,
 * otherwise SD; limits are inclusive. Complete response is not derived, because lymph nodes below 10 mm leave a sum above 0 (4.3.1). Null
 * if either change is missing.
 */
export function targetResponse({
  fromBaseline,
  fromNadir,
}: Pick<AssessmentInCourse<AssessedSum>, 'fromBaseline' | 'fromNadir'>): TargetResponse | null {
  if (fromBaseline === null || fromNadir === null) return null;
  // A sum that increases again from 0 has no percentage and is judged by hand.
  if (fromBaseline.percent === null || (fromNadir.percent === null && fromNadir.mm > 0)) return null;
  if (isProgression(fromNadir)) return 'PD';
  return isDecrease(fromBaseline.percent) ? 'PR' : 'SD';
}

/** Whether a change from the baseline, in percent, reaches the decrease of a partial response. */
export function isDecrease(percent: number): boolean {
  return compareDecimals(percent, thresholds.decrease) <= 0;
}

/** Whether a change from the nadir reaches both increases of a progression. */
export function isProgression({ mm, percent }: SumChange): boolean {
  return percent !== null && compareDecimals(percent, thresholds.increase) >= 0 && compareDecimals(mm, thresholds.leastIncrease) >= 0;
}

/** Responses from best to worst, as ranked for a best response (RECIST 1.1, table 3; NE only if there is nothing else). */
export const responseOrder = ['CR', 'PR', 'SD', 'NON-CR/NON-PD', 'PD', 'NE'] as const;
export type ResponseCode = (typeof responseOrder)[number];

/** Whether all assessments count, or only those up to and including the first progression. */
export type Window = 'to-progression' | 'all';

/**
 * The assessments after the baseline that count, from one course in order; progression is the signed conclusion. Assessments before the
 * baseline are excluded; a course without a baseline is included whole.
 */
export function withinWindow<A extends { readonly isBaseline: boolean; readonly code: string | null }>(
  course: readonly A[],
  window: Window,
): readonly A[] {
  const baseline = course.findIndex(({ isBaseline }) => isBaseline);
  const after = course.slice(baseline + 1).filter(({ isBaseline }) => !isBaseline);
  const progression = after.findIndex(({ code }) => code === 'PD');
  return window === 'all' || progression < 0 ? after : after.slice(0, progression + 1);
}

/**
 * The best response reported after the baseline; null if there was none. It is unconfirmed and ignores the minimum interval for SD:
 * confirmation and interval are defined by the protocol (4.4), which the interface does not send.
 */
export function bestReportedResponse(codes: readonly (string | null)[]): ResponseCode | null {
  return responseOrder.find((code) => codes.includes(code)) ?? null;
}
