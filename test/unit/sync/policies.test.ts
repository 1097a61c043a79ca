import { describe, expect, test } from 'vitest';
import type { DatasetStatus } from '../../../src/shared/status.ts';
import { inconsistent, judgePass, type ReadPass } from '../../../src/core/sync/judge-pass.ts';
import { overallOutcome } from '../../../src/core/sync/overall-outcome.ts';
import { paced } from '../../../src/core/sync/progress.ts';
import { losesTooManyRecords, losesTooManySubjects, shrinksTooMuch } from '../../../src/core/sync/shrink-guard.ts';
import { createByteBudget, inFlightBytes, pageAllowance } from '../../../src/core/client/byte-budget.ts';

describe('a pass is complete', () => {
  const good: ReadPass = { entries: 70, total: 70, repeats: 0 };
  test.each<[string, Partial<ReadPass>, readonly string[]]>([
    ['when everything is as announced', {}, []],
    ['when no total is announced', { total: null }, []],
    ['but not with a missing record', { entries: 69 }, ['count']],
    ['but not with a duplicate record', { repeats: 1 }, ['repeated-records']],
  ])('%s', (_name, over, reasons) => {
    expect(judgePass({ ...good, ...over })).toEqual(reasons);
  });

  test('or the error says why', () => {
    expect(inconsistent(['count', 'repeated-records'], 3)).toMatchObject({
      code: 'INCONSISTENT',
      message: expect.stringMatching(/3 passes: the records did not add up.*; a record came more than once/),
    });
  });
});

test.each([
  [0, 0, false],
  [1, 0, true],
  [50_000, 0, true],
  [1000, 499, true],
  [1000, 500, false],
  [200, 99, true],
  [200, 100, false],
  [150, 50, false],
  [150, 49, true],
  [5, 1, false],
  [10, 500, false],
])('from %i to %i records is pending review: %s', (before, after, held) => {
  expect(losesTooManyRecords(before, after)).toBe(held);
});

test.each([
  [0, 0, false],
  [200, 120, true],
  [200, 197, true],
  [200, 67, true],
  [200, 66, false],
  [18, 6, false],
  [17, 6, true],
  [8, 7, true],
  [8, 5, false],
  [3, 3, false],
])('of %i subjects the loss of %i is pending review: %s', (before, lost, held) => {
  expect(losesTooManySubjects({ before, lost })).toBe(held);
});

test('the same number of records of far fewer subjects is pending review', () => {
  expect(shrinksTooMuch({ before: 10_000, records: 10_000, subjects: { before: 200, lost: 197 } })).toBe(true);
  expect(shrinksTooMuch({ before: 10_000, records: 10_000, subjects: { before: 200, lost: 3 } })).toBe(false);
});

describe('overall outcome', () => {
  const status = (state: DatasetStatus['state'], code?: 'AUTH' | 'SERVER'): DatasetStatus => ({
    dataset: 'labs',
    state,
    records: 0,
    pages: 0,
    asOf: null,
    generation: null,
    added: 0,
    changed: 0,
    vanished: 0,
    issues: 0,
    quarantined: 0,
    absent: 0,
    error: code === undefined ? null : { code, message: '' },
    proof: null,
    subjects: null,
    pending: null,
  });
  test.each([
    [[status('updated'), status('unchanged')], 'OK', 0],
    [[status('updated'), status('kept', 'SERVER')], 'PARTIAL', 30],
    [[status('kept', 'SERVER'), status('none', 'AUTH')], 'SERVER', 14],
    [[status('none', 'AUTH'), status('kept', 'SERVER')], 'AUTH', 10],
    [[status('kept', 'SERVER'), status('unchanged')], 'PARTIAL', 30],
    [[status('kept', 'SERVER'), status('kept')], 'SERVER', 14],
    [[status('updated', 'SERVER')], 'SERVER', 14],
    [[status('pending')], 'PARTIAL', 30],
    [[status('pending'), status('updated')], 'PARTIAL', 30],
    [[], 'OK', 0],
  ])('case %#', (datasets, code, exitCode) => {
    expect(overallOutcome([{ study: '22-001', datasets }], false)).toMatchObject({ code, exitCode });
  });

  test('a cancelled run is cancelled whatever it reached', () => {
    expect(overallOutcome([{ study: '22-001', datasets: [status('updated')] }], true).exitCode).toBe(130);
  });
});

test('progress is passed on every 50 ms, and always the last of it', () => {
  const seen: number[] = [];
  let now = 0;
  const emit = paced<number>(
    (event) => {
      seen.push(event);
    },
    () => now,
  );
  for (let i = 0; i < 100; i += 1) {
    emit(i, i === 99);
    now += 10;
  }
  expect(seen).toEqual([...Array.from({ length: 20 }, (_, index) => index * 5), 99]);
});

describe('pages in flight', () => {
  test.each([
    [500_000, 6],
    [6 * 1024 * 1024, 5],
    [8 * 1024 * 1024, 4],
    [13 * 1024 * 1024, 2],
    [20 * 1024 * 1024, 1],
    [40 * 1024 * 1024, 1],
    [80 * 1024 * 1024, 1],
    [0, 6],
  ])('with pages of %i bytes, at most %i are requested and not yet durable', (bytes, pages) => {
    expect(pageAllowance(bytes)).toBe(pages);
  });

  test('never exceed the budget of bytes', () => {
    const budget = createByteBudget(100);
    expect([budget.take(60), budget.take(41), budget.take(40), budget.take(1)]).toEqual([true, false, true, false]);
    budget.give(60);
    expect(budget.take(60)).toBe(true);
    expect(inFlightBytes).toBe(64 * 1024 * 1024);
  });
});
