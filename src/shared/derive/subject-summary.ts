import type { RangeFlag } from './range-flag.ts';

/** One result of a test of one subject. */
export interface TimedResult {
  /** Calendar day (`calendarDay`); null if the date is partial or missing. */
  readonly day: number | null;
  /** Milliseconds of wall-clock time, for the order within a day; null if the date cannot be read. */
  readonly at: number | null;
  /** A number in one common unit, or the bound of a result known only to be beyond one; null for texts. */
  readonly value: number | null;
  /** Relative to the range of its own record. */
  readonly flag: RangeFlag | null;
}

/** The results with a number and a date, first to last; results of the same moment stay in order. */
function inTime<R extends TimedResult>(results: readonly R[]): readonly R[] {
  return results.filter(({ value, at }) => value !== null && at !== null).toSorted((left, right) => (left.at ?? 0) - (right.at ?? 0));
}

/** The last number on or before the anchor day (ADaM's ABLFL); null if there is none. */
export function baselineOf<R extends TimedResult>(results: readonly R[], anchorDay: number): R | null {
  return inTime(results).findLast(({ day }) => day !== null && day <= anchorDay) ?? null;
}

/** The numeric results after the anchor day, first to last. */
export function afterBaseline<R extends TimedResult>(results: readonly R[], anchorDay: number): readonly R[] {
  return inTime(results).filter(({ day }) => day !== null && day > anchorDay);
}

/** The direction that is worse. */
export type Direction = 'low' | 'high';

/** The lowest or highest number, the first of equal ones; null if there is none. */
export function worstOf<R extends TimedResult>(results: readonly R[], direction: Direction): R | null {
  const sign = direction === 'low' ? -1 : 1;
  let worst: R | null = null;
  for (const result of inTime(results)) {
    if (worst === null || sign * ((result.value ?? 0) - (worst.value ?? 0)) > 0) worst = result;
  }
  return worst;
}

/** The rows and columns of a shift table; "MISSING": no result with a flag. */
export const shiftCategories = ['LOW', 'NORMAL', 'HIGH', 'MISSING'] as const;
export type ShiftCategory = (typeof shiftCategories)[number];

export interface Shift {
  readonly baseline: ShiftCategory;
  readonly worst: ShiftCategory;
}

/** From the category at baseline to the worst one after it in one direction (ADaM's SHIFT1), each relative to its own range. */
export function shiftOf(results: readonly TimedResult[], anchorDay: number, direction: Direction): Shift {
  const flags = afterBaseline(results, anchorDay).map(({ flag }) => flag);
  const order: readonly RangeFlag[] = direction === 'high' ? ['HIGH', 'NORMAL', 'LOW'] : ['LOW', 'NORMAL', 'HIGH'];
  return {
    baseline: baselineOf(results, anchorDay)?.flag ?? 'MISSING',
    worst: order.find((flag) => flags.includes(flag)) ?? 'MISSING',
  };
}
