import { describe, expect, test } from 'vitest';
import type { Output } from '../../../src/shared/contract.ts';
import { visitGaps } from '../../../src/shared/derive/visit-gaps.ts';
import {
  coverageLegend,
  foldableVisits,
  foldedVisits,
  keepUnlisted,
  matrixOf,
  withFolded,
} from '../../../src/renderer/places/overview/coverage-model.ts';

/** Coverage with these numbers of records per subject and visit; 0 means none. */
function coverageOf(counts: readonly (readonly number[])[], names: readonly string[] = []): Output<'coverage.read'> {
  const visits = (counts[0] ?? []).map((_, visit) => ({
    visit: names[visit] ?? `V${String(visit)}`,
    subjects: counts.filter((row) => (row[visit] ?? 0) > 0).length,
    day: visit * 21,
  }));
  const cells = counts.flatMap((row, subject) =>
    row.flatMap((records, visit) => {
      const at = visit * 21 * 86_400_000;
      return records === 0 ? [] : [{ subject, visit, records, labs: records, vitals: 0, outside: 0, first: at, last: at }];
    }),
  );
  const gaps = visitGaps(
    visits.map(({ visit }) => visit),
    counts.length,
    cells,
  );
  const nothing = { labs: 0, vitals: 0 };
  return {
    ...{ generation: 1, visits, subjects: counts.map((_, subject) => `000${String(subject)}`), cells, gaps: [...gaps] },
    ...{ members: counts.length, without: [], unscheduled: 0, withoutVisit: nothing, nameless: nothing },
  };
}

function kinds(counts: readonly (readonly number[])[], names?: readonly string[]): readonly string[] {
  const letters = { records: 'x', gap: 'g', none: '.' };
  return matrixOf(coverageOf(counts, names)).rows.map(({ slots }) => slots.map(({ kind }) => letters[kind]).join(''));
}

describe('a gap', () => {
  test('is a usual visit without records between visits with records', () => {
    expect(
      kinds([
        [3, 0, 3],
        [3, 3, 3],
        [3, 3, 3],
      ]),
    ).toEqual(['xgx', 'xxx', 'xxx']);
  });

  test('is not where the visit has another spelling, and is found however its spellings divide the subjects', () => {
    const names = ['Baseline', 'Week 2', 'WK2', 'Week 4'];
    expect(
      kinds(
        [
          [3, 3, 0, 3],
          [3, 3, 0, 3],
          [3, 3, 0, 3],
          [3, 0, 3, 3],
          [3, 0, 3, 3],
          [3, 0, 0, 3],
        ],
        names,
      ),
    ).toEqual(['xx.x', 'xx.x', 'xx.x', 'x.xx', 'x.xx', 'xg.x']);
    expect(
      kinds(
        [
          [3, 3, 0, 3],
          [3, 0, 3, 3],
          [3, 0, 0, 3],
        ],
        names,
      ),
    ).toEqual(['xx.x', 'x.xx', 'xg.x']);
  });

  test('occurs only before later visits, even at the first visit', () => {
    expect(
      kinds([
        [0, 3, 0],
        [3, 3, 3],
        [3, 3, 3],
      ]),
    ).toEqual(['gx.', 'xxx', 'xxx']);
  });

  test('is not a visit that a subject who ended early could not have had, nor an unscheduled one', () => {
    const names = ['WEEK 2', 'UNSCHEDULED 1', 'WEEK 4', 'End of treatment', 'Follow-up'];
    expect(
      kinds(
        [
          [3, 0, 0, 3, 3],
          [3, 3, 3, 0, 3],
          [0, 3, 3, 3, 3],
          [3, 3, 3, 3, 3],
        ],
        names,
      ),
    ).toEqual(['x..xx', 'xxxgx', 'gxxxx', 'xxxxx']);
  });

  test('is not a visit that few subjects have', () => {
    expect(
      kinds([
        [3, 0, 3],
        [3, 0, 3],
        [3, 3, 3],
      ]),
    ).toEqual(['x.x', 'x.x', 'xxx']);
  });
});

describe('shades', () => {
  const legendOf = (records: Parameters<typeof coverageOf>[0]): readonly string[] =>
    coverageLegend(matrixOf(coverageOf(records))).shades.map(({ words }) => words);

  test('range from few to many records within the matrix', () => {
    const matrix = matrixOf(coverageOf([[2, 10, 20, 30]]));
    expect(matrix.rows[0]?.slots.map((slot) => (slot.kind === 'records' ? slot.heat : 0))).toEqual([1, 2, 3, 4]);
    expect(legendOf([[2, 10, 20, 30]])).toEqual(['1–9', '10–19', '20–29', '30+']);
  });

  test('are listed only if they occur, as are gaps', () => {
    expect(legendOf([[1, 1, 1]])).toEqual(['1']);
    expect(legendOf([[1, 1, 3]])).toEqual(['1', '3']);
    expect(coverageLegend(matrixOf(coverageOf([[1, 1, 1]]))).hasGaps).toBe(false);
    expect(
      coverageLegend(
        matrixOf(
          coverageOf([
            [3, 0, 3],
            [3, 3, 3],
            [3, 3, 3],
          ]),
        ),
      ).hasGaps,
    ).toBe(true);
  });

  test('do not occur in an empty matrix', () => {
    expect(matrixOf(coverageOf([])).rows).toEqual([]);
  });
});

test('unscheduled visits fold into one last column without losing records', () => {
  const coverage = coverageOf(
    [
      [3, 1, 2, 4],
      [0, 5, 0, 6],
    ],
    ['WEEK 2', 'UNSCHEDULED 1.1', 'UNSCHEDULED 1.2', 'WEEK 4'],
  );
  expect(foldableVisits(coverage)).toEqual(['UNSCHEDULED 1.1', 'UNSCHEDULED 1.2']);
  const folded = withFolded(coverage, foldableVisits(coverage));
  expect(folded.visits.map(({ visit, subjects }) => [visit, subjects])).toEqual([
    ['WEEK 2', 1],
    ['WEEK 4', 2],
    [foldedVisits, 2],
  ]);
  const counts = folded.cells.map(({ subject, visit, records }) => [subject, visit, records]);
  expect(counts).toEqual(
    expect.arrayContaining([
      [0, 2, 3],
      [1, 2, 5],
      [0, 1, 4],
    ]),
  );
  expect(withFolded(coverage, [])).toBe(coverage);
  expect(foldableVisits(coverageOf([[1, 2]], ['WEEK 2', 'Unscheduled']))).toEqual([]);
});

test.each([
  [['B', 'A'], [], ['B', 'A']],
  [
    ['B', 'A'],
    ['A', 'X', 'B'],
    ['B', 'A', 'X'],
  ],
  [
    ['B', 'A'],
    ['X', 'Y', 'A', 'B', 'Z'],
    ['X', 'Y', 'B', 'Z', 'A'],
  ],
  [[], ['A', 'B'], []],
])('the order %j keeps the places of visits not shown in %j: %j', (decided, before, order) => {
  expect(keepUnlisted(decided, before)).toEqual(order);
});
