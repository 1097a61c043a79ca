import type { AssessmentLeftOut, LeftOut, Omitted, OmittedAssessment, OmittedCourse } from '../../../shared/derive/response-charts.ts';
import { mostInFilter } from '../../../shared/derive/left-out.ts';
import { lesionWords } from '../../../shared/derive/lesions.ts';
import type { Omission } from './figure.ts';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

const courseReasons: Readonly<Record<LeftOut, string>> = {
  'no-baseline': 'no baseline sum',
  'baseline-zero': 'a baseline sum of 0',
  'no-date': 'a baseline without a complete, valid date',
  'other-lesions': 'no sum after baseline of the same lesions',
  'either-baseline': 'two readings in one case: several baselines, then several assessments at once',
  'no-follow-up': 'no sum after baseline',
  'none-in-window': 'no sum up to the first PD',
  'no-dated-follow-up': 'no sum after baseline with a complete, valid date',
};

export function reasonWords(because: LeftOut): string {
  return courseReasons[because];
}

const assessmentReasons: Readonly<Record<AssessmentLeftOut, string>> = {
  'before-baseline': 'a date before the baseline',
  'other-lesions': 'a sum of different lesions than at baseline',
  'no-sum': 'no target sum in mm',
  'no-date': 'no complete, valid date',
  nobody: 'no subject named',
};

/** "1 of 2 lesions" if different lesions are the reason, otherwise the reason. */
export function assessmentReasonWords({ because, otherLesions }: OmittedAssessment): string {
  return otherLesions === null ? assessmentReasons[because] : lesionWords(otherLesions);
}

/** Maximum number of names listed; the rest are counted, and the table lists all. */
const mostNamed = 12;

export function namesOf(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${formatCount(more)} more (see the table)` : ''}`;
}

/** What a figure omits, by reason: first whole courses, then single assessments. */
export function omissionsOf({ omitted, apart }: Omitted): readonly Omission[] {
  return [
    ...[...Map.groupBy(omitted, ({ because }) => because)].map(([because, courses]) => ofCourses(because, courses)),
    ...[...Map.groupBy(apart, ({ because }) => because)].map(([because, assessments]) => ofAssessments(because, assessments)),
  ];
}

function ofCourses(because: LeftOut, courses: readonly OmittedCourse[]): Omission {
  const subjects = [...new Set(courses.map(({ subject }) => subject))];
  return {
    words: `${courseReasons[because]}: ${namesOf(courses.map(({ label }) => label))}`,
    where: subjects.length > mostInFilter ? null : [{ column: 'subject', op: 'in', values: subjects }],
  };
}

function ofAssessments(because: AssessmentLeftOut, assessments: readonly OmittedAssessment[]): Omission {
  const keys = assessments.map(({ key }) => key);
  const names = [...new Set(assessments.map(({ label }) => label).filter((label) => label !== ''))];
  return {
    words: `${formatCountOf(assessments.length, 'assessment')} with ${assessmentReasons[because]}${names.length === 0 ? '' : `: ${namesOf(names)}`}`,
    where: keys.length > mostInFilter ? null : [{ column: 'record_id', op: 'in', values: keys }],
  };
}

interface OfSubject {
  readonly subject: string;
}

/** "5 subjects", or "6 courses of 5 subjects" if some have several courses. */
export function coursesWords(courses: readonly OfSubject[]): string {
  const subjects = subjectsIn(courses);
  const counted = formatCountOf(subjects, 'subject');
  return subjects === courses.length ? counted : `${formatCountOf(courses.length, 'course')} of ${counted}`;
}

/** "n = 14 of 22 subjects with assessments", followed by the number of courses if some subjects have several. */
export function shareWords(drawn: readonly OfSubject[], omitted: readonly OfSubject[]): string {
  const all = [...drawn, ...omitted];
  const said = `n = ${formatCount(subjectsIn(drawn))} of ${formatCountOf(subjectsIn(all), 'subject')} with assessments`;
  return subjectsIn(all) === all.length
    ? said
    : `${said}, ${formatCount(drawn.length)} of ${formatCountOf(all.length, 'course')}: one for each case and baseline`;
}

function subjectsIn(courses: readonly OfSubject[]): number {
  return new Set(courses.map(({ subject }) => subject)).size;
}
