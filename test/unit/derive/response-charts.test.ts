import { describe, expect, test } from 'vitest';
import type { ResponseAssessment } from '../../../src/shared/calls/views.ts';
import { spiderOf, swimmerOf, waterfallOf } from '../../../src/shared/derive/response-charts.ts';
import { coursesBySubject } from '../../../src/shared/derive/subject-courses.ts';

const week = 7 * 86_400_000;

/** Assessments of a subject with these sums and signed responses, six weeks apart; the first is the baseline. */
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
    ...{ at: n * 6 * week, span: { from: n * 6 * week, to: n * 6 * week + 1 }, implausible: null, lesions: null },
    ...{ assessed: null, isBaseline: n === 0, sum, conclusion: null, code: codes[n - 1] ?? null },
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
  test('shows the best change of each subject up to its first progression, from the worst to the best', () => {
    const { bars } = waterfallOf(study, 'to-progression');
    expect(bars.map(({ subject, percent, best, key }) => [subject, percent, best, key])).toEqual([
      ['0047', 50, 'PD', '0047-1'],
      ['0007', 0, 'SD', '0007-1'],
      ['0012', -35, 'PR', '0012-2'],
      ['0031', -100, 'CR', '0031-2'],
    ]);
  });

  test('shows the best change over all assessments if asked to', () => {
    const { bars } = waterfallOf(study, 'all');
    expect(bars.find(({ subject }) => subject === '0047')).toMatchObject({ percent: -50, best: 'PR', assessments: 2 });
  });

  test('needs no date of the baseline', () => {
    const undated = assessed('0012', [80, 60]).map((one) => (one.isBaseline ? { ...one, at: null, span: null } : one));
    expect(waterfallOf(coursesBySubject(undated), 'all')).toMatchObject({ bars: [{ subject: '0012', percent: -25 }], omitted: [] });
  });

  test('gives a reason for every subject left out', () => {
    const { bars, omitted } = waterfallOf(study, 'to-progression');
    expect(omitted).toEqual([
      { subject: '0044', label: '0044', because: 'no-follow-up' },
      { subject: '0058', label: '0058', because: 'baseline-zero' },
      { subject: '0060', label: '0060', because: 'no-baseline' },
    ]);
    expect(bars.length + omitted.length).toBe(study.length);
  });
});

test('assessments without a subject are drawn in no figure and compared with nothing', () => {
  const courses = coursesBySubject(assessed('', [80, 40], ['PR']));
  expect(courses.flatMap(({ course }) => course.map(({ fromBaseline }) => fromBaseline))).toEqual([null, null]);
  const apart = ['-0', '-1'].map((key) => ({ subject: '', label: '', key, because: 'nobody', otherLesions: null }));
  expect(waterfallOf(courses, 'all')).toEqual({ bars: [], omitted: [], apart });
  expect(spiderOf(courses)).toEqual({ lines: [], omitted: [], apart });
  expect(swimmerOf(courses)).toEqual({ lanes: [], omitted: [], apart });
});

test('all figures list the left-out assessments of a subject with more of them than a call takes arguments', () => {
  const many = 150_000;
  const sums = Array.from({ length: many }, (_, n) => (n < 2 ? 80 : null));
  const courses = coursesBySubject(assessed('0012', sums).map((one, n) => (n < 2 ? one : { ...one, at: null, span: null })));
  for (const { apart } of [waterfallOf(courses, 'all'), spiderOf(courses), swimmerOf(courses)]) expect(apart).toHaveLength(many - 2);
});

describe('a spider plot', () => {
  test('runs from the baseline through every assessment, in weeks', () => {
    const { lines, omitted } = spiderOf(study);
    expect(lines.find(({ subject }) => subject === '0012')).toEqual({
      subject: '0012',
      label: '0012',
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
    const undated = assessed('0012', [80, 60]).map((one) => (one.isBaseline ? { ...one, at: null, span: null } : one));
    expect(spiderOf(coursesBySubject(undated))).toEqual({
      lines: [],
      omitted: [{ subject: '0012', label: '0012', because: 'no-date' }],
      apart: [],
    });
  });

  test('leaves out a subject whose only comparable follow-up has no date, even if another one covers other lesions', () => {
    const undated = assessed('0012', [80, 60, 14]).map((one, n) => ({
      ...one,
      lesions: n === 2 ? ['T1'] : ['T1', 'T2'],
      ...(n === 1 ? { at: null, span: null } : {}),
    }));
    for (const course of [undated, undated.slice(0, 2)])
      expect(spiderOf(coursesBySubject(course)).omitted).toEqual([{ subject: '0012', label: '0012', because: 'no-dated-follow-up' }]);
  });
});

describe('a swimmer plot', () => {
  test('runs from the baseline to the last assessment, longest first; a baseline alone has no length', () => {
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
      { subject: '0012', label: '0012', because: 'no-baseline' },
    ]);
  });
});

describe('several courses of one subject', () => {
  const second = assessed('0012', [40, 30], ['SD']).map((one) => ({ ...one, key: `second-${one.key}`, caseId: '9' }));
  const courses = coursesBySubject([...assessed('0012', [80, 40], ['PR']), ...second, ...assessed('0031', [50, 20, 0])]);

  test('have a bar, a line and a lane each, labelled by their case', () => {
    const labels = ['0012 · case 0012', '0012 · case 9', '0031'];
    expect(waterfallOf(courses, 'all').bars.map(({ label, percent }) => [label, percent])).toEqual([
      ['0012 · case 9', -25],
      ['0012 · case 0012', -50],
      ['0031', -100],
    ]);
    expect(spiderOf(courses).lines.map(({ label }) => label)).toEqual(labels);
    expect(
      swimmerOf(courses)
        .lanes.map(({ label }) => label)
        .sort(),
    ).toEqual(labels);
  });

  test('of one case are labelled by their baseline', () => {
    const again = assessed('0012', [80, 40, 60, 45]).map((one, n) => (n === 2 ? { ...one, isBaseline: true, timepoint: 0 } : one));
    expect(waterfallOf(coursesBySubject(again), 'all').bars.map(({ label, percent }) => [label, percent])).toEqual([
      ['0012 · baseline 2', -25],
      ['0012 · baseline 1', -50],
    ]);
  });
});

describe('sums of fewer lesions', () => {
  const fewer = assessed('0012', [80, 50, 14], ['PR', 'PR']).map((one, n) => ({ ...one, lesions: n === 2 ? ['T1'] : ['T1', 'T2'] }));

  test('are neither a best change nor a point, and are counted', () => {
    const { bars, apart } = waterfallOf(coursesBySubject(fewer), 'all');
    expect(bars.map(({ percent, assessments }) => [percent, assessments])).toEqual([[-37.5, 1]]);
    expect(apart).toMatchObject([{ key: '0012-2', because: 'other-lesions', otherLesions: { shared: 1, of: 2, others: 0 } }]);
    const spider = spiderOf(coursesBySubject(fewer));
    expect(spider.lines[0]?.points.map(({ key }) => key)).toEqual(['0012-0', '0012-1']);
    expect(spider.apart).toEqual(apart);
  });

  test('leave out a subject that has no others, with the reason', () => {
    const only = coursesBySubject(fewer.filter((_, n) => n !== 1));
    expect(waterfallOf(only, 'all').omitted).toEqual([{ subject: '0012', label: '0012', because: 'other-lesions' }]);
    expect(spiderOf(only).omitted).toEqual([{ subject: '0012', label: '0012', because: 'other-lesions' }]);
  });
});

test('a spider has the best response up to the first progression, as the waterfall and the table of subjects have', () => {
  const after = coursesBySubject(assessed('0012', [80, 100, 40], ['PD', 'PR']));
  expect(spiderOf(after).lines).toMatchObject([{ best: 'PD', points: { length: 3 } }]);
  expect(waterfallOf(after, 'to-progression').bars).toMatchObject([{ best: 'PD' }]);
});

test('an assessment dated before its baseline is counted, because it has no change', () => {
  const early = assessed('0012', [80, 60, 50]).map((one, n) =>
    n === 2 ? { ...one, at: -week, span: { from: -week, to: 1 - week } } : one,
  );
  const apart = [{ subject: '0012', label: '0012', key: '0012-2', because: 'before-baseline', otherLesions: null }];
  expect(waterfallOf(coursesBySubject(early), 'all').apart).toEqual(apart);
  expect(spiderOf(coursesBySubject(early))).toMatchObject({ lines: [{ points: { length: 2 } }], apart });
});

test('every assessment is drawn, or counted with its course or alone', () => {
  const hostile = [
    ...assessed('0012', [80, 60, null, 52], ['SD', 'NE', 'SD']).map((one, n) => (n === 1 ? { ...one, at: null, span: null } : one)),
    ...assessed('', [10, 5]),
    ...assessed('0060', [null, 30]),
  ];
  const { lines, omitted, apart } = spiderOf(coursesBySubject(hostile));
  const drawn = lines.flatMap(({ points }) => points.map(({ key }) => key));
  expect([...drawn, ...apart.map(({ key }) => key)].sort()).toEqual(['-0', '-1', '0012-0', '0012-1', '0012-2', '0012-3']);
  expect(apart.map(({ because }) => because)).toEqual(['nobody', 'nobody', 'no-date', 'no-sum']);
  expect(omitted.map(({ subject }) => subject)).toEqual(['0060']);
  expect(swimmerOf(coursesBySubject(hostile)).apart.map(({ key }) => key)).toEqual(['-0', '-1', '0012-1']);
});
