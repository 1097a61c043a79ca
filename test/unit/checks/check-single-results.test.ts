import { describe, expect, test } from 'vitest';
import { checkSingleResults, halfPressures } from '../../../src/core/checks/check-single-results.ts';
import type { Result } from '../../../src/core/checks/read-courses.ts';
import { allCandidates, plainResult } from './plain-results.ts';

function check(results: readonly Partial<Result>[], dataset: 'labs' | 'vitals' = 'labs') {
  const { candidates, added, judged } = allCandidates();
  const all = results.map((more, place) => plainResult(place, more));
  checkSingleResults(dataset, new Map([['T', all]]), candidates);
  return { added, judged: Object.fromEntries(judged) };
}

test('each result is judged, and one without a result or a visit is added', () => {
  expect(check([{ result: null }, { result: '' }, { visit: null }, { visit: '' }, {}])).toEqual({
    added: [
      ['no-result', 0],
      ['no-result', 1],
      ['no-visit', 2],
      ['no-visit', 3],
    ],
    judged: { 'no-result': 5, 'no-visit': 5, 'range-once': 0 },
  });
});

describe('nines instead of a value', () => {
  const sent = (result: string): Partial<Result> => ({ result, number: Number(result) });
  test.each<[string, readonly string[], boolean]>([
    ['99', ['19.8'], true],
    ['99', ['19.81'], false],
    ['-99', ['500'], true],
    ['999.9', ['20'], true],
    ['9', ['1'], false],
    ['98', ['1'], false],
    ['-9.9', ['1'], false],
    ['99', ['0'], false],
    ['99', ['99'], false],
    ['99', ['1', '19', '20'], false],
    ['99', ['20', '19', '1'], false],
  ])('%s beside %j is a placeholder: %s', (nines, others, isFound) => {
    const found = check([nines, ...others].map(sent)).added;
    expect(found).toEqual(isFound ? [['placeholder', 0]] : []);
  });

  test('are none without a number, as which they were sent', () => {
    expect(check([{ result: '999', number: null }, sent('1')]).added).toEqual([]);
    expect(check([{ result: null, number: 999 }, sent('1')]).added).toEqual([['no-result', 0]]);
    expect(check([sent('999'), { number: null }]).added).toEqual([]);
  });
});

describe('a reference range that occurs once', () => {
  const ranges = (...all: readonly (number | null)[]): readonly Partial<Result>[] => all.map((range) => ({ range }));
  test.each<[readonly (number | null)[], readonly number[]]>([
    [[1, 2, 1], [1]],
    [[1, null, 2, 1], [2]],
    [[1, 2, 3], []],
    [[1, 1, 1], []],
    [[1, 2], []],
    [[2, 1, 1], []],
    [
      [1, 2, 1, 2, 1],
      [1, 2, 3],
    ],
  ])('%j: at %j', (given, found) => {
    expect(check(ranges(...given)).added).toEqual(found.map((at) => ['range-once', at]));
    expect(check(ranges(...given), 'vitals').added).toEqual([]);
  });

  test('is not compared with those of another unit', () => {
    const inUnits = (...units: readonly string[]) => check(units.map((means, at) => ({ means, range: at === 1 ? 2 : 1 }))).added;
    expect([inUnits('x', 'x', 'x').length, inUnits('y', 'x', 'x'), inUnits('x', 'x', 'y'), inUnits('y', 'x', 'y')]).toEqual([
      1,
      [],
      [],
      [],
    ]);
  });

  test('is judged among the results with a range', () => {
    expect(check(ranges(1, null, 2)).judged['range-once']).toBe(2);
  });
});

test('half of a blood pressure is found, unless it has no number or no date', () => {
  const { candidates, added, judged } = allCandidates();
  const systolic = [plainResult(1), plainResult(2), plainResult(3, { number: null }), plainResult(4, { collected: null })];
  halfPressures(
    new Map([
      ['SYSBP', systolic],
      ['DIABP', [plainResult(1), plainResult(5)]],
    ]),
    candidates,
  );
  expect(added).toEqual([
    ['half-pressure', 2],
    ['half-pressure', 5],
  ]);
  expect(judged.get('half-pressure')).toBe(6);
  const alone = allCandidates();
  halfPressures(new Map([['DIABP', [plainResult(1)]]]), alone.candidates);
  expect([alone.added, alone.judged.get('half-pressure')]).toEqual([[['half-pressure', 1]], 1]);
});
