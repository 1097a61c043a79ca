import type { Numbered } from '../../../src/core/checks/numbers-of-test.ts';
import type { Candidates } from '../../../src/core/checks/rare.ts';
import type { Result } from '../../../src/core/checks/read-courses.ts';
import type { CheckName } from '../../../src/shared/checks/data-checks.ts';
import { morningOf } from './found-by.ts';

const day = 86_400_000;

/** A result of a morning; `rowid` is what tests know it by. */
export function plainResult(rowid: number, more: Partial<Result> = {}): Result {
  return {
    ...{ rowid, test: 'T', visit: 'WEEK 1', collected: morningOf(rowid), at: rowid * day, result: 'x', number: 1, standard: 1 },
    ...{ code: 'T', unit: 'x', means: 'x', isRangeBelowZero: false, range: null },
    ...more,
  };
}

/** Numbers of one test, taken so many days apart; each is known by its place. */
export function numbersOf(values: readonly number[], daysApart = 1): readonly Numbered[] {
  return values.map((value, place) => ({
    one: plainResult(place, { at: place * daysApart * day, number: value, standard: value }),
    value,
  }));
}

export function rowidsOf(results: readonly Result[]): readonly number[] {
  return results.map(({ rowid }) => rowid);
}

/** Candidates of which all that were added are kept, rare or not, with how many results were judged. */
export function allCandidates(): {
  readonly candidates: Candidates;
  readonly added: [CheckName, number][];
  readonly judged: Map<string, number>;
} {
  const added: [CheckName, number][] = [];
  const judged = new Map<string, number>();
  return {
    added,
    judged,
    candidates: {
      of: () => undefined,
      judge: (check, kind = '', count = 1) => {
        const place = kind === '' ? check : `${check} ${kind}`;
        judged.set(place, (judged.get(place) ?? 0) + count);
      },
      add: (check, _kind, { rowid }) => {
        added.push([check, rowid]);
      },
      rare: () => [],
    },
  };
}
