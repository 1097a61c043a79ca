import type { ResponseAssessment } from '../calls/views.ts';
import { compareTexts } from '../compare-texts.ts';
import {
  bestReportedResponse,
  courseOf,
  withinWindow,
  type AssessmentInCourse,
  type ResponseCode,
  type Window,
} from './response-course.ts';
import { millisecondsOfDay } from '../day.ts';

type Course = readonly AssessmentInCourse<ResponseAssessment>[];

export interface SubjectCourse {
  readonly subject: string;
  readonly course: Course;
}

const week = 7 * millisecondsOfDay;

/** The assessments of each subject in their order; subjects by their characters. What names nobody ('') is compared with nothing: it may be of several people. */
export function coursesBySubject(assessments: readonly ResponseAssessment[]): readonly SubjectCourse[] {
  const bySubject = new Map<string, ResponseAssessment[]>();
  for (const assessment of assessments) {
    const known = bySubject.get(assessment.subject);
    if (known === undefined) bySubject.set(assessment.subject, [assessment]);
    else known.push(assessment);
  }
  return [...bySubject]
    .map(([subject, own]) => ({ subject, course: subject === '' ? own.flatMap((one) => courseOf([one])) : courseOf(own) }))
    .sort((left, right) => compareTexts(left.subject, right.subject));
}

/** Those of subjects: assessments that name nobody are no one's bar, line or lane, but lines of the reconciliation alone. */
function ofSubjects(courses: readonly SubjectCourse[]): readonly SubjectCourse[] {
  return courses.filter(({ subject }) => subject !== '');
}

/** Why a subject has no place in a figure. */
export type LeftOut = 'no-baseline' | 'baseline-zero' | 'no-follow-up' | 'no-date';

export interface OmittedSubject {
  readonly subject: string;
  readonly because: LeftOut;
}

/** A subject's best percent change from baseline, which is the least one. */
export interface WaterfallBar {
  readonly subject: string;
  readonly percent: number;
  readonly best: ResponseCode | null;
  /** The assessment that the bar is of. */
  readonly key: string;
  readonly assessments: number;
}

export interface Waterfall {
  /** From the worst to the best. */
  readonly bars: readonly WaterfallBar[];
  readonly omitted: readonly OmittedSubject[];
}

/** One bar a subject: its least percent change from baseline within the window, with the best response that was reported in it. */
export function waterfallOf(courses: readonly SubjectCourse[], window: Window): Waterfall {
  const bars: WaterfallBar[] = [];
  const omitted: OmittedSubject[] = [];
  for (const { subject, course } of ofSubjects(courses)) {
    const counted = countedOf(course, window);
    const best = counted.reduce<AssessmentInCourse<ResponseAssessment> | null>(
      (least, one) => (percentOf(one) < (least === null ? Infinity : percentOf(least)) ? one : least),
      null,
    );
    const percent = best?.fromBaseline?.percent;
    if (best === null || percent === undefined || percent === null) omitted.push({ subject, because: whyNoChange(course) });
    else
      bars.push({
        subject,
        percent,
        best: bestReportedResponse(counted.map(({ assessment }) => assessment.code)),
        key: best.assessment.key,
        assessments: counted.filter((one) => one.fromBaseline !== null).length,
      });
  }
  return { bars: bars.sort((left, right) => right.percent - left.percent || compareTexts(left.subject, right.subject)), omitted };
}

function percentOf({ fromBaseline }: AssessmentInCourse<ResponseAssessment>): number {
  return fromBaseline?.percent ?? Infinity;
}

/** The assessments after the baseline that count. */
function countedOf(course: Course, window: Window): Course {
  const kept = new Set(
    withinWindow(
      course.map(({ assessment }) => assessment),
      window,
    ),
  );
  return course.filter(({ assessment }) => kept.has(assessment));
}

function whyNoChange(course: Course): LeftOut {
  const baseline = course.find(({ assessment }) => assessment.isBaseline && assessment.sum !== null)?.assessment.sum;
  if (baseline === undefined || baseline === null) return 'no-baseline';
  if (baseline === 0) return 'baseline-zero';
  return 'no-follow-up';
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
  readonly best: ResponseCode | null;
  /** From the baseline (0, 0) on. */
  readonly points: readonly SpiderPoint[];
}

/** One line a subject over all of its assessments that have a sum and a date. */
export function spiderOf(courses: readonly SubjectCourse[]): {
  readonly lines: readonly SpiderLine[];
  readonly omitted: readonly OmittedSubject[];
} {
  const lines: SpiderLine[] = [];
  const omitted: OmittedSubject[] = [];
  for (const { subject, course } of ofSubjects(courses)) {
    const baseline = course.find(({ assessment }) => assessment.isBaseline && assessment.sum !== null)?.assessment;
    const start = baseline?.at ?? null;
    const points = course.flatMap(({ assessment: { at, code, key }, fromBaseline }): SpiderPoint[] => {
      const percent = fromBaseline?.percent ?? null;
      return at === null || start === null || percent === null ? [] : [{ weeks: (at - start) / week, percent, code, key }];
    });
    if (baseline === undefined || points.length === 0)
      omitted.push({ subject, because: baseline !== undefined && start === null ? 'no-date' : whyNoChange(course) });
    else {
      const first: SpiderPoint = { weeks: 0, percent: 0, code: null, key: baseline.key };
      const best = bestReportedResponse(countedOf(course, 'all').map(({ assessment }) => assessment.code));
      lines.push({ subject, best, points: [first, ...points] });
    }
  }
  return { lines, omitted };
}

export interface SwimmerMark {
  readonly weeks: number;
  readonly code: string | null;
  readonly key: string;
}

/** From the baseline assessment to the last one: not the time on treatment, which the interface does not send. */
export interface SwimmerLane {
  readonly subject: string;
  readonly weeks: number;
  readonly marks: readonly SwimmerMark[];
}

/** One lane a subject with a dated baseline, the longest first; those with the baseline alone have no weeks. */
export function swimmerOf(courses: readonly SubjectCourse[]): {
  readonly lanes: readonly SwimmerLane[];
  readonly omitted: readonly OmittedSubject[];
} {
  const lanes: SwimmerLane[] = [];
  const omitted: OmittedSubject[] = [];
  for (const { subject, course } of ofSubjects(courses)) {
    const start = course.find(({ assessment }) => assessment.isBaseline)?.assessment.at;
    if (start === undefined || start === null) {
      omitted.push({ subject, because: start === undefined ? 'no-baseline' : 'no-date' });
      continue;
    }
    const marks = course.flatMap(({ assessment: { isBaseline, at, code, key } }): SwimmerMark[] =>
      isBaseline || at === null ? [] : [{ weeks: (at - start) / week, code, key }],
    );
    lanes.push({ subject, weeks: marks.reduce((longest, { weeks }) => Math.max(longest, weeks), 0), marks });
  }
  return { lanes: lanes.sort((left, right) => right.weeks - left.weeks || compareTexts(left.subject, right.subject)), omitted };
}
