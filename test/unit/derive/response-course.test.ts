import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inOrder } from '../../../src/shared/derive/assessment-order.ts';
import { isSurelyBefore, localSpan } from '../../../src/shared/derive/plausible-date.ts';
import {
  bestReportedResponse,
  changeOf,
  coursesOf,
  isDecrease,
  isProgression,
  readAgain,
  repeatedTimepoints,
  targetResponse,
  withinWindow,
  type AssessedSum,
  type AssessmentInCourse,
  type References,
} from '../../../src/shared/derive/response-course.ts';

const day = 86_400_000;

const anyAssessment = fc.record({
  caseId: fc.constantFrom('a', 'b', null),
  timepoint: fc.option(fc.integer({ min: 0, max: 5 })),
  span: fc.option(
    fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 20 })).map(([from, length]) => ({ from, to: from + length })),
  ),
  isBaseline: fc.boolean(),
  sum: fc.option(fc.integer({ min: 0, max: 100 })),
  lesions: fc.option(fc.constantFrom(['A'], ['A', 'B'])),
});

/** Assessments of one case, 30 days apart; the first is the baseline. */
function caseOf(sums: readonly (number | null)[], more: Partial<AssessedSum> = {}): readonly AssessedSum[] {
  return sums.map((sum, n) => ({
    ...{ caseId: 'a', timepoint: n, span: { from: n * 30 * day, to: (n * 30 + 1) * day }, isBaseline: n === 0, sum, lesions: null },
    ...more,
  }));
}

/** All assessments of all courses, one course after the other. */
function courseOf(assessments: readonly AssessedSum[]): readonly AssessmentInCourse<AssessedSum>[] {
  return coursesOf(assessments).flatMap((course) => course.assessments);
}

/** The sums that an assessment is compared with. */
function sumsOf({ baseline, previous, nadir }: References<AssessedSum>): Readonly<Record<keyof References<AssessedSum>, number | null>> {
  return { baseline: baseline?.sum ?? null, previous: previous?.sum ?? null, nadir: nadir?.sum ?? null };
}

describe('what a sum is compared with', () => {
  test('is the baseline, the previous sum and the smallest earlier sum, never a later one', () => {
    const course = courseOf(caseOf([80, 60, 40, 50, 30]));
    expect(course.map(({ references }) => sumsOf(references))).toEqual([
      { baseline: null, previous: null, nadir: null },
      { baseline: 80, previous: 80, nadir: 80 },
      { baseline: 80, previous: 60, nadir: 60 },
      { baseline: 80, previous: 40, nadir: 40 },
      { baseline: 80, previous: 50, nadir: 40 },
    ]);
    expect(course[3]).toMatchObject({
      fromBaseline: { mm: -30, percent: -37.5 },
      fromPrevious: { mm: 10, percent: 25 },
      fromNadir: { mm: 10, percent: 25 },
    });
    expect([course[0]?.fromBaseline, course[0]?.fromNadir]).toEqual([null, null]);
  });

  test('depends on dates, not on the order in which assessments come', () => {
    const course = courseOf(caseOf([80, 60, 40]).toReversed());
    expect(course.map(({ assessment }) => assessment.sum)).toEqual([80, 60, 40]);
    expect(course[2]?.references).toMatchObject({ baseline: { sum: 80 }, previous: { sum: 60 }, nadir: { sum: 60 } });
  });

  test('skips an assessment without a sum', () => {
    const course = courseOf(caseOf([80, null, 40]));
    expect(course[1]).toMatchObject({ references: { previous: { sum: 80 } }, fromBaseline: null });
    expect(course[2]?.references).toMatchObject({ baseline: { sum: 80 }, previous: { sum: 80 }, nadir: { sum: 80 } });
  });

  test('belongs to the same case', () => {
    const course = courseOf([...caseOf([80, 60]), ...caseOf([20, 25], { caseId: 'b' })]);
    expect(course.filter(({ assessment }) => assessment.caseId === 'b').map(({ references }) => references.nadir?.sum ?? null)).toEqual([
      null,
      20,
    ]);
  });

  test('excludes sums from before the baseline', () => {
    const [before, baseline, after] = caseOf([10, 50, 45]);
    if (before === undefined || baseline === undefined || after === undefined) throw new Error('Three were asked for.');
    const course = courseOf([{ ...before, isBaseline: false }, { ...baseline, isBaseline: true }, after]);
    expect(course.map(({ assessment }) => assessment.sum)).toEqual([10, 50, 45]);
    expect(course[2]).toMatchObject({ references: { previous: { sum: 50 }, nadir: { sum: 50 } }, fromNadir: { mm: -5, percent: -10 } });
  });

  test('is only the earlier sums if there is no baseline', () => {
    expect(courseOf(caseOf([80, 60], { isBaseline: false }))[1]).toMatchObject({ fromBaseline: null, fromNadir: { mm: -20 } });
  });

  test('includes a baseline without a date, and places an assessment without one by its timepoint', () => {
    const [baseline, second, third] = caseOf([80, 60, 40]);
    if (baseline === undefined || second === undefined || third === undefined) throw new Error('Three were asked for.');
    const course = courseOf([second, { ...third, span: null }, { ...baseline, span: null }]);
    expect(
      course.map(({ assessment, references }) => [assessment.sum, references.baseline?.sum ?? null, references.nadir?.sum ?? null]),
    ).toEqual([
      [80, null, null],
      [60, 80, 80],
      [40, 80, 60],
    ]);
  });

  test('orders assessments of one date, and those without a date, by their timepoint', () => {
    const [first, second, third] = caseOf([80, 60, 40], { span: { from: 0, to: day } });
    if (first === undefined || second === undefined || third === undefined) throw new Error('Three were asked for.');
    const course = courseOf([third, { ...second, span: null }, first]);
    expect(course.map(({ assessment }) => assessment.sum)).toEqual([80, 60, 40]);
  });
});

describe('changes', () => {
  test.each([
    [61.3, 50.2, { mm: 11.1, percent: (100 * 11.1) / 50.2 }],
    [11.9, 17, { mm: -5.1, percent: -30 }],
    [0, 84, { mm: -84, percent: -100 }],
    [12, 0, { mm: 12, percent: null }],
    [null, 84, null],
    [84, null, null],
  ])('from %j to %j are %j', (sum, reference, change) => {
    expect(changeOf(sum, reference)).toEqual(change);
  });
});

describe('the response by the target sum alone (RECIST 1.1, 4.3.1) is', () => {
  test.each<[string, readonly number[], string | null]>([
    ['PR at 30 % below the baseline', [100, 70], 'PR'],
    ['PR at 30 % of a sum with decimals', [50.2, 35.14], 'PR'],
    ['SD short of 30 %', [100, 70.1], 'SD'],
    ['PR at 30 % of 17 mm, whose binary quotient is a little less', [17, 11.9], 'PR'],
    ['SD minimally short of 30 %', [100, 70.00000001], 'SD'],
    ['PD at 20 % and 5 mm of sums with decimals', [80.8, 26.3, 31.56], 'PD'],
    ['no PD minimally short of 5 mm', [100, 25, 29.99999999], 'PR'],
    ['no PD at 20 % of a small sum', [10.1, 12.12], 'SD'],
    ['PD at 20 % and 5 mm above the nadir', [100, 50, 60], 'PD'],
    ['PD at 20 % above the baseline, which is the nadir', [50, 60], 'PD'],
    ['no PD at more than 20 % but less than 5 mm', [100, 20, 24.9], 'PR'],
    ['PD at exactly 5 mm, more than 20 %', [100, 20, 25], 'PD'],
    ['no PD at 5 mm but less than 20 %', [100, 90, 100], 'SD'],
    ['PD although the sum is 30 % below the baseline', [100, 40, 60], 'PD'],
    ['nothing after a sum of 0', [100, 0, 8], null],
    ['PR as long as the sum stays 0', [100, 0, 0], 'PR'],
    ['nothing if the baseline is 0', [0, 5], null],
    ['nothing at the baseline', [100], null],
  ])('%s', (_, sums, response) => {
    const last = courseOf(caseOf(sums)).at(-1);
    expect(last === undefined ? undefined : targetResponse(last)).toBe(response);
  });
});

describe('the best reported response', () => {
  test.each([
    [['SD', 'PR', 'PD'], 'PR'],
    [['NE', 'PD'], 'PD'],
    [['NON-CR/NON-PD', 'PD'], 'NON-CR/NON-PD'],
    [['CR', 'PR'], 'CR'],
    [['NE', null], 'NE'],
    [[null], null],
    [[], null],
  ] as const)('of %j is %j', (codes, best) => {
    expect(bestReportedResponse(codes)).toBe(best);
  });

  test('counts up to the first progression, or all', () => {
    const course = ['SD', 'SD', 'PD', 'PR'].map((code, n) => ({ code, isBaseline: n === 0 }));
    expect(withinWindow(course, 'to-progression').map(({ code }) => code)).toEqual(['SD', 'PD']);
    expect(withinWindow(course, 'all').map(({ code }) => code)).toEqual(['SD', 'PD', 'PR']);
  });

  test('counts only what follows the baseline, or everything without a baseline', () => {
    const course = ['PD', null, 'PR', 'PD', 'SD'].map((code, n) => ({ code, isBaseline: n === 1 }));
    expect(withinWindow(course, 'to-progression').map(({ code }) => code)).toEqual(['PR', 'PD']);
    expect(withinWindow(course, 'all').map(({ code }) => code)).toEqual(['PR', 'PD', 'SD']);
    const followUps = course.map((one) => ({ ...one, isBaseline: false }));
    expect(withinWindow(followUps, 'all')).toHaveLength(5);
  });
});

describe('courses', () => {
  test('are one per case, in the order of their first assessments', () => {
    const later = caseOf([20, 25], { caseId: 'b' }).map((one) => ({ ...one, span: { from: 100 * day, to: 101 * day } }));
    expect(
      coursesOf([...later, ...caseOf([80, 60])]).map(({ caseId, ordinal, assessments }) => [caseId, ordinal, assessments.length]),
    ).toEqual([
      ['a', 1, 2],
      ['b', 1, 2],
    ]);
  });

  test('start anew at another baseline of the case, without changes, previous sums or nadirs across it', () => {
    const again = caseOf([80, 30, 70, 63]).map((one, n) => (n === 2 ? { ...one, isBaseline: true, timepoint: 0 } : one));
    const courses = coursesOf(again);
    expect(courses.map(({ ordinal, isOneOfSeveral }) => [ordinal, isOneOfSeveral])).toEqual([
      [1, true],
      [2, true],
    ]);
    expect(courses[1]?.assessments.map(({ references, fromBaseline }) => [sumsOf(references), fromBaseline?.percent ?? null])).toEqual([
      [{ baseline: null, previous: null, nadir: null }, null],
      [{ baseline: 70, previous: 70, nadir: 70 }, -10],
    ]);
  });

  test('compare nothing if two baselines precede timepoints that are assessed twice, as by two readers', () => {
    const [first, second] = [caseOf([100, 60, 55]), caseOf([90, 65, 85])];
    const courses = coursesOf([...first, ...second]);
    expect(courses.map(({ ordinal, assessments }) => [ordinal, assessments.length])).toEqual([
      [1, 1],
      [2, 5],
    ]);
    for (const one of courses[1]?.assessments ?? [])
      expect(one).toMatchObject({ isOfEitherBaseline: true, fromBaseline: null, fromPrevious: null, fromNadir: null });
    for (const timepoints of [
      [null, null],
      [2, 3],
    ])
      expect(
        coursesOf(
          [first, second].flatMap((own, n) => own.map((one) => (one.isBaseline ? one : { ...one, timepoint: timepoints[n] ?? null }))),
        )
          .at(-1)
          ?.assessments.every((one) => one.isOfEitherBaseline),
      ).toBe(true);
    expect(coursesOf([...first, ...second.map((one) => ({ ...one, caseId: 'b' }))]).flatMap((one) => one.assessments)).toEqual(
      coursesOf(first)
        .concat(coursesOf(second.map((one) => ({ ...one, caseId: 'b' }))))
        .flatMap((one) => one.assessments),
    );
  });

  test('compare with the later of two baselines if each timepoint is assessed once', () => {
    const [baseline, ...followUps] = caseOf([100, 60, 55]);
    if (baseline === undefined) throw new Error('Three were asked for.');
    const again = { ...baseline, sum: 110, span: { from: 7 * day, to: 8 * day } };
    expect(coursesOf([baseline, again, ...followUps])[1]?.assessments[1]).toMatchObject({
      isOfEitherBaseline: false,
      references: { baseline: { sum: 110 } },
      fromBaseline: { mm: -50 },
    });
  });

  test('contain every assessment exactly once', () => {
    fc.assert(
      fc.property(fc.array(anyAssessment, { maxLength: 30 }), (assessments) => {
        const found = courseOf(assessments).map(({ assessment }) => assessment);
        expect(new Set(found)).toEqual(new Set(assessments));
        expect(found).toHaveLength(assessments.length);
      }),
    );
  });
});

describe('sums of the same lesions', () => {
  const [both, one] = [['T1', 'T2'], ['T1']];
  const named = (sums: readonly number[], lesions: readonly (readonly string[] | null)[]): readonly AssessmentInCourse<AssessedSum>[] =>
    courseOf(caseOf(sums).map((assessment, n) => ({ ...assessment, lesions: lesions[n] ?? null })));

  test('are the only ones compared: one of fewer lesions is no nadir and no previous sum', () => {
    const course = named([80, 50, 14, 52], [both, both, one, both]);
    expect(course[2]).toMatchObject({
      otherLesions: { shared: 1, of: 2, others: 0 },
      fromBaseline: null,
      fromPrevious: null,
      fromNadir: null,
    });
    expect(course[3]).toMatchObject({ references: { previous: { sum: 50 }, nadir: { sum: 50 } }, otherLesions: null });
    expect(course[3] === undefined ? null : targetResponse(course[3])).toBe('PR');
  });

  test('do not include those of more or other lesions', () => {
    expect(named([80, 50], [one, both])[1]?.otherLesions).toEqual({ shared: 1, of: 1, others: 1 });
    expect(named([80, 50], [both, ['T1', 'T3']])[1]?.otherLesions).toEqual({ shared: 1, of: 2, others: 1 });
  });

  test('include all that name no lesions', () => {
    expect(named([80, 50], [both, null])[1]?.fromBaseline?.mm).toBe(-30);
    expect(named([80, 50], [null, one])[1]?.fromBaseline?.mm).toBe(-30);
  });
});

describe('the order of assessments', () => {
  const span = (text: string) => localSpan(text);
  test.each<[string, readonly (readonly [string | null, number | null])[], readonly number[]]>([
    [
      'a month goes by its number among what lies in it',
      [
        ['2025-09', 3],
        ['2025-09-10', 1],
        ['2025-09-20', 2],
        ['2025-10-01', 4],
      ],
      [1, 2, 0, 3],
    ],
    [
      'a year after all that is surely before it',
      [
        ['2025', 1],
        ['2024-12-31', 2],
      ],
      [1, 0],
    ],
    [
      'an offset by its local parts',
      [
        ['2025-09-04T00:10:00', 2],
        ['2025-09-03T23:30:00-08:00', 1],
      ],
      [1, 0],
    ],
    [
      'dates before numbers',
      [
        ['2025-09-04', 1],
        ['2025-09-03', 2],
      ],
      [1, 0],
    ],
    [
      'no date by its number',
      [
        ['2025-09-04', 1],
        ['2025-10-04', 3],
        [null, 2],
      ],
      [0, 2, 1],
    ],
    [
      'neither last',
      [
        [null, null],
        ['2025-10-04', 3],
      ],
      [1, 0],
    ],
  ])('%s', (_, given, order) => {
    const assessments = given.map(([text, timepoint]) => ({ span: text === null ? null : span(text), timepoint, isBaseline: false }));
    expect(inOrder(assessments).map((one) => assessments.indexOf(one))).toEqual(order);
  });

  test('never puts an assessment before one that is surely earlier', () => {
    fc.assert(
      fc.property(fc.array(anyAssessment, { maxLength: 25 }), (assessments) => {
        const ordered = inOrder(assessments);
        ordered.forEach((one, at) => {
          for (const before of ordered.slice(0, at))
            if (one.span !== null && before.span !== null) expect(isSurelyBefore(one.span, before.span)).toBe(false);
        });
      }),
    );
  });
});

describe('thresholds', () => {
  const tenths = fc.integer({ min: 1, max: 5000 });
  test('apply to decimals as sent, exactly as whole numbers would', () => {
    fc.assert(
      fc.property(tenths, tenths, tenths, (baseline, nadir, sum) => {
        const least = Math.min(baseline, nadir);
        const last = courseOf(caseOf([baseline / 10, nadir / 10, sum / 10])).at(-1);
        const isPD = BigInt(sum - least) * 100n >= 20n * BigInt(least) && sum - least >= 50;
        const isPR = BigInt(sum - baseline) * 100n <= -30n * BigInt(baseline);
        expect(last === undefined ? null : targetResponse(last)).toBe(isPD ? 'PD' : isPR ? 'PR' : 'SD');
      }),
      { numRuns: 2000 },
    );
  });

  test('are met by the percentage at exactly 30 % below any sum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0, max: 3 }), (sevenths, decimals) => {
        const [baseline, sum] = [10 * sevenths, 7 * sevenths].map((value) => Number(`${String(value)}e-${String(decimals)}`));
        expect(changeOf(sum ?? null, baseline ?? null)?.percent).toBe(-30);
      }),
    );
  });
});

describe('an assessment that is read again', () => {
  interface Read {
    readonly timepoint?: number | null;
    readonly date?: string;
    readonly isBaseline?: boolean;
  }
  const places = (find: typeof readAgain, ...reads: readonly Read[]): readonly number[] => {
    const course = reads.map(({ timepoint = null, date = '', isBaseline = false }, place) => ({
      ...{ timepoint, span: localSpan(date), isBaseline, place },
    }));
    return find(course).map(({ place }) => place);
  };

  test.each<[string, readonly Read[], readonly number[], readonly number[]]>([
    ['at the timepoint of an earlier one', [{ timepoint: 1 }, { timepoint: 2 }, { timepoint: 1 }], [2], [2]],
    ['without a timepoint', [{}, {}], [], []],
    ['on its day', [{ date: '2025-09-03' }, { date: '2025-09-03T14:05' }, { date: '2025-09-04' }], [], [1]],
    ['in its month', [{ date: '2025-09' }, { date: '2025-09' }], [], []],
    ['as a baseline', [{ timepoint: 0, isBaseline: true }, { timepoint: 0, isBaseline: true }, { timepoint: 0 }], [], []],
    ['three times', [{ timepoint: 1 }, { timepoint: 1 }, { timepoint: 1 }], [1, 2], [1, 2]],
  ])('%s: %j', (_what, reads, repeated, again) => {
    expect([places(repeatedTimepoints, ...reads), places(readAgain, ...reads)]).toEqual([repeated, again]);
  });
});

test('assessments before the first baseline belong to its course', () => {
  const [before, baseline, ...after] = caseOf([90, 80, 60]);
  if (before === undefined || baseline === undefined) throw new Error('No course.');
  const courses = coursesOf([{ ...before, isBaseline: false }, { ...baseline, isBaseline: true }, ...after]);
  expect(courses.map(({ assessments }) => assessments.length)).toEqual([3]);
});

test.each([
  [null, { mm: 1, percent: 1 }, null],
  [{ mm: 1, percent: 1 }, null, null],
  [{ mm: 1, percent: null }, { mm: 1, percent: 1 }, null],
  [{ mm: -80, percent: -100 }, { mm: 1, percent: null }, null],
  [{ mm: -80, percent: -100 }, { mm: 0, percent: null }, 'PR'],
  [{ mm: -24, percent: -30 }, { mm: 0, percent: 0 }, 'PR'],
  [{ mm: -24, percent: -29.99 }, { mm: 0, percent: 0 }, 'SD'],
  [{ mm: -24, percent: -30 }, { mm: 5, percent: 20 }, 'PD'],
  [{ mm: 4.9, percent: 20 }, { mm: 4.9, percent: 20 }, 'SD'],
  [{ mm: 5, percent: 19.9 }, { mm: 5, percent: 19.9 }, 'SD'],
])('with %j from the baseline and %j from the nadir the response is %s', (fromBaseline, fromNadir, response) => {
  expect(targetResponse({ fromBaseline, fromNadir })).toBe(response);
});

test('a change without a percentage is no progression', () => {
  expect(isProgression({ mm: 9, percent: null })).toBe(false);
  expect([isDecrease(-30), isDecrease(-29.9)]).toEqual([true, false]);
});
