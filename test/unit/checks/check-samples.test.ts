import { expect, test } from 'vitest';
import { checkSamples } from '../../../src/core/checks/check-samples.ts';
import type { Numbered } from '../../../src/core/checks/numbers-of-test.ts';
import { collectCandidates } from '../../../src/core/checks/rare.ts';

/** One value on each of many days, around a usual one; `odd`: that of the first day. */
function series(code: string, usual: number, days: number, odd = usual): readonly Numbered[] {
  return Array.from({ length: days }, (_, at) => {
    const collected = new Date(Date.UTC(1900, 0, 1 + at)).toISOString().slice(0, 19);
    const value = at === 0 ? odd : usual + (at % 7) / 10;
    const nothing = { visit: null, at: null, result: null, number: value, unit: null, means: null, isRangeBelowZero: false, range: null };
    return { one: { ...nothing, rowid: at + (code === 'BILI' ? 0 : 100_000), test: code, code, collected, standard: value }, value };
  });
}

function found(direct: readonly Numbered[], total: readonly Numbered[]): readonly number[] {
  const candidates = collectCandidates();
  candidates.of('0012');
  const byTest = new Map([
    ['BILDIR', direct],
    ['BILI', total],
  ]);
  checkSamples('labs', byTest, candidates);
  return candidates.rare().map(({ rowid }) => rowid);
}

test('of two values that contradict each other, the one farther from the subject’s others is found', () => {
  expect(found(series('BILDIR', 4, 9, 90), series('BILI', 12, 9))).toEqual([100_000]);
  expect(found(series('BILDIR', 4, 9), series('BILI', 12, 9, 0.5))).toEqual([0]);
});

test('a contradiction in each of 8,000 samples of a subject is judged in a time that grows with their number', () => {
  const before = process.threadCpuUsage();
  expect(found(series('BILDIR', 50, 8000), series('BILI', 10, 8000))).toEqual([]);
  expect(process.threadCpuUsage(before).user).toBeLessThan(3_000_000);
});
