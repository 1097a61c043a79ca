import { describe, expect, test } from 'vitest';
import {
  bestReportedResponse,
  changeOf,
  courseOf,
  targetResponse,
  withinWindow,
  type AssessedSum,
} from '../../../src/shared/derive/response-course.ts';

/** Assessments of one case a month apart, the first of them the baseline. */
function caseOf(sums: readonly (number | null)[], more: Partial<AssessedSum> = {}): readonly AssessedSum[] {
  return sums.map((sum, n) => ({ caseId: 'a', timepoint: n, at: n * 30 * 86_400_000, isBaseline: n === 0, sum, ...more }));
}

describe('what a sum is compared with', () => {
  test('is the baseline, the assessment before it and the least one before it, never a later one', () => {
    const course = courseOf(caseOf([80, 60, 40, 50, 30]));
    expect(course.map(({ references }) => references)).toEqual([
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

  test('goes by date, not by the order in which assessments come', () => {
    const course = courseOf(caseOf([80, 60, 40]).toReversed());
    expect(course.map(({ assessment }) => assessment.sum)).toEqual([80, 60, 40]);
    expect(course[2]?.references).toEqual({ baseline: 80, previous: 60, nadir: 60 });
  });

  test('passes over an assessment without a sum', () => {
    const course = courseOf(caseOf([80, null, 40]));
    expect(course[1]).toMatchObject({ references: { previous: 80 }, fromBaseline: null });
    expect(course[2]?.references).toEqual({ baseline: 80, previous: 80, nadir: 80 });
  });

  test('is of the same case', () => {
    const course = courseOf([...caseOf([80, 60]), ...caseOf([20, 25], { caseId: 'b' })]);
    expect(course.filter(({ assessment }) => assessment.caseId === 'b').map(({ references }) => references.nadir)).toEqual([null, 20]);
  });

  test('is nothing where there is no baseline; a second baseline changes none', () => {
    expect(courseOf(caseOf([80, 60], { isBaseline: false }))[1]).toMatchObject({ fromBaseline: null, fromNadir: { mm: -20 } });
    const twice = courseOf(caseOf([80, 60], { isBaseline: true }));
    expect(twice[1]?.references.baseline).toBe(80);
  });

  test('is the baseline without a date too, and no assessment without one', () => {
    const [baseline, second, third] = caseOf([80, 60, 40]);
    if (baseline === undefined || second === undefined || third === undefined) throw new Error('Three were asked for.');
    const course = courseOf([second, { ...third, at: null }, { ...baseline, at: null }]);
    expect(course.map(({ assessment, references }) => [assessment.sum, references.baseline, references.nadir])).toEqual([
      [80, null, null],
      [60, 80, 80],
      [40, 80, 60],
    ]);
  });

  test('orders assessments of one date by their timepoint, and those without a date last', () => {
    const [first, second, third] = caseOf([80, 60, 40], { at: 0 });
    if (first === undefined || second === undefined || third === undefined) throw new Error('Three were asked for.');
    const course = courseOf([{ ...third, at: null }, second, first]);
    expect(course.map(({ assessment }) => assessment.sum)).toEqual([80, 60, 40]);
  });
});

describe('changes', () => {
  test.each([
    [61.3, 50.2, { mm: 11.1, percent: (100 * 11.1) / 50.2 }],
    [0, 84, { mm: -84, percent: -100 }],
    [12, 0, { mm: 12, percent: null }],
    [null, 84, null],
    [84, null, null],
  ])('from %j to %j are %j', (sum, reference, change) => {
    expect(changeOf(sum, reference)).toEqual(change);
  });
});

describe('the target sum alone says (RECIST 1.1, 4.3.1)', () => {
  test.each<[string, readonly number[], string | null]>([
    ['PR at 30 % below the baseline', [100, 70], 'PR'],
    ['PR at 30 % of a sum with decimals', [50.2, 35.14], 'PR'],
    ['SD short of 30 %', [100, 70.1], 'SD'],
    ['PR at 30 % but for the noise of what was divided before', [100, 70.0000000005], 'PR'],
    ['SD short of 30 % by more than noise', [100, 70.00000001], 'SD'],
    ['PD at 20 % and 5 mm but for that noise', [100, 25, 29.9999999998], 'PD'],
    ['no PD short of 5 mm by more than noise', [100, 25, 29.99999999], 'PR'],
    ['PD at 20 % and 5 mm above the nadir', [100, 50, 60], 'PD'],
    ['PD at 20 % above the baseline, which is the nadir', [50, 60], 'PD'],
    ['no PD at more than 20 % but less than 5 mm', [100, 20, 24.9], 'PR'],
    ['PD at exactly 5 mm, more than 20 %', [100, 20, 25], 'PD'],
    ['no PD at 5 mm but less than 20 %', [100, 90, 100], 'SD'],
    ['PD although the sum is 30 % below the baseline', [100, 40, 60], 'PD'],
    ['nothing after a sum of 0', [100, 0, 8], null],
    ['PR as long as the sum stays 0', [100, 0, 0], 'PR'],
    ['nothing where the baseline is 0', [0, 5], null],
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

  test('counts to the first progression, or all', () => {
    const course = ['SD', 'SD', 'PD', 'PR'].map((code, n) => ({ code, isBaseline: n === 0 }));
    expect(withinWindow(course, 'to-progression').map(({ code }) => code)).toEqual(['SD', 'PD']);
    expect(withinWindow(course, 'all').map(({ code }) => code)).toEqual(['SD', 'PD', 'PR']);
  });
});
