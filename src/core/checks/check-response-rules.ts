import type { ResponseAssessment } from '../../shared/calls/views.ts';
import { millisecondsOfDay } from '../../shared/day.ts';
import { compareDecimals } from '../../shared/derive/decimal.ts';
import type { Reconciled } from '../../shared/derive/reconciliation.ts';
import { whereRare } from './rare.ts';

type InOneCourse = readonly ResponseAssessment[];

/** Assessments signed CR, PR or SD surely later than a PD of their course: under RECIST 1.1 there is no response after progression. */
export function afterProgression(course: InOneCourse): readonly ResponseAssessment[] {
  const first = course.reduce(
    (earliest, { code, span }) => (code === 'PD' && span !== null ? Math.min(earliest, span.to) : earliest),
    Infinity,
  );
  return course.filter(({ code, span }) => isControl(code) && span !== null && span.from >= first);
}

function isControl(code: string | null): boolean {
  return code === 'CR' || code === 'PR' || code === 'SD' || code === 'NON-CR/NON-PD';
}

/** Baselines with a response, and baselines with an impossible target sum. */
export function strangeBaselines(course: InOneCourse): { readonly responded: InOneCourse; readonly sums: InOneCourse } {
  const baselines = course.filter(({ isBaseline }) => isBaseline);
  const isMeasured = course.some(({ isBaseline, sum }) => !isBaseline && sum !== null && sum > 0);
  return {
    responded: baselines.filter(({ code }) => code !== null),
    sums: baselines.filter(({ sum, lesions }) => (sum === null || sum === 0 ? isMeasured : isBelowMeasurable(sum, lesions))),
  };
}

/** The smallest diameter of a target lesion at baseline, in mm (RECIST 1.1, 3.1.1). */
const leastDiameter = 10;

function isBelowMeasurable(sum: number, lesions: readonly string[] | null): boolean {
  return compareDecimals(sum, leastDiameter * Math.max(1, lesions?.length ?? 1)) < 0;
}

/**
 * Assessments before which a number of their case is missing; cases with an unnumbered assessment are skipped, because it may be the
 * missing one.
 */
export function afterGaps(assessments: readonly ResponseAssessment[]): readonly ResponseAssessment[] {
  const cases = Map.groupBy(
    assessments.filter(({ subject }) => subject !== ''),
    ({ subject, caseId }) => JSON.stringify([subject, caseId]),
  );
  return [...cases.values()].flatMap((own) => {
    const numbered = own
      .flatMap((one) => (one.timepoint === null ? [] : [{ one, number: one.timepoint }]))
      .sort((left, right) => left.number - right.number);
    if (numbered.length < own.length) return [];
    return numbered.flatMap(({ one, number }, at) => (number - (numbered[at - 1]?.number ?? number) > 1 ? [one] : []));
  });
}

/** Cases that several subjects have: every assessment that does not belong to the first subject. */
export function sharedCases(assessments: readonly ResponseAssessment[]): readonly ResponseAssessment[] {
  const named = assessments.filter(({ subject, caseId }) => subject !== '' && caseId !== null && caseId !== '');
  return [...Map.groupBy(named, ({ caseId }) => caseId).values()].flatMap((ofCase) =>
    ofCase.filter(({ subject }) => subject !== ofCase[0]?.subject),
  );
}

/**
 * Changes that were sent and that the sums do not confirm. Courses with a sum over other lesions are skipped, because the changes may refer
 * to that sum.
 */
export function otherChanges(lines: readonly Reconciled[]): readonly ResponseAssessment[] {
  const mixed = new Set(lines.flatMap(({ label, course }) => (course.otherLesions === null ? [] : [label])));
  return lines.flatMap(({ label, checked, course }) =>
    !mixed.has(label) && checked.changes.some(({ isSame }) => isSame === false) ? [course.assessment] : [],
  );
}

/** CR, PR or SD although a target lesion of the baseline is not in the sum; the response should then be NE (RECIST 1.1, 4.4.2). */
export function withoutAllLesions(lines: readonly Reconciled[]): readonly ResponseAssessment[] {
  return lines.flatMap(({ course: { assessment, otherLesions } }) =>
    otherLesions !== null && otherLesions.shared < otherLesions.of && isControl(assessment.code) ? [assessment] : [],
  );
}

/** PR or SD without a target sum, and NON-CR/NON-PD with one, if the baseline has a target sum. */
export function againstTargets(course: InOneCourse): readonly ResponseAssessment[] {
  const hasTargets = course.some(({ isBaseline, sum }) => isBaseline && sum !== null && sum > 0);
  if (!hasTargets) return [];
  return course.filter(
    ({ isBaseline, sum, code, notDerivedBecause }) =>
      !isBaseline &&
      notDerivedBecause === null &&
      (code === 'NON-CR/NON-PD' ? sum !== null : sum === null && (code === 'PR' || code === 'SD')),
  );
}

/** Minimum number of intervals in a study to determine the usual one. */
const fewestIntervals = 10;
/**
 * A long interval must be at least this many times the usual one and this many days; a short one is at most this share of the usual one.
 */
const farLonger = 3;
const longest = 150;
const farShorter = 0.2;

/** Assessments long after the previous one, or so soon after it that both belong to one time, compared with what is usual in the study. */
export function oddIntervals(courses: readonly InOneCourse[]): readonly ResponseAssessment[] {
  const intervals = courses.flatMap((course) => {
    const dated = course.flatMap((one) => (one.at === null ? [] : [{ one, at: one.at }])).sort((left, right) => left.at - right.at);
    return dated.slice(1).map(({ one, at }, place) => ({ one, days: (at - (dated[place]?.at ?? at)) / millisecondsOfDay }));
  });
  const inOrder = intervals.map(({ days }) => days).sort((left, right) => left - right);
  const usual = inOrder[Math.floor(inOrder.length / 2)] ?? 0;
  if (intervals.length < fewestIntervals || usual <= 0) return [];
  const odd = intervals.filter(({ one, days }) => {
    const isLate = days >= longest && days >= farLonger * usual;
    return isLate || (!one.isBaseline && days >= 1 && days <= farShorter * usual);
  });
  return whereRare(odd, intervals.length).map(({ one }) => one);
}
