import { describe, expect, test } from 'vitest';
import type { Output } from '../../../src/shared/contract.ts';
import { foldableVisits, foldedVisits, heatWords, inOrder, matrixOf, withFolded } from '../../../src/renderer/overview/coverage-model.ts';

/** Records of each subject at each visit; 0: none. */
function coverageOf(counts: readonly (readonly number[])[], names: readonly string[] = []): Output<'coverage.read'> {
  const visits = (counts[0] ?? []).map((_, visit) => ({
    visit: names[visit] ?? `V${String(visit)}`,
    subjects: counts.filter((row) => (row[visit] ?? 0) > 0).length,
    day: visit * 21,
  }));
  const cells = counts.flatMap((row, subject) =>
    row.flatMap((records, visit) => (records === 0 ? [] : [{ subject, visit, records, outside: 0, first: visit * 21 * 86_400_000 }])),
  );
  return { generation: 1, visits, subjects: counts.map((_, subject) => `000${String(subject)}`), cells, unscheduled: 0 };
}

function kinds(counts: readonly (readonly number[])[], names?: readonly string[]): readonly string[] {
  const letters = { records: 'x', gap: 'g', none: '.' };
  return matrixOf(coverageOf(counts, names)).rows.map(({ slots }) => slots.map(({ kind }) => letters[kind]).join(''));
}

describe('a gap', () => {
  test('is a usual visit without records between others', () => {
    expect(
      kinds([
        [3, 0, 3],
        [3, 3, 3],
        [3, 3, 3],
      ]),
    ).toEqual(['xgx', 'xxx', 'xxx']);
  });

  test('is before later visits only, also where it is the first', () => {
    expect(
      kinds([
        [0, 3, 0],
        [3, 3, 3],
        [3, 3, 3],
      ]),
    ).toEqual(['gx.', 'xxx', 'xxx']);
  });

  test('is no visit that whoever ended early could not have had, and no unscheduled one', () => {
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

  test('is not a visit that few have, such as an unscheduled one', () => {
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
  test('go from few records to many of this matrix', () => {
    const { rows, breaks } = matrixOf(coverageOf([[2, 10, 20, 30]]));
    expect(rows[0]?.slots.map((slot) => (slot.kind === 'records' ? slot.heat : 0))).toEqual([1, 2, 3, 4]);
    expect(heatWords(breaks)).toEqual(['1–9', '10–19', '20–29', '30+']);
  });

  test('differ even where all have the same', () => {
    expect(heatWords(matrixOf(coverageOf([[1, 1, 1]])).breaks)).toEqual(['1', '2', '3', '4+']);
    expect(matrixOf(coverageOf([])).rows).toEqual([]);
  });
});

test('visits stand in the order that was decided on; one that came since behind the one that it follows by its days', () => {
  const visit = (name: string) => ({ visit: name, subjects: 1, day: null });
  const cell = (at: number) => ({ subject: 0, visit: at, records: at + 1, outside: 0, first: null });
  const coverage = {
    generation: 1,
    visits: ['a', 'b', 'new', 'c'].map(visit),
    subjects: ['0012'],
    cells: [0, 1, 2, 3].map(cell),
    unscheduled: 0,
  };
  const ordered = inOrder(coverage, ['c', 'b', 'gone', 'a']);
  expect(ordered.visits.map((one) => one.visit)).toEqual(['c', 'b', 'new', 'a']);
  expect(ordered.cells.map((one) => [ordered.visits[one.visit]?.visit, one.records])).toEqual([
    ['a', 1],
    ['b', 2],
    ['new', 3],
    ['c', 4],
  ]);
  expect(inOrder(coverage, []).visits).toEqual(coverage.visits);
});

test('unscheduled visits fold into one column behind the others, and none of their records is lost', () => {
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
