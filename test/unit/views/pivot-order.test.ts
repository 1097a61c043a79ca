import { describe, expect, test } from 'vitest';
import { resultsIn, rowidsIn, type PivotLine } from '../../../src/core/views/pivot-lines.ts';
import { pivotOrder, testsInOrder } from '../../../src/core/views/pivot-order.ts';
import { pivotNames } from '../../../src/shared/pivot.ts';

const line = (differing: Partial<PivotLine>): PivotLine => ({ subject: '1', visit: null, day: null, at: null, cells: [], ...differing });

type Sorted = Parameters<typeof pivotOrder>[1];
type ValueOf = Parameters<typeof pivotOrder>[2];
const [names, none]: readonly [readonly string[], ValueOf] = [pivotNames(['ALT', 'AST']), () => null];

/** The places of lines in the order of a table. */
function order(lines: readonly PivotLine[], sort: Sorted, valueOf = none, placeOf: (visit: string) => number | null = () => null) {
  return lines.toSorted(pivotOrder(['ALT', 'AST'], sort, valueOf, placeOf)).map((one) => lines.indexOf(one));
}

describe('lines of the table by visit are ordered', () => {
  test('by subject, date, visit and day without a sort, missing ones last', () => {
    const lines = [
      line({ subject: '2', at: 1 }),
      line({ at: 5, visit: 'WEEK 10' }),
      line({ at: 5, visit: 'WEEK 2', day: 'b' }),
      line({ at: 5, visit: 'WEEK 2', day: 'a' }),
      line({}),
      line({ at: 4 }),
    ];
    expect(order(lines, [])).toEqual([5, 3, 2, 1, 4, 0]);
  });

  test('by the values of a test, numbers before texts and missing ones last in both directions', () => {
    const values = [null, 'b', 10, 9, 'a'];
    const lines = values.map(() => line({}));
    const valueOf: ValueOf = (one, column) => (column === 1 ? (values[lines.indexOf(one)] ?? null) : null);
    const column = names[1] ?? '';
    expect(order(lines, [{ column, descending: false }], valueOf)).toEqual([3, 2, 4, 1, 0]);
    expect(order(lines, [{ column, descending: true }], valueOf)).toEqual([1, 4, 2, 3, 0]);
  });

  test('by visits in the order of the study, those without a place by name behind them', () => {
    const lines = ['Z', 'B', 'A', null, 'FIRST'].map((visit) => line({ visit }));
    const placeOf = (visit: string): number | null => ({ FIRST: 0, Z: 1 })[visit] ?? null;
    expect(order(lines, [{ column: 'visit', descending: false }], none, placeOf)).toEqual([4, 0, 2, 1, 3]);
    expect(order(lines, [{ column: 'visit', descending: true }], none, placeOf)).toEqual([1, 2, 0, 4, 3]);
  });

  test('by date or subject, and then by the next column of the sort', () => {
    const lines = [line({ subject: '1', at: 2 }), line({ subject: '2', at: 2 }), line({ subject: '3', at: 1 })];
    const sort: Sorted = [
      { column: 'collected', descending: true },
      { column: 'subject', descending: true },
    ];
    expect(order(lines, sort)).toEqual([1, 0, 2]);
  });

  test('by no column that the table does not have', () => {
    const column = 'x'.repeat(65);
    expect(() => order([], [{ column, descending: false }])).toThrow(`The table by visit has no column "${'x'.repeat(64)}" to sort by.`);
  });
});

test('the tests in a sort are told by their places, other columns are none', () => {
  const sort = ['subject', names[1] ?? '', names[0] ?? ''].map((column) => ({ column, descending: false }));
  expect(testsInOrder(['ALT', 'AST'], sort)).toEqual([1, 0]);
});

test('the results of a cell are counted, and in the order of their times and then as stored', () => {
  expect([resultsIn({ rowid: 1, at: 1, others: null }), rowidsIn({ rowid: 1, at: 1, others: null })]).toEqual([1, [1]]);
  const cell = {
    ...{ rowid: 5, at: 3 },
    others: [
      { rowid: 9, at: 1 },
      { rowid: 4, at: 3 },
      { rowid: 2, at: 2 },
    ],
  };
  expect([resultsIn(cell), rowidsIn(cell)]).toEqual([4, [9, 2, 4, 5]]);
});
