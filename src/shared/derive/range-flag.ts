import { sameNumber } from './decimal.ts';
import type { NumericRange, ReferenceRange } from './reference-range.ts';

export type RangeFlag = 'LOW' | 'NORMAL' | 'HIGH';

/**
 * LBNRIND: limits count as normal unless the range excludes them; one missing limit is enough when the other holds.
 * Null without a number, without a numeric limit, or where the range names another unit than the result.
 */
export function rangeFlag(value: number | null, range: ReferenceRange | null, unit: string | null): RangeFlag | null {
  if (value === null || !comparable(range, unit)) return null;
  if (range.low !== null && isBelow(value, range.low, range.lowInclusive)) return 'LOW';
  if (range.high !== null && isBelow(range.high, value, range.highInclusive)) return 'HIGH';
  return 'NORMAL';
}

/** × ULN: the result divided by the upper limit of its own row; null where there is no positive one or the units differ. */
export function timesUpperLimit(value: number | null, range: ReferenceRange | null, unit: string | null): number | null {
  if (value === null || !comparable(range, unit) || range.high === null || range.high <= 0) return null;
  return value / range.high;
}

function comparable(range: ReferenceRange | null, unit: string | null): range is NumericRange {
  return range?.kind === 'numeric' && (range.unit === null || range.unit === unit?.trim());
}

/** `lower` is below `upper`, or equal to it where the limit itself is outside. */
function isBelow(lower: number, upper: number, inclusive: boolean): boolean {
  return sameNumber(lower, upper) ? !inclusive : lower < upper;
}
