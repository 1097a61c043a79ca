import { describe, expect, test } from 'vitest';
import type { ResponseAssessment } from '../../../src/shared/calls/views.ts';
import { coursesBySubject, spiderOf, swimmerOf, waterfallOf } from '../../../src/shared/derive/response-charts.ts';

const week = 7 * 86_400_000;

/** Assessments of a subject six weeks apart, the first of them the baseline: sums, and the responses signed. */
function assessed(
  subject: string,
  sums: readonly (number | null)[],
  codes: readonly (string | null)[] = [],
): readonly ResponseAssessment[] {
  return sums.map((sum, n) => ({
    ...{
      key: `${subject}-${String(n)}`,
      subject,
      caseId: subject,
      assessment: n === 0 ? 'Baseline' : `Follow-up ${String(n)}`,
      timepoint: n,
    },
    ...{ assessed: null, at: n * 6 * week, isBaseline: n === 0, sum, conclusion: null, code: codes[n - 1] ?? null },
    ...{ sent: { baseline: null, previous: null, nadir: null }, notDerivedBecause: null },
  }));
}

const study = coursesBySubject([
  ...assessed('0031', [50, 20, 0], ['PR', 'CR']),
  ...assessed('0012', [80, 60, 52, 90], ['SD', 'PR', 'PD']),
  ...assessed('0047', [40, 60, 20], ['PD', 'PR']),
  ...assessed('0044', [70]),
  ...assessed('0058', [0, 0], ['SD']),
  ...assessed('0060', [null, 30], ['SD']),
  ...assessed('0007', [100, 100], ['SD']),
]);

describe('a waterfall', () => {
  test('has the least change of each subject up to its first progression, from the worst to the best', () => {
    const { bars } = waterfallOf(study, 'to-progression');
    expect(bars.map(({ subject, percent, best, key }) => [subject, percent, best, key])).toEqual([
      ['0047', 50, 'PD', '0047-1'],
      ['0007', 0, 'SD', '0007-1'],
      ['0012', -35, 'PR', '0012-2'],
      ['0031', -100, 'CR', '0031-2'],
    ]);
  });

  test('has that of all assessments where they are asked for', () => {
    const { bars } = waterfallOf(study, 'all');
    expect(bars.find(({ subject }) => subject === '0047')).toMatchObject({ percent: -50, best: 'PR', assessments: 2 });
  });

  test('needs no date of the baseline, which comes before whatever has one', () => {
    const undated = assessed('0012', [80, 60]).map((one) => (one.isBaseline ? { ...one, at: null } : one));
    expect(waterfallOf(coursesBySubject(undated), 'all')).toMatchObject({ bars: [{ subject: '0012', percent: -25 }], omitted: [] });
  });

  test('leaves no subject out without saying so', () => {
    const { bars, omitted } = waterfallOf(study, 'to-progression');
    expect(omitted).toEqual([
      { subject: '0044', because: 'no-follow-up' },
      { subject: '0058', because: 'baseline-zero' },
      { subject: '0060', because: 'no-baseline' },
    ]);
    expect(bars.length + omitted.length).toBe(study.length);
  });
});

test('assessments that name nobody are no one in a figure, and compared with nothing', () => {
  const courses = coursesBySubject(assessed('', [80, 40], ['PR']));
  expect(courses.flatMap(({ course }) => course.map(({ fromBaseline }) => fromBaseline))).toEqual([null, null]);
  expect(waterfallOf(courses, 'all')).toEqual({ bars: [], omitted: [] });
  expect(spiderOf(courses)).toEqual({ lines: [], omitted: [] });
  expect(swimmerOf(courses)).toEqual({ lanes: [], omitted: [] });
});

describe('a spider plot', () => {
  test('goes from the baseline over every assessment, in weeks', () => {
    const { lines, omitted } = spiderOf(study);
    expect(lines.find(({ subject }) => subject === '0012')).toEqual({
      subject: '0012',
      best: 'PR',
      points: [
        { weeks: 0, percent: 0, code: null, key: '0012-0' },
        { weeks: 6, percent: -25, code: 'SD', key: '0012-1' },
        { weeks: 12, percent: -35, code: 'PR', key: '0012-2' },
        { weeks: 18, percent: 12.5, code: 'PD', key: '0012-3' },
      ],
    });
    expect(omitted.map(({ subject }) => subject)).toEqual(['0044', '0058', '0060']);
  });

  test('leaves out a subject whose baseline has no date', () => {
    const undated = assessed('0012', [80, 60]).map((one) => (one.isBaseline ? { ...one, at: null } : one));
    expect(spiderOf(coursesBySubject(undated))).toEqual({ lines: [], omitted: [{ subject: '0012', because: 'no-date' }] });
  });
});

describe('a swimmer plot', () => {
  test('goes from the baseline to the last assessment, the longest first; one with the baseline alone has no length', () => {
    const { lanes, omitted } = swimmerOf(study);
    expect(lanes.map(({ subject, weeks }) => [subject, weeks])).toEqual([
      ['0012', 18],
      ['0031', 12],
      ['0047', 12],
      ['0007', 6],
      ['0058', 6],
      ['0060', 6],
      ['0044', 0],
    ]);
    expect(omitted).toEqual([]);
  });

  test('leaves out a subject without a baseline', () => {
    const [, followUp] = assessed('0012', [80, 60]);
    expect(swimmerOf(coursesBySubject(followUp === undefined ? [] : [followUp])).omitted).toEqual([
      { subject: '0012', because: 'no-baseline' },
    ]);
  });
});
