import type { TestDataset } from '../views/result-tally.ts';
import type { Candidates } from './rare.ts';
import type { Result } from './read-courses.ts';

/** Finds odd single results compared with the others of the subject; they count only if they are rare in the study. */
export function checkSingleResults(
  dataset: TestDataset,
  byTest: ReadonlyMap<string | null, readonly Result[]>,
  candidates: Candidates,
): void {
  for (const ofTest of byTest.values()) {
    candidates.judge('no-result', '', ofTest.length);
    candidates.judge('no-visit', '', ofTest.length);
    for (const one of ofTest) {
      if (one.result === null || one.result === '') candidates.add('no-result', '', one);
      if (one.visit === null || one.visit === '') candidates.add('no-visit', '', one);
    }
    for (const one of placeholders(ofTest)) candidates.add('placeholder', '', one);
    if (dataset === 'labs') rangesOnce(ofTest, candidates);
  }
}

/** A placeholder typed for a missing value: only nines. */
const nines = /^-?9{2,}(?:\.9+)?$/;
/** Minimum factor by which a placeholder exceeds the other results. */
const farAbove = 5;

function placeholders(ofTest: readonly Result[]): readonly Result[] {
  const strange = ofTest.filter(({ result, number }) => number !== null && Math.abs(number) >= 99 && nines.test(result ?? ''));
  if (strange.length === 0) return [];
  const reported = new Set(strange.map(({ number }) => number));
  const most = ofTest.reduce((highest, { number }) => (number === null || reported.has(number) ? highest : Math.max(highest, number)), 0);
  return most === 0 ? [] : strange.filter(({ number }) => number !== null && (number < 0 || number >= farAbove * most));
}

/** A range between two results that share a different one: laboratories change their ranges, but not for one day. */
function rangesOnce(ofTest: readonly Result[], candidates: Candidates): void {
  const ranged = ofTest.filter(({ range }) => range !== null);
  candidates.judge('range-once', '', ranged.length);
  for (const [place, one] of ranged.entries()) {
    const [before, after] = [ranged[place - 1], ranged[place + 1]];
    if (before === undefined || after === undefined || before.range === one.range || before.range !== after.range) continue;
    if (before.means === one.means && after.means === one.means) candidates.add('range-once', '', one);
  }
}

/** Systolic pressures without a diastolic one of the same time, and vice versa. */
export function halfPressures(byCode: ReadonlyMap<string | null, readonly Result[]>, candidates: Candidates): void {
  const [systolic, diastolic] = [byCode.get('SYSBP') ?? [], byCode.get('DIABP') ?? []];
  candidates.judge('half-pressure', '', systolic.length + diastolic.length);
  for (const [own, others] of [
    [systolic, diastolic],
    [diastolic, systolic],
  ] as const) {
    const times = new Set(others.map(({ collected }) => collected));
    for (const one of own)
      if (one.number !== null && one.collected !== null && !times.has(one.collected)) candidates.add('half-pressure', '', one);
  }
}
