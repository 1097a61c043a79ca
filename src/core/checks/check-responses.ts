import type { ResponseAssessment } from '../../shared/calls/views.ts';
import { millisecondsOfDay } from '../../shared/day.ts';
import { reconcile, type Reconciled } from '../../shared/derive/reconciliation.ts';
import { coursesBySubject } from '../../shared/derive/subject-courses.ts';
import { coursesOf, repeatedTimepoints } from '../../shared/derive/response-course.ts';
import {
  afterGaps,
  afterProgression,
  againstTargets,
  oddIntervals,
  otherChanges,
  sharedCases,
  strangeBaselines,
  withoutAllLesions,
} from './check-response-rules.ts';
import type { Finding } from './finding.ts';

type InOneCourse = readonly ResponseAssessment[];

/** Checks the order, the baselines and the conclusions of response assessments. */
export function checkResponses(assessments: readonly ResponseAssessment[]): readonly Finding[] {
  // Assessments without a subject may belong to several people.
  const bySubject = Map.groupBy(
    assessments.filter(({ subject }) => subject !== ''),
    ({ subject }) => subject,
  );
  const all = [...bySubject.values()].flatMap((own) => coursesOf(own));
  const courses = all.map((course): InOneCourse => course.assessments.map(({ assessment }) => assessment));
  const later = all.filter(({ ordinal }) => ordinal > 1).flatMap((course) => course.assessments.slice(0, 1));
  const unknown = assessments.filter(
    (one) => one.conclusion !== null && one.code === null && isRecist(one.notDerivedBecause) && !isUsualAtBaseline(one),
  );
  return [
    ...courses.flatMap(inWrongOrder).map((one) => finding('timepoint-order', one)),
    ...courses.flatMap(afterCompleteResponse).map((one) => finding('after-complete-response', one)),
    ...later.map(({ assessment }) => finding('several-baselines', assessment)),
    ...unknown.map((one) => finding('unknown-conclusion', one)),
    ...courses.flatMap(withoutBaseline).map((one) => finding('no-baseline', one)),
    ...courses.flatMap(atBaseline).map((one) => finding('follow-up-at-baseline', one)),
    ...courses.flatMap((course) => course.filter(hasManyLesions)).map((one) => finding('many-lesions', one)),
    ...ofRules(courses, assessments),
  ];
}

/** Checks by RECIST 1.1 on baselines, lesions, sums and what follows progression. */
function ofRules(courses: readonly InOneCourse[], assessments: readonly ResponseAssessment[]): readonly Finding[] {
  const { lines } = reconcile(coursesBySubject(assessments.filter(({ subject }) => subject !== '')));
  const baselines = courses.map(strangeBaselines);
  return [
    ...contradicting(lines).map((one) => finding('contradicts-sum', one)),
    ...otherChanges(lines).map((one) => finding('other-change', one)),
    ...withoutAllLesions(lines).map((one) => finding('lesion-left-out', one)),
    ...courses.flatMap(againstTargets).map((one) => finding('response-against-targets', one)),
    ...courses.flatMap(afterProgression).map((one) => finding('after-progression', one)),
    ...baselines.flatMap(({ responded }) => responded).map((one) => finding('response-at-baseline', one)),
    ...baselines.flatMap(({ sums }) => sums).map((one) => finding('target-sum', one)),
    ...assessments
      .filter(({ notDerivedBecause }) => notDerivedBecause?.includes('below 0') === true)
      .map((one) => finding('target-sum', one)),
    ...courses.flatMap(repeatedTimepoints).map((one) => finding('repeated-timepoint', one)),
    ...afterGaps(assessments).map((one) => finding('missing-timepoint', one)),
    ...sharedCases(assessments).map((one) => finding('shared-case', one)),
    ...oddIntervals(courses).map((one) => finding('odd-interval', one)),
  ];
}

/** The first assessment of a course without a baseline. */
function withoutBaseline(course: InOneCourse): readonly ResponseAssessment[] {
  return course.some(({ isBaseline }) => isBaseline) ? [] : course.slice(0, 1);
}

/** Assessments after the baseline dated surely on its day or earlier: the last day that their date may mean is not after the baseline's first. */
function atBaseline(course: InOneCourse): readonly ResponseAssessment[] {
  const baseline = course.find(({ isBaseline }) => isBaseline)?.span ?? null;
  if (baseline === null) return [];
  const dayOf = (at: number): number => Math.floor(at / millisecondsOfDay);
  return course.filter(({ isBaseline, span }) => !isBaseline && span !== null && dayOf(span.to - 1) <= dayOf(baseline.from));
}

/** RECIST 1.1, 4.2. */
const mostLesions = 5;

function hasManyLesions({ lesions }: ResponseAssessment): boolean {
  return (lesions?.length ?? 0) > mostLesions;
}

/** Assessments whose conclusion contradicts their sums, whatever the parts that are not sent may say. */
function contradicting(lines: readonly Reconciled[]): readonly ResponseAssessment[] {
  return lines.flatMap(({ checked, course }) => (checked.outcome === 'contradicts' ? [course.assessment] : []));
}

function isRecist(notDerivedBecause: string | null): boolean {
  return notDerivedBecause?.includes('criteria') !== true;
}

/** At the baseline there is no response yet; the usual conclusion is "Undefined". */
function isUsualAtBaseline({ isBaseline, conclusion }: ResponseAssessment): boolean {
  return isBaseline && conclusion === 'Undefined';
}

function finding(check: Finding['check'], { key, subject }: ResponseAssessment): Finding {
  return { check, dataset: 'responses', key, subject };
}

/** Assessments with a later number and a date surely before that of another one of their course. */
function inWrongOrder(course: InOneCourse): readonly ResponseAssessment[] {
  const numbered = course.flatMap((one) =>
    one.timepoint === null || one.span === null ? [] : [{ one, number: one.timepoint, ...one.span }],
  );
  const found: ResponseAssessment[] = [];
  /** The latest beginning among those with this number or an earlier one, and among those with an earlier one. */
  let [latest, before, number] = [-Infinity, -Infinity, -Infinity];
  for (const next of numbered.sort((left, right) => left.number - right.number)) {
    if (next.number > number) [before, number] = [latest, next.number];
    if (next.to <= before) found.push(next.one);
    latest = Math.max(latest, next.from);
  }
  return found;
}

/** Assessments signed PR or SD surely later than a CR of their course. */
function afterCompleteResponse(course: InOneCourse): readonly ResponseAssessment[] {
  const first = course.reduce(
    (earliest, { code, span }) => (code === 'CR' && span !== null ? Math.min(earliest, span.to) : earliest),
    Infinity,
  );
  return course.filter(({ code, span }) => (code === 'PR' || code === 'SD') && span !== null && span.from >= first);
}
