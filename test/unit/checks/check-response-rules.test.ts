import { describe, expect, test } from 'vitest';
import {
  afterGaps,
  afterProgression,
  againstTargets,
  oddIntervals,
  sharedCases,
  strangeBaselines,
} from '../../../src/core/checks/check-response-rules.ts';
import type { ResponseAssessment } from '../../../src/shared/calls/views.ts';
import { assessment } from './assessments.ts';

const day = 86_400_000;

/** Assessments on consecutive days, known by their places. */
function course(...all: readonly Partial<ResponseAssessment>[]): readonly ResponseAssessment[] {
  return all.map((more, at) => assessment(at, at * day, { key: String(at), ...more }));
}

function keys(found: readonly ResponseAssessment[]): readonly string[] {
  return found.map(({ key }) => key);
}

describe('after progression', () => {
  test.each(['CR', 'PR', 'SD', 'NON-CR/NON-PD'])('%s is found', (code) => {
    expect(keys(afterProgression(course({ code: 'PD' }, { code })))).toEqual(['1']);
  });

  test.each(['PD', 'NE', null])('%j is not', (code) => {
    expect(keys(afterProgression(course({ code: 'PD' }, { code })))).toEqual([]);
  });

  test('begins where the first one surely ends', () => {
    const progressed = { code: 'PD', span: { from: 0, to: 10 } };
    const found = (from: number) => keys(afterProgression(course(progressed, { code: 'SD', span: { from, to: from + 1 } })));
    expect([found(9), found(10)]).toEqual([[], ['1']]);
    expect(keys(afterProgression(course({ code: 'SD' }, { code: 'PD', span: null }, { code: 'SD' })))).toEqual([]);
    expect(keys(afterProgression(course({ code: 'PD' }, { code: 'SD', span: null })))).toEqual([]);
    expect(keys(afterProgression(course({ code: 'PD' }, { code: 'SD' }, { code: 'PD' }, { code: 'SD' })))).toEqual(['1', '3']);
  });
});

describe('a baseline', () => {
  const sums = (sum: number | null, lesions: readonly string[] | null, later: number | null) =>
    keys(strangeBaselines(course({ isBaseline: true, sum, lesions: lesions === null ? null : [...lesions] }, { sum: later })).sums);

  test.each([
    [10, null, false],
    [9.9, null, true],
    [10, [], false],
    [20, ['a', 'b'], false],
    [19.9, ['a', 'b'], true],
  ])('with a sum of %f mm of the lesions %j is impossible: %s', (sum, lesions, isFound) => {
    expect(sums(sum, lesions, null)).toEqual(isFound ? ['0'] : []);
  });

  test.each([
    [null, 30, true],
    [0, 30, true],
    [null, 0, false],
    [0, null, false],
    [null, 0.1, true],
  ])('with a sum of %j, where the next one is %j, is impossible: %s', (sum, later, isFound) => {
    expect(sums(sum, null, later)).toEqual(isFound ? ['0'] : []);
  });

  test('is measured if another assessment has a sum, not by its own', () => {
    const two = course({ isBaseline: true, sum: 30 }, { isBaseline: true, sum: null });
    expect(keys(strangeBaselines(two).sums)).toEqual([]);
  });

  test('with a response is found', () => {
    expect(keys(strangeBaselines(course({ isBaseline: true, code: 'SD' }, { isBaseline: true }, { code: 'SD' })).responded)).toEqual(['0']);
  });
});

describe('a missing timepoint', () => {
  const numbered = (...all: readonly (number | null)[]) => keys(afterGaps(course(...all.map((timepoint) => ({ timepoint })))));

  test.each<[readonly (number | null)[], readonly string[]]>([
    [[0, 1, 2], []],
    [[0, 2], ['1']],
    [[5, 3], ['0']],
    [[3], []],
    [[0, 2, 2], ['1']],
    [
      [0, 2, 5],
      ['1', '2'],
    ],
    [[0, 3, null], []],
  ])('of %j is found at %j', (timepoints, found) => {
    expect(numbered(...timepoints)).toEqual(found);
  });

  test('is looked for within a case of a subject', () => {
    expect(keys(afterGaps(course({ timepoint: 0 }, { timepoint: 2, caseId: '8' })))).toEqual([]);
    expect(keys(afterGaps(course({ timepoint: 0 }, { timepoint: 2, subject: '0013' })))).toEqual([]);
    expect(keys(afterGaps(course({ timepoint: 0, subject: '' }, { timepoint: 2, subject: '' })))).toEqual([]);
  });
});

test('a case shared by subjects is found at all but the first, unless it or they have no name', () => {
  const of = (caseId: string | null, ...subjects: readonly string[]) =>
    keys(sharedCases(course(...subjects.map((subject) => ({ caseId, subject })))));
  expect(of('7', 'a', 'b', 'a', 'c')).toEqual(['1', '3']);
  expect(of('7', '', 'b', 'c')).toEqual(['2']);
  expect([of('', 'a', 'b'), of(null, 'a', 'b')]).toEqual([[], []]);
});

describe('against the targets of the baseline', () => {
  const baseline = { isBaseline: true, sum: 30 };
  test.each<[Partial<ResponseAssessment>, boolean]>([
    [{ code: 'NON-CR/NON-PD', sum: 20 }, true],
    [{ code: 'NON-CR/NON-PD', sum: null }, false],
    [{ code: 'PR', sum: null }, true],
    [{ code: 'SD', sum: null }, true],
    [{ code: 'CR', sum: null }, false],
    [{ code: 'SD', sum: 20 }, false],
    [{ code: 'SD', sum: null, notDerivedBecause: 'unit is not mm' }, false],
    [{ code: 'SD', sum: null, isBaseline: true }, false],
  ])('is %j: %s', (more, isFound) => {
    expect(keys(againstTargets(course(baseline, more)))).toEqual(isFound ? ['1'] : []);
  });

  test.each([[null], [0]])('is nothing if its sum is %j', (sum) => {
    expect(againstTargets(course({ isBaseline: true, sum }, { code: 'SD', sum: null }))).toEqual([]);
  });
});

describe('an odd interval', () => {
  /** A course with so many days between its assessments. */
  const spaced = (intervals: readonly number[], more: Partial<ResponseAssessment> = {}): readonly ResponseAssessment[] => {
    let at = 0;
    return [0, ...intervals].map((days, place) => assessment(place, (at += days * day), { key: String(place), ...more }));
  };
  const usual = (count: number, days = 50): readonly number[] => Array<number>(count).fill(days);

  test.each<[string, readonly number[], readonly string[]]>([
    ['150 days and three times the usual 50', [...usual(9), 150], ['10']],
    ['less than three times the usual one', [...usual(9), 149.9], []],
    ['150 days, but less than three times the usual one', [...usual(9, 50.1), 150], []],
    ['less than 150 days, though many times the usual one', [...usual(9, 20), 149], []],
    ['a fifth of the usual one', [...usual(9), 10], ['10']],
    ['more than a fifth', [...usual(9), 10.1], []],
    ['a day', [...usual(9), 1], ['10']],
    ['less than a day, which is one time', [...usual(9), 0.9], []],
    ['one of few', [...usual(8), 150], []],
    ['in the middle', [...usual(5), 150, ...usual(4)], ['6']],
    ['less than three times the middle one of all', [20, 20, 20, 20, ...usual(5, 51), 150], []],
    ['one where all others are on one day', [...usual(9, 0), 150], []],
  ])('is %s', (_what, intervals, found) => {
    expect(keys(oddIntervals([spaced(intervals)]))).toEqual(found);
  });

  test('is counted over all courses, without assessments that have no date', () => {
    expect(keys(oddIntervals([spaced(usual(9)), spaced([150]).map((one) => ({ ...one, key: `x${one.key}` }))]))).toEqual(['x1']);
    const undated = spaced([...usual(9), 150]).map((one, place) => (place === 10 ? { ...one, at: null } : one));
    expect(oddIntervals([undated, spaced([50])])).toEqual([]);
  });

  test('is found in whatever order the assessments come', () => {
    expect(keys(oddIntervals([spaced([...usual(9), 150]).toReversed()]))).toEqual(['10']);
  });

  test('before a baseline is none if it is short', () => {
    const all = spaced([...usual(9), 10]).map((one, place) => (place === 10 ? { ...one, isBaseline: true } : one));
    expect(oddIntervals([all])).toEqual([]);
  });

  test('is what is usual if there are more than three', () => {
    expect(oddIntervals([spaced([...usual(20), 10, 10, 10])])).toHaveLength(3);
    expect(oddIntervals([spaced([...usual(20), 10, 10, 10, 10])])).toEqual([]);
  });
});
