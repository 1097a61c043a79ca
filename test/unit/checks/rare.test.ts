import { expect, test } from 'vitest';
import { collectCandidates, oneResultIn, whereRare } from '../../../src/core/checks/rare.ts';
import type { Result } from '../../../src/core/checks/read-courses.ts';
import type { CheckName } from '../../../src/shared/checks/data-checks.ts';

/** How many of these results a check lists, if it found so many among all that it judged. */
function listed(found: number, judged: number, check: CheckName = 'two-at-once'): number {
  const candidates = collectCandidates();
  candidates.judge(check, '', judged);
  for (let rowid = 1; rowid <= found; rowid++) candidates.add(check, '', { rowid } as Result);
  return candidates.rare().length;
}

test('findings that must be rare are listed up to one in 250 results, and up to three in any study', () => {
  expect([listed(4, 1000), listed(4, 999)]).toEqual([4, 0]);
  expect([listed(3, 0), listed(3, 10), listed(4, 10)]).toEqual([3, 3, 0]);
});

test.each([
  ['repeated-record', 200],
  ['no-result', 200],
  ['no-visit', 200],
  ['range-once', 200],
  ['half-pressure', 50],
] as const)('%s is listed in studies of at least %i results', (check, least) => {
  expect([listed(1, least, check), listed(1, least - 1, check)]).toEqual([1, 0]);
});

test('a result is judged once unless a number is given', () => {
  const listedAmong = (judged: number): number => {
    const candidates = collectCandidates();
    for (let n = 0; n < judged; n++) candidates.judge('two-at-once');
    for (let rowid = 1; rowid <= 4; rowid++) candidates.add('two-at-once', '', { rowid } as Result);
    return candidates.rare().length;
  };
  expect([listedAmong(1000), listedAmong(999)]).toEqual([4, 0]);
});

test('candidates name the subject whose results were being checked, and each kind is judged alone', () => {
  const candidates = collectCandidates();
  const add = (kind: string, count: number): void => {
    for (let rowid = 1; rowid <= count; rowid++) candidates.add('values-disagree', kind, { rowid } as Result);
  };
  candidates.of('0012');
  candidates.judge('values-disagree', 'a');
  add('a', 1);
  candidates.of('0013');
  add('b', 2);
  add('c', 4);
  expect(candidates.rare()).toEqual([
    { check: 'values-disagree', subject: '0012', rowid: 1 },
    { check: 'values-disagree', subject: '0013', rowid: 1 },
    { check: 'values-disagree', subject: '0013', rowid: 2 },
  ]);
});

test('what is found in more than one of fifty medications, or 250 results, is the practice of a study', () => {
  const four = ['a', 'b', 'c', 'd'];
  expect([whereRare(four, 200), whereRare(four, 199)]).toEqual([four, []]);
  expect([whereRare(four, 1000, oneResultIn), whereRare(four, 999, oneResultIn)]).toEqual([four, []]);
});
