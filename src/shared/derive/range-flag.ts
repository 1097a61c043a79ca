import { conversionBetweenTexts, convert } from '../units/convert-unit.ts';
import { readUnit, saysNoUnit } from '../units/read-unit.ts';
import { standardUnitOf } from '../units/standard-units.ts';
import type { CensoredResult } from './censored-result.ts';
import { plausibleLabs } from '../plausible-limits.ts';
import { compareDecimals, roundToDecimal, type Decimal } from './decimal.ts';
import type { NumericRange, ReferenceRange } from './reference-range.ts';

export type RangeFlag = 'LOW' | 'NORMAL' | 'HIGH';

/** A result to compare with its range. */
export interface RangedResult {
  /** A number, its digits if a double would change them, or a bound with its comparator. */
  readonly result: Decimal | CensoredResult;
  /** As sent; null if the record has none. */
  readonly unit: string | null;
  /** The test code, for conversions specific to the test. */
  readonly test: string | null;
}

/**
 * LBNRIND: limits count as normal unless the range excludes them; one limit is enough. A bound has the flag that every value beyond it
 * would have. Null without a number, without a numeric limit, or if the units cannot be converted.
 */
export function rangeFlag(of: RangedResult, range: ReferenceRange | null): RangeFlag | null {
  const limits = limitsFor(of, range);
  if (limits === null) return null;
  const { result } = of;
  if (typeof result === 'object') return flagOfBound(result, limits);
  if (limits.low !== null && isBelow(result, limits.low, limits.lowInclusive)) return 'LOW';
  if (limits.high !== null && isBelow(limits.high, result, limits.highInclusive)) return 'HIGH';
  return 'NORMAL';
}

/**
 * × ULN: the number, or the bound, divided by the upper limit of its own record; null without a positive limit, or if the units cannot be
 * converted.
 */
export function timesUpperLimit(of: RangedResult, range: ReferenceRange | null): number | null {
  const high = limitsFor(of, range)?.high ?? null;
  const value = typeof of.result === 'object' ? of.result.bound : Number(of.result);
  return high === null || high <= 0 ? null : roundToDecimal(value / high);
}

/**
 * The limits with which a result may be compared, in its unit: null if the range has none, or the units cannot be converted. A bound
 * without a unit has that of its record, otherwise that of the range.
 */
export function limitsFor({ result, unit, test }: RangedResult, range: ReferenceRange | null): NumericRange | null {
  if (range?.kind !== 'numeric' || isPlaceholder(range, test)) return null;
  if (typeof result !== 'object') return limitsIn(range, unit, test);
  return result.unit === null ? limitsIn(range, unit ?? range.unit, test) : limitsOfBound(range, { own: result.unit, unit, test });
}

/** A range of 0 to 0 is a placeholder in tests that are never 0; for blasts and others it is a real range. */
function isPlaceholder({ low, high }: NumericRange, test: string | null): boolean {
  return low === 0 && high === 0 && test !== null && Object.hasOwn(plausibleLabs, test);
}

/** The limits of a range in the unit after a bound (`own`); a range without a unit has that of its record. */
function limitsOfBound(
  range: NumericRange,
  { own, unit, test }: { readonly own: string; readonly unit: string | null; readonly test: string | null },
): NumericRange | null {
  return limitsIn(saysNoUnit(range.unit ?? '') ? { ...range, unit } : range, own, test);
}

/** The limits of a range in a unit as sent; null if there is no conversion. A range without a unit has that of its result. */
export function limitsIn(range: NumericRange, unit: string | null, test: string | null): NumericRange | null {
  if (range.unit === null || saysNoUnit(range.unit) || range.unit === unit?.trim()) return range;
  if (unit === null || saysNoUnit(unit)) return isPlainNumber(range.unit, test) ? range : null;
  const conversion = conversionBetweenTexts(test, range.unit, unit.trim());
  if (conversion === null) return null;
  if (conversion.factor === 1 && conversion.offset === 0) return range;
  const [low, high] = [range.low, range.high].map((limit) => (limit === null ? null : convert(limit, conversion)));
  return { ...range, low: low ?? null, high: high ?? null };
}

/** `5.0-8.0 pH`, `0.9-1.1 INR`: a unit without information, in a test that is reported without one. */
function isPlainNumber(unit: string, test: string | null): boolean {
  return standardUnitOf(test, 'conventional') === '1' && readUnit(unit, test)?.code === '1';
}

/** Whether `lower` is below `upper`, or equal to it if the limit itself is outside. */
function isBelow(lower: Decimal, upper: Decimal, inclusive: boolean): boolean {
  const order = compareDecimals(lower, upper);
  return order === 0 ? !inclusive : order < 0;
}

function flagOfBound({ comparator, bound }: CensoredResult, { low, lowInclusive, high, highInclusive }: NumericRange): RangeFlag | null {
  const isOpen = comparator.length === 1;
  if (comparator.startsWith('>')) {
    if (high !== null && liesBeyond(compareDecimals(bound, high), isOpen, highInclusive)) return 'HIGH';
    return high === null && low !== null && liesWithin(compareDecimals(bound, low), isOpen, lowInclusive) ? 'NORMAL' : null;
  }
  if (low !== null && liesBeyond(compareDecimals(low, bound), isOpen, lowInclusive)) return 'LOW';
  // No value measured from 0 upwards is below a lower limit of 0.
  const hasNoLow = low === null || low === 0;
  return hasNoLow && high !== null && liesWithin(compareDecimals(high, bound), isOpen, highInclusive) ? 'NORMAL' : null;
}

/** Whether everything beyond the bound is outside the limit. `order`: the bound compared with the limit, positive if it is outside. */
function liesBeyond(order: number, isOpen: boolean, inclusive: boolean): boolean {
  return order > 0 || (order === 0 && (isOpen || !inclusive));
}

/** Whether everything beyond the bound is within the limit. `order`: the bound compared with the limit, positive if it is within. */
function liesWithin(order: number, isOpen: boolean, inclusive: boolean): boolean {
  return order > 0 || (order === 0 && (isOpen || inclusive));
}
