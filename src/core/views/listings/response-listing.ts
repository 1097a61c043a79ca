import { compareTexts } from '../../../shared/compare-texts.ts';
import { coursesBySubject, waterfallOf, type SubjectCourse } from '../../../shared/derive/response-charts.ts';
import { readAssessments } from '../response-assessments.ts';
import { bestReported } from './best-reported.ts';
import { counted, worked, workedNumber, type MakeListing } from './listing.ts';

/** A row a subject with assessments: the waterfall as a table, with those that it does not draw. */
export const responseListing: MakeListing = ({ study }, { subjects }) => {
  const courses = coursesBySubject(readAssessments(study, subjects).assessments);
  const named = courses.filter(({ subject }) => subject !== '');
  const nameless = courses.filter(({ subject }) => subject === '').reduce((sum, { course }) => sum + course.length, 0);
  const waterfall = waterfallOf(courses, 'to-progression');
  const bars = new Map(waterfall.bars.map((bar) => [bar.subject, bar]));
  const omitted = new Map(waterfall.omitted.map(({ subject, because }) => [subject, because]));
  const rows = named
    .toSorted((left, right) => compareTexts(left.subject, right.subject))
    .map((one) => {
      const because = omitted.get(one.subject);
      return [
        ...[one.subject, bestReported(one), bars.get(one.subject)?.percent ?? null, one.course.length],
        ...[...datesOf(one), because === undefined ? null : leftOutWords[because]],
      ];
    });
  return Promise.resolve({
    columns,
    rows,
    says:
      `${counted(named.length, 'subject')} with assessments; ${counted(bars.size, 'subject')} with a change of the target sum from baseline, ` +
      `up to and including the first progression. ${counted(nameless, 'assessment')} that ${nameless === 1 ? 'names' : 'name'} no subject ${nameless === 1 ? 'is' : 'are'} not among them.`,
    anchor: null,
  });
};

const leftOutWords = {
  'no-baseline': 'no target sum at a baseline',
  'baseline-zero': 'the target sum at baseline is 0',
  'no-follow-up': 'no target sum after the baseline',
  'no-date': 'the baseline has no date',
} as const;

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
  worked(
    'best_response',
    'Best reported response',
    'The best response that was signed after the baseline, up to and including the first progression; unconfirmed.',
    {
      width: 180,
    },
  ),
  workedNumber(
    'best_change',
    'Best change, %',
    'The least percent change of the target sum from baseline, up to and including the first progression.',
    1,
  ),
  workedNumber('assessments', 'Assessments', 'All assessments of the subject, the baseline included.'),
  worked('first', 'First assessed', 'The first date of an assessment, as sent.', { kind: 'datetime' }),
  worked('last', 'Last assessed', 'The last date of an assessment, as sent.', { kind: 'datetime' }),
  worked('not_drawn', 'No change because', 'Why there is no percent change; empty where there is one.', { width: 260 }),
];
