import { compareVisits } from '../../shared/derive/visit-order.ts';
import { AppError } from '../../shared/errors.ts';
import { pivotNames } from '../../shared/pivot.ts';
import type { Sort } from '../../shared/query.ts';
import type { PivotLine } from './pivot-lines.ts';

type Compare = (left: PivotLine, right: PivotLine) => number;
type Value = string | number | null;

/** Returns the place of a visit in the study's order of visits; null if it has none. */
export type PlaceOfVisit = (visit: string) => number | null;

/**
 * Compares lines of the table by visit. Missing values come last in both directions. In the column of a test (`valueOf`), numbers are
 * ordered by value and come before texts. Visits are ordered by their places in the study. Without a sort, and for equal lines: by subject
 * (by characters), then by date. Throws USAGE for a column that the table does not have.
 */
export function pivotOrder(
  tests: readonly string[],
  sort: readonly Sort[],
  valueOf: (line: PivotLine, column: number) => Value,
  placeOf: PlaceOfVisit,
): Compare {
  const names = pivotNames(tests);
  const term = ({ column, descending }: Sort): Compare => {
    if (column === 'subject') return by((line) => line.subject, byValue, descending);
    if (column === 'visit') return by((line) => (line.visit === null ? null : (placeOf(line.visit) ?? line.visit)), byValue, descending);
    if (column === 'collected') return by((line) => line.at, byValue, descending);
    const at = names.indexOf(column);
    if (at === -1) throw new AppError('USAGE', `The table by visit has no column "${column.slice(0, 64)}" to sort by.`);
    return by((line) => valueOf(line, at), byValue, descending);
  };
  const terms = [...sort.map(term), ...usual];
  return (left, right) => {
    for (const compare of terms) {
      const difference = compare(left, right);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

/** The tests in the sort, by their places. */
export function testsInOrder(tests: readonly string[], sort: readonly Sort[]): readonly number[] {
  const names = pivotNames(tests);
  return sort.map(({ column }) => names.indexOf(column)).filter((at) => at !== -1);
}

const usual: readonly Compare[] = [
  by((line) => line.subject, byValue, false),
  by((line) => line.at, byValue, false),
  by((line) => line.visit, byName, false),
  by((line) => line.day, byValue, false),
];

function by(
  valueOf: (line: PivotLine) => Value,
  compare: (left: string | number, right: string | number) => number,
  descending: boolean,
): Compare {
  return (one, other) => {
    const [left, right] = [valueOf(one), valueOf(other)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return descending ? compare(right, left) : compare(left, right);
  };
}

function byValue(left: string | number, right: string | number): number {
  if (typeof left !== typeof right) return typeof left === 'number' ? -1 : 1;
  return left < right ? -1 : Number(left > right);
}

function byName(left: string | number, right: string | number): number {
  return compareVisits(String(left), String(right));
}
