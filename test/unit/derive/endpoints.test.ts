import { describe, expect, test } from 'vitest';
import type { ResponseAssessment } from '../../../src/shared/calls/views.ts';
import { usualRules } from '../../../src/shared/derive/best-overall-response.ts';
import { endpointsOf, responseRates, type Endpoints } from '../../../src/shared/derive/endpoints.ts';
import { localSpan } from '../../../src/shared/derive/plausible-date.ts';
import { reconcile } from '../../../src/shared/derive/reconciliation.ts';
import { waterfallOf, spiderOf, swimmerOf } from '../../../src/shared/derive/response-charts.ts';
import { coursesBySubject, type SubjectCourse } from '../../../src/shared/derive/subject-courses.ts';

const day = 86_400_000;

/** `baseline 2024-01-10, PR 2024-03-10`: the assessments of one case of a subject, numbered in this order; `-` has no date. */
function assessed(text: string, { subject = '0012', caseId = '7' } = {}): readonly ResponseAssessment[] {
  return text.split(', ').map((one, n): ResponseAssessment => {
    const [code = '', assessed = ''] = one.split(' ');
    const isBaseline = code === 'baseline';
    const span = localSpan(assessed);
    return {
      ...{ key: `${caseId}-${String(n)}`, subject, caseId, assessment: null, timepoint: isBaseline ? 0 : n + 1, assessed },
      ...{
        at: span === null || span.to - span.from > day ? null : span.from,
        span,
        implausible: null,
        isBaseline,
        sum: null,
        lesions: null,
      },
      ...{ conclusion: null, code: isBaseline ? null : code, notDerivedBecause: null },
      ...{ sent: { baseline: null, previous: null, nadir: null } },
    };
  });
}

function coursesIn(...cases: readonly string[]): readonly SubjectCourse[] {
  return coursesBySubject(cases.flatMap((text, n) => assessed(text, { caseId: String(n) })));
}

/** Counted from 2024-01-10. */
function endpointsIn(courses: readonly SubjectCourse[], confirmed = false): Endpoints {
  return endpointsOf(courses, new Map([['0012', Date.parse('2024-01-10') / day]]), { ...usualRules, confirmed });
}

test('lists the undated assessments of a subject with more of them than a call takes arguments', () => {
  const many = 150_000;
  const later = Array.from({ length: many }, () => 'SD -').join(', ');
  const before = Array.from({ length: many }, () => 'SD 2024-01-03').join(', ');
  expect(endpointsIn(coursesIn(`baseline 2024-01-10, ${later}`)).undated).toHaveLength(many);
  expect(endpointsIn(coursesIn(`${before}, baseline 2024-01-10`)).beforeBaseline).toHaveLength(many);
});

describe('an assessment dated before the baseline', () => {
  const courses = coursesIn('PD 2024-01-03, baseline 2024-01-10, PR 2024-03-10, PR 2024-05-10');

  test('is no progression and no response', () => {
    expect(endpointsIn(courses, true).subjects).toMatchObject([
      { best: 'PR', confirmedBest: 'PR', progression: null, toResponse: { time: 61, isEvent: true }, toProgression: { isEvent: false } },
    ]);
  });

  test('is listed among the assessments that are left out', () => {
    expect(endpointsIn(courses)).toMatchObject({ beforeBaseline: ['0-0'], ofFurtherCourses: [], nameless: [], undated: [] });
  });

  test('is in no bar and not the best response of a line, but stays a mark of a lane', () => {
    const sums = [90, 80, 40, 30];
    const measured = coursesBySubject(
      assessed('PR 2024-01-03, baseline 2024-01-10, SD 2024-03-10, SD 2024-05-10').map((one, n) => ({ ...one, sum: sums[n] ?? null })),
    );
    expect(waterfallOf(measured, 'to-progression').bars).toMatchObject([{ percent: -62.5, best: 'SD', assessments: 2 }]);
    expect(spiderOf(measured).lines).toMatchObject([{ best: 'SD', points: { length: 3 } }]);
    expect(swimmerOf(measured).lanes).toMatchObject([{ marks: { length: 3 } }]);
  });

  test('is not one within the partial date of a baseline known only by its name', () => {
    const named = assessed('baseline 2024-01, PR 2024-01-20').map((one) => (one.isBaseline ? { ...one, timepoint: null } : one));
    expect(endpointsIn(coursesBySubject(named)).subjects).toMatchObject([{ best: 'PR' }]);
  });
});

describe('an assessment without a complete date', () => {
  test.each([
    ['baseline 2024-01-10, PD 2024-03', 'PD', ['progression'], null, { time: 1, isEvent: false }],
    ['baseline 2024-01-10, SD 2024-03-01, PD 2024-05, PD 2024-06-10', 'SD', ['progression'], null, { time: 52, isEvent: false }],
    ['baseline 2024-01-10, PR 2024-03', 'PR', ['response'], { time: 1, isEvent: false }, null],
    ['baseline 2024-01-10, PR 2024-03, PD 2024-05-10', 'PR', ['response'], { time: 122, isEvent: true }, null],
    ['baseline 2024-01-10, SD 2024-03-01, SD -', 'SD', [], { time: 52, isEvent: false }, { time: 52, isEvent: false }],
  ])('%s: %s, no day of %j', (text, best, noDay, toProgression, toResponse) => {
    const found = endpointsIn(coursesIn(text));
    expect(found.subjects).toMatchObject([{ best, noDay, toProgression, toResponse, ofResponse: null }]);
    expect(found.undated).toHaveLength(1);
  });

  test('leaves a response in the rate, and gives it no duration if the progression has no day', () => {
    const found = endpointsIn(coursesIn('baseline 2024-01-10, PR 2024-03-10, PR 2024-04-10, PD 2024-06'), true);
    expect(found.subjects).toMatchObject([{ confirmedBest: 'PR', toResponse: { time: 61, isEvent: true }, ofResponse: null }]);
    expect(responseRates(endpointsIn(coursesIn('baseline 2024-01-10, PR 2024-03')), false).response.subjects).toEqual(['0012']);
  });
});

test('an assessment whose conclusion is no response is listed, as what it hides may be a progression', () => {
  const unread = assessed('baseline 2024-01-10, PR 2024-03-10, PD 2024-04-10').map((one) =>
    one.code === 'PD' ? { ...one, code: null } : one,
  );
  expect(endpointsIn(coursesBySubject(unread))).toMatchObject({ withoutResponse: ['7-2'], subjects: [{ progression: null }] });
  expect(endpointsIn(coursesIn('baseline 2024-01-10, PR 2024-03-10, NE 2024-04-10')).withoutResponse).toEqual([]);
});

describe('conclusions by other criteria', () => {
  const byOthers = (text: string, caseId: string): readonly ResponseAssessment[] =>
    assessed(text, { caseId }).map((one) => ({ ...one, code: null, notDerivedBecause: 'criteria are not RECIST 1.1' }));

  test('do not make their subject one without a response', () => {
    const found = endpointsIn(coursesBySubject(byOthers('baseline 2024-01-10, PR 2024-03-10', '1')));
    expect(found).toMatchObject({ subjects: [], notCounted: [{ subject: '0012', because: 'other-criteria' }] });
    expect(responseRates(found, false).of).toBe(0);
  });

  test('leave its course by RECIST 1.1 in place', () => {
    const both = [
      ...byOthers('baseline 2024-01-08, PR 2024-03-10', '1'),
      ...assessed('baseline 2024-01-10, PR 2024-03-10', { caseId: '2' }),
    ];
    expect(endpointsIn(coursesBySubject(both))).toMatchObject({ subjects: [{ best: 'PR' }], furtherCourses: ['0012 · case 1'] });
  });

  test('count as not evaluable beside others of their course', () => {
    const [baseline, ...others] = assessed('baseline 2024-01-10, PR 2024-03-10, PR 2024-05-10', { caseId: '1' });
    const mixed = [baseline, ...others.slice(1), ...byOthers('baseline 2024-01-10, PR 2024-03-10', '1').slice(1)].filter(
      (one) => one !== undefined,
    );
    expect(endpointsIn(coursesBySubject(mixed)).subjects).toMatchObject([{ best: 'PR', response: '2024-05-10' }]);
  });
});

describe('of several courses of a subject', () => {
  test('the first with a baseline counts, and the others are listed', () => {
    const found = endpointsIn(coursesIn('PD 2024-01-02', 'baseline 2024-01-10, PR 2024-03-10', 'baseline 2024-01-11, SD 2024-03-10'));
    expect(found.subjects).toMatchObject([{ best: 'PR' }]);
    expect(found.notCounted).toEqual([]);
    expect(found.furtherCourses).toEqual(['0012 · case 0', '0012 · case 2']);
    expect(found.ofFurtherCourses).toEqual(['0-0', '2-0', '2-1']);
  });

  test('those of nobody are listed by their assessments', () => {
    const found = endpointsIn(coursesBySubject(assessed('baseline 2024-01-10, PR 2024-03-10', { subject: '' })));
    expect(found).toMatchObject({ subjects: [], notCounted: [], furtherCourses: [], nameless: ['7-0', '7-1'] });
  });

  test('none counts if none has a baseline', () => {
    const found = endpointsIn(coursesIn('PD 2024-01-02', 'PR 2024-03-10'));
    expect(found.notCounted).toEqual([{ subject: '0012', because: 'no-baseline' }]);
    expect(found.furtherCourses).toEqual(['0012 · case 1']);
  });

  test('one that ends with its baseline does not count if another one has assessments', () => {
    const twice = assessed('baseline 2024-01-03, baseline 2024-01-10, PR 2024-03-10, PR 2024-05-10');
    expect(endpointsIn(coursesBySubject(twice), true)).toMatchObject({
      subjects: [{ confirmedBest: 'PR' }],
      furtherCourses: ['0012 · baseline 1'],
      ofFurtherCourses: ['7-0'],
    });
    const found = endpointsIn(coursesIn('baseline 2024-01-09', 'baseline 2024-01-10, PR 2024-03-10'));
    expect(found).toMatchObject({ subjects: [{ best: 'PR' }], furtherCourses: ['0012 · case 0'] });
    expect(endpointsIn(coursesIn('baseline 2024-01-10')).subjects).toMatchObject([{ best: null }]);
  });
});

describe('two readers', () => {
  const [one, other] = ['baseline 2024-01-10, PR 2024-03-10, PR 2024-05-10', 'baseline 2024-01-10, SD 2024-03-10, PD 2024-05-10'];

  test('with a case each are two courses', () => {
    const found = endpointsIn(coursesIn(one, other), true);
    expect(found).toMatchObject({ subjects: [{ confirmedBest: 'PR', progression: null }], furtherCourses: ['0012 · case 1'] });
  });

  const inOneCase = [...assessed(one), ...assessed(other).map((of) => ({ ...of, key: `other ${of.key}` }))];

  test('in one case are not counted, with the reason, as nothing says which assessments belong together', () => {
    const found = endpointsIn(coursesBySubject(inOneCase));
    expect(found).toMatchObject({ subjects: [], notCounted: [{ subject: '0012', because: 'either-baseline' }], repeated: [] });
    expect(responseRates(found, false).of).toBe(0);
  });

  test('in one case leave a case of their own that has one reader', () => {
    const third = assessed(one, { caseId: '8' });
    expect(endpointsIn(coursesBySubject([...inOneCase, ...third])).subjects).toMatchObject([{ best: 'PR', progression: null }]);
  });

  test('in one case have no bar and no line, and their sums agree with nothing', () => {
    const courses = coursesBySubject(inOneCase.map((of, n) => ({ ...of, sum: [100, 60, 55, 90, 65, 85][n] ?? null })));
    const omitted = [
      { label: '0012 · baseline 1', because: 'no-follow-up' },
      { label: '0012 · baseline 2, not compared', because: 'either-baseline' },
    ];
    expect(waterfallOf(courses, 'to-progression')).toMatchObject({ bars: [], omitted });
    expect(spiderOf(courses)).toMatchObject({ lines: [], omitted });
    const { outcomes, lines } = reconcile(courses);
    expect(outcomes).toEqual({ agrees: 0, 'not-explained': 0, contradicts: 0 });
    expect(lines.at(-1)?.checked.because).toContain('as of two readers');
  });
});

test.each([
  ['at the timepoint', 'PD 2024-03-20', 2],
  ['on the day', 'PD 2024-03-10', 3],
])('an assessment %s of an earlier one counts, and is listed', (_, second, timepoint) => {
  const corrected = assessed(`baseline 2024-01-10, PR 2024-03-10, ${second}`).map((one, n) => (n === 2 ? { ...one, timepoint } : one));
  const found = endpointsIn(coursesBySubject(corrected));
  expect(found).toMatchObject({ repeated: ['7-2'], subjects: [{ best: 'PR', progression: second.split(' ')[1] }] });
  expect(endpointsIn(coursesIn('baseline 2024-01-10, PR 2024-03-10, PD 2024-03-11')).repeated).toEqual([]);
});
