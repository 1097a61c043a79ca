import type { ResponseAssessment } from '../../shared/calls/views.ts';
import { millisecondsOfDay } from '../../shared/day.ts';
import { compareDecimals } from '../../shared/derive/decimal.ts';
import type { Reconciled } from '../../shared/derive/reconciliation.ts';
import { whereRare } from './rare.ts';

type InOneCourse = readonly ResponseAssessment[];

/** Those signed CR, PR or SD surely later than a PD of their course: under RECIST 1.1 there is no response after progression. */
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

/** Baselines with a response, and those whose target sum cannot be one. */
export function strangeBaselines(course: InOneCourse): { readonly responded: InOneCourse; readonly sums: InOneCourse } {
  const baselines = course.filter(({ isBaseline }) => isBaseline);
  const isMeasured = course.some(({ isBaseline, sum }) => !isBaseline && sum !== null && sum > 0);
  return {
    responded: baselines.filter(({ code }) => code !== null),
    sums: baselines.filter(({ sum, lesions }) => (sum === null || sum === 0 ? isMeasured : isBelowMeasurable(sum, lesions))),
  };
}

/** The least diameter of a target lesion at baseline, in mm (RECIST 1.1, 3.1.1). */
const leastDiameter = 10;

function isBelowMeasurable(sum: number, lesions: readonly string[] | null): boolean {
  return compareDecimals(sum, leastDiameter * Math.max(1, lesions?.length ?? 1)) < 0;
}

/** Assessments of one course with the timepoint of another one; the baseline has a check of its own. */
export function repeatedTimepoints(course: InOneCourse): readonly ResponseAssessment[] {
  const known = new Set<number>();
  return course.filter(({ isBaseline, timepoint }) => !isBaseline && timepoint !== null && known.size === known.add(timepoint).size);
}

/** Those before which a number of their case was left out; where one has no number, that may be it. */
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

/** Cases that several subjects have: every assessment of those that are not of the first. */
export function sharedCases(assessments: readonly ResponseAssessment[]): readonly ResponseAssessment[] {
  const named = assessments.filter(({ subject, caseId }) => subject !== '' && caseId !== null && caseId !== '');
  return [...Map.groupBy(named, ({ caseId }) => caseId).values()].flatMap((ofCase) =>
    ofCase.filter(({ subject }) => subject !== ofCase[0]?.subject),
  );
}

/** Changes that were sent and that the sums do not bear out; where a sum of the course is of other lesions, those sent may be changes from it. */
export function otherChanges(lines: readonly Reconciled[]): readonly ResponseAssessment[] {
  const mixed = new Set(lines.flatMap(({ label, course }) => (course.otherLesions === null ? [] : [label])));
  return lines.flatMap(({ label, checked, course }) =>
    !mixed.has(label) && checked.changes.some(({ isSame }) => isSame === false) ? [course.assessment] : [],
  );
}

/** CR, PR or SD although a target lesion of the baseline is not in the sum: then the response is NE (RECIST 1.1, 4.4.2). */
export function withoutAllLesions(lines: readonly Reconciled[]): readonly ResponseAssessment[] {
  return lines.flatMap(({ course: { assessment, otherLesions } }) =>
    otherLesions !== null && otherLesions.shared < otherLesions.of && isControl(assessment.code) ? [assessment] : [],
  );
}

/** PR or SD without a target sum, and NON-CR/NON-PD with one, where the baseline has a target sum. */
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

/** Intervals of a study at least, from which a usual one is told. */
const fewestIntervals = 10;
/** How many times the usual interval, and days, an interval is at least that leaves assessments out; and the share of one that is none. */
const farLonger = 3;
const longest = 150;
const farShorter = 0.2;

/** Assessments long after the one before, or so soon after it that the two are of one time, beside what is usual in the study. */
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
