import { waterfallOf, type AssessmentLeftOut, type LeftOut, type Waterfall } from '../../shared/derive/response-charts.ts';
import { coursesBySubject, type SubjectCourse } from '../../shared/derive/subject-courses.ts';
import { readAssessments } from '../views/response-assessments.ts';
import { bestReported } from '../views/best-reported.ts';
import { worked, workedNumber, type MakeListing } from './listing.ts';
import { formatCount, formatCountOf } from '../../shared/format-count.ts';

/** One row per course (subject, case and baseline): the waterfall as a table, including the courses that it does not draw. */
export const responseListing: MakeListing = ({ study }, { subjects }) => {
  const courses = coursesBySubject(readAssessments(study, subjects).assessments);
  const named = courses.filter(({ subject }) => subject !== '');
  const nameless = courses.filter(({ subject }) => subject === '').reduce((sum, { course }) => sum + course.length, 0);
  const people = new Set(named.map(({ subject }) => subject)).size;
  const waterfall = waterfallOf(courses, 'to-progression');
  const bars = new Map(waterfall.bars.map((bar) => [bar.label, bar]));
  const omitted = new Map(waterfall.omitted.map(({ label, because }) => [label, because]));
  const rows = named.map((one) => {
    const because = omitted.get(one.label);
    return [
      ...[one.subject, nameOf(one), bestReported(one), bars.get(one.label)?.percent ?? null, one.course.length],
      ...[...datesOf(one), because === undefined ? null : leftOutWords[because]],
    ];
  });
  return Promise.resolve({
    columns,
    rows,
    says:
      `${formatCountOf(people, 'subject')} with assessments, ${formatCountOf(named.length, 'course')}; ${formatCountOf(bars.size, 'course')} with a change of the target sum from baseline, ` +
      `up to and including the first progression. ${notCompared(waterfall)} ${formatCountOf(nameless, 'assessment')} that ${nameless === 1 ? 'names' : 'name'} no subject ${nameless === 1 ? 'is' : 'are'} not included.`,
    anchor: null,
  });
};

/** The assessments of the courses with a change that cannot be their lowest one. */
function notCompared({ apart }: Waterfall): string {
  const countApart = (why: AssessmentLeftOut): number => apart.filter(({ because }) => because === why).length;
  return (
    `Not compared with the baseline in these courses: ${formatCountOf(countApart('no-sum'), 'assessment')} without a target sum, ` +
    `${formatCount(countApart('other-lesions'))} over other lesions and ${formatCount(countApart('before-baseline'))} from before it.`
  );
}

/** Identifies one of several courses of a subject; null if there is only one. */
function nameOf({ subject, label }: SubjectCourse): string | null {
  return label === subject ? null : label.slice(`${subject} · `.length);
}

const leftOutWords: Readonly<Record<LeftOut, string>> = {
  'no-baseline': 'no target sum at a baseline',
  'baseline-zero': 'the target sum at baseline is 0',
  'no-follow-up': 'no target sum after the baseline',
  'no-date': 'the baseline has no complete, valid date',
  'other-lesions': 'no target sum after the baseline covers the same lesions',
  'either-baseline': 'two readings in one case: several baselines, then several assessments at once',
  'none-in-window': 'no target sum up to the first progression',
  'no-dated-follow-up': 'no target sum after the baseline has a complete, valid date',
};

/** The first and the last date of assessment, as sent. */
function datesOf({ course }: SubjectCourse): readonly [string | null, string | null] {
  const dated = course
    .map(({ assessment }) => assessment)
    .filter(({ at }) => at !== null)
    .toSorted((left, right) => (left.at ?? 0) - (right.at ?? 0));
  return [dated[0]?.assessed ?? null, dated.at(-1)?.assessed ?? null];
}

const columns = [
  worked('subject', 'Subject', 'The subject.', { sdtm: 'SUBJID' }),
  worked('course', 'Course', 'Case and baseline, for a subject with several: each is compared separately.', { width: 160 }),
  worked(
    'best_response',
    'Best reported response',
    'The best response signed after the baseline, up to and including the first progression; unconfirmed.',
    {
      width: 180,
    },
  ),
  workedNumber(
    'best_change',
    'Best change, %',
    'The lowest percent change of the target sum from baseline, up to and including the first progression.',
    1,
  ),
  workedNumber('assessments', 'Assessments', 'All assessments of the course, including the baseline.'),
  worked('first', 'First assessed', 'The first date of an assessment, as sent.', { kind: 'datetime' }),
  worked('last', 'Last assessed', 'The last date of an assessment, as sent.', { kind: 'datetime' }),
  worked('not_drawn', 'No change because', 'Why there is no percent change; empty if there is one.', { width: 260 }),
];
