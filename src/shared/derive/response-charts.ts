import { compareTexts } from '../compare-texts.ts';
import { millisecondsOfDay } from '../day.ts';
import { bestReportedResponse, withinWindow, type ResponseCode, type Window } from './response-course.ts';
import type { InCourse, SubjectCourse } from './subject-courses.ts';

const week = 7 * millisecondsOfDay;

/** Only courses of subjects: assessments without a subject are in no chart, only in the reconciliation. */
function ofSubjects(courses: readonly SubjectCourse[]): readonly SubjectCourse[] {
  return courses.filter(({ subject }) => subject !== '');
}

/** Why a course is not in a figure. */
export type LeftOut =
  | 'no-baseline'
  | 'baseline-zero'
  | 'no-date'
  | 'other-lesions'
  | 'either-baseline'
  | 'no-follow-up'
  | 'none-in-window'
  | 'no-dated-follow-up';

export interface OmittedCourse {
  readonly subject: string;
  readonly label: string;
  readonly because: LeftOut;
}

/** Why an assessment is not in a figure, although its course may be. */
export type AssessmentLeftOut = 'nobody' | 'before-baseline' | 'other-lesions' | 'no-sum' | 'no-date';

export interface OmittedAssessment {
  readonly subject: string;
  readonly label: string;
  readonly key: string;
  readonly because: AssessmentLeftOut;
  /** The lesions of its sum, if they are the reason. */
  readonly otherLesions: InCourse['otherLesions'];
}

/** What a figure leaves out: whole courses, single assessments of the courses it shows, and assessments without a subject. */
export interface Omitted {
  readonly omitted: readonly OmittedCourse[];
  readonly apart: readonly OmittedAssessment[];
}

/** A course's best, which is its lowest, percent change from baseline. */
export interface WaterfallBar {
  readonly subject: string;
  readonly label: string;
  readonly percent: number;
  readonly best: ResponseCode | null;
  /** The assessment with that change. */
  readonly key: string;
  readonly assessments: number;
}

export interface Waterfall extends Omitted {
  /** From worst to best. */
  readonly bars: readonly WaterfallBar[];
}

/** One bar per course: its lowest percent change from baseline within the window, with the best response reported in it. */
export function waterfallOf(courses: readonly SubjectCourse[], window: Window): Waterfall {
  const bars: WaterfallBar[] = [];
  const omitted: OmittedCourse[] = [];
  const apart: OmittedAssessment[] = withoutSubject(courses);
  for (const one of ofSubjects(courses)) {
    const { subject, label, course } = one;
    const counted = countedOf(course, window);
    const best = counted.reduce<InCourse | null>(
      (least, next) => (percentOf(next) < (least === null ? Infinity : percentOf(least)) ? next : least),
      null,
    );
    const percent = best?.fromBaseline?.percent;
    if (best === null || percent === undefined || percent === null) {
      omitted.push({ subject, label, because: whyNoChange(course, counted) });
      continue;
    }
    for (const left of [...beforeBaseline(one), ...counted.flatMap((next) => leftOutOf(one, next))]) apart.push(left);
    bars.push({
      ...{ subject, label, percent, key: best.assessment.key },
      best: bestReportedResponse(counted.map(({ assessment }) => assessment.code)),
      assessments: counted.filter((next) => next.fromBaseline !== null).length,
    });
  }
  return { bars: bars.sort((left, right) => right.percent - left.percent || compareTexts(left.label, right.label)), omitted, apart };
}

function withoutSubject(courses: readonly SubjectCourse[]): OmittedAssessment[] {
  return courses.flatMap(({ subject, label, course }) =>
    subject !== ''
      ? []
      : course.map(({ assessment: { key } }) => ({ subject, label, key, because: 'nobody' as const, otherLesions: null })),
  );
}

/** The assessments of a course that are dated before its baseline, and so have no change from it. */
function beforeBaseline({ subject, label, course }: SubjectCourse): readonly OmittedAssessment[] {
  const baseline = course.findIndex(({ assessment }) => assessment.isBaseline);
  return course
    .slice(0, Math.max(0, baseline))
    .map(({ assessment: { key } }) => ({ subject, label, key, because: 'before-baseline' as const, otherLesions: null }));
}

/** The assessment with the reason why it is not part of the sums over time; empty if it is. */
function leftOutOf({ subject, label }: SubjectCourse, { assessment, otherLesions }: InCourse): readonly OmittedAssessment[] {
  const because = otherLesions !== null ? 'other-lesions' : assessment.sum === null ? 'no-sum' : null;
  return because === null ? [] : [{ subject, label, key: assessment.key, because, otherLesions }];
}

function percentOf({ fromBaseline }: InCourse): number {
  return fromBaseline?.percent ?? Infinity;
}

/** The assessments after the baseline that count. */
function countedOf(course: readonly InCourse[], window: Window): readonly InCourse[] {
  const kept = new Set(
    withinWindow(
      course.map(({ assessment }) => assessment),
      window,
    ),
  );
  return course.filter(({ assessment }) => kept.has(assessment));
}

function whyNoChange(course: readonly InCourse[], counted: readonly InCourse[]): LeftOut {
  const baseline = course.find(({ assessment }) => assessment.isBaseline && assessment.sum !== null)?.assessment.sum ?? null;
  if (baseline === null) return 'no-baseline';
  if (baseline === 0) return 'baseline-zero';
  if (course.some(({ isOfEitherBaseline }) => isOfEitherBaseline)) return 'either-baseline';
  if (counted.some(({ otherLesions }) => otherLesions !== null)) return 'other-lesions';
  return course.some(({ fromBaseline }) => fromBaseline !== null) ? 'none-in-window' : 'no-follow-up';
}

/** A point of a spider plot: weeks from the baseline assessment, and percent change from its sum. */
export interface SpiderPoint {
  readonly weeks: number;
  readonly percent: number;
  readonly code: string | null;
  readonly key: string;
}

export interface SpiderLine {
  readonly subject: string;
  readonly label: string;
  /** Up to and including the first progression, although the line continues. */
  readonly best: ResponseCode | null;
  /** Starts at the baseline (0, 0). */
  readonly points: readonly SpiderPoint[];
}

export interface Spider extends Omitted {
  readonly lines: readonly SpiderLine[];
}

/** One line per course through all its assessments that have a date and a sum of the baseline's lesions. */
export function spiderOf(courses: readonly SubjectCourse[]): Spider {
  const lines: SpiderLine[] = [];
  const omitted: OmittedCourse[] = [];
  const apart: OmittedAssessment[] = withoutSubject(courses);
  for (const one of ofSubjects(courses)) {
    const { subject, label, course } = one;
    const counted = countedOf(course, 'all');
    const baseline = course.find(({ assessment }) => assessment.isBaseline && assessment.sum !== null)?.assessment;
    const start = baseline?.at ?? null;
    const points = course.flatMap(({ assessment: { at, code, key }, fromBaseline }): SpiderPoint[] => {
      const percent = fromBaseline?.percent ?? null;
      return at === null || start === null || percent === null ? [] : [{ weeks: (at - start) / week, percent, code, key }];
    });
    if (baseline === undefined || points.length === 0) {
      omitted.push({ subject, label, because: whyNoLine(course, counted, baseline !== undefined && start === null) });
      continue;
    }
    const later = counted.flatMap((next) => [...leftOutOf(one, next), ...undatedOf(one, next)].slice(0, 1));
    for (const left of [...beforeBaseline(one), ...later]) apart.push(left);
    const first: SpiderPoint = { weeks: 0, percent: 0, code: null, key: baseline.key };
    const best = bestReportedResponse(countedOf(course, 'to-progression').map(({ assessment }) => assessment.code));
    lines.push({ subject, label, best, points: [first, ...points] });
  }
  return { lines, omitted, apart };
}

function whyNoLine(course: readonly InCourse[], counted: readonly InCourse[], isUndated: boolean): LeftOut {
  if (isUndated) return 'no-date';
  const why = whyNoChange(course, counted);
  return why === 'none-in-window' || course.some((one) => one.fromBaseline !== null && one.fromBaseline.percent !== null)
    ? 'no-dated-follow-up'
    : why;
}

/** The assessment if it has no date to count weeks to; otherwise empty. */
function undatedOf({ subject, label }: SubjectCourse, { assessment: { at, key } }: InCourse): readonly OmittedAssessment[] {
  return at === null ? [{ subject, label, key, because: 'no-date', otherLesions: null }] : [];
}

export interface SwimmerMark {
  readonly weeks: number;
  readonly code: string | null;
  readonly key: string;
}

/** From the baseline assessment to the last one. This is not the time on treatment, which the interface does not send. */
export interface SwimmerLane {
  readonly subject: string;
  readonly label: string;
  readonly weeks: number;
  readonly marks: readonly SwimmerMark[];
  /** Follow-ups that are no marks, because their date is incomplete or implausible. */
  readonly undated: number;
}

export interface Swimmer extends Omitted {
  readonly lanes: readonly SwimmerLane[];
}

/** One lane per course with a dated baseline, longest first; those with only a baseline have 0 weeks. */
export function swimmerOf(courses: readonly SubjectCourse[]): Swimmer {
  const lanes: SwimmerLane[] = [];
  const omitted: OmittedCourse[] = [];
  const apart: OmittedAssessment[] = withoutSubject(courses);
  for (const one of ofSubjects(courses)) {
    const { subject, label, course } = one;
    const start = course.find(({ assessment }) => assessment.isBaseline)?.assessment.at;
    if (start === undefined || start === null) {
      omitted.push({ subject, label, because: start === undefined ? 'no-baseline' : 'no-date' });
      continue;
    }
    const followUps = course.filter(({ assessment }) => !assessment.isBaseline);
    const marks = followUps.flatMap(({ assessment: { at, code, key } }): SwimmerMark[] =>
      at === null ? [] : [{ weeks: (at - start) / week, code, key }],
    );
    for (const left of followUps.flatMap((next) => undatedOf(one, next))) apart.push(left);
    const weeks = marks.reduce((longest, mark) => Math.max(longest, mark.weeks), 0);
    lanes.push({ subject, label, weeks, marks, undated: followUps.length - marks.length });
  }
  return { lanes: lanes.sort((left, right) => right.weeks - left.weeks || compareTexts(left.label, right.label)), omitted, apart };
}
