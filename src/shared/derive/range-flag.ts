import { conversionBetweenTexts, convert } from '../units/convert-unit.ts';
import { readUnit, saysNoUnit } from '../units/read-unit.ts';
import { standardUnitOf } from '../units/standard-units.ts';
import type { CensoredResult } from './censored-result.ts';
import { plausibleLabs } from '../plausible-limits.ts';
import { compareDecimals, roundToDecimal, type Decimal } from './decimal.ts';
import type { NumericRange, ReferenceRange } from './reference-range.ts';

export type RangeFlag = 'LOW' | 'NORMAL' | 'HIGH';

/** A result and what its range is compared with. */
export interface RangedResult {
  /** A number, its digits where a double would change them, or a bound with its sign. */
  readonly result: Decimal | CensoredResult;
  /** As sent; null where the record has none. */
  readonly unit: string | null;
  /** The test's code, for what only it can convert. */
  readonly test: string | null;
}

/**
 * LBNRIND: limits count as normal unless the range excludes them; one missing limit is enough when the other holds. A bound has the flag
 * that every value beyond it would have. Null without a number, without a numeric limit, or where nothing compares the units.
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

/** × ULN: the number, or the bound, divided by the upper limit of its own record; null where there is no positive one or nothing compares the units. */
export function timesUpperLimit(of: RangedResult, range: ReferenceRange | null): number | null {
  const high = limitsFor(of, range)?.high ?? null;
  const value = typeof of.result === 'object' ? of.result.bound : Number(of.result);
  return high === null || high <= 0 ? null : roundToDecimal(value / high);
}

/** The limits of a range in the unit of its record's result; null where the range has none, or nothing compares the units. */
function limitsFor({ result, unit, test }: RangedResult, range: ReferenceRange | null): NumericRange | null {
  if (range?.kind !== 'numeric' || isPlaceholder(range, test)) return null;
  if (typeof result !== 'object') return limitsIn(range, unit, test);
  return result.unit === null ? limitsIn(range, unit ?? range.unit, test) : limitsOfBound(range, { own: result.unit, unit, test });
}

/** 0 to 0 of a test that everybody has some of; of blasts and others it is a range. */
function isPlaceholder({ low, high }: NumericRange, test: string | null): boolean {
  return low === 0 && high === 0 && test !== null && Object.hasOwn(plausibleLabs, test);
}

/** The limits of a range in the unit behind a bound (`own`); a range without a unit has that of its record. */
export function limitsOfBound(
  range: NumericRange,
  { own, unit, test }: { readonly own: string; readonly unit: string | null; readonly test: string | null },
): NumericRange | null {
  return limitsIn(saysNoUnit(range.unit ?? '') ? { ...range, unit } : range, own, test);
}

/** The limits of a range in a unit as sent; null where nothing compares the two. A range without a unit has that of its result. */
export function limitsIn(range: NumericRange, unit: string | null, test: string | null): NumericRange | null {
  if (range.unit === null || saysNoUnit(range.unit) || range.unit === unit?.trim()) return range;
  if (unit === null || saysNoUnit(unit)) return isPlainNumber(range.unit, test) ? range : null;
  const conversion = conversionBetweenTexts(test, range.unit, unit.trim());
  if (conversion === null) return null;
  if (conversion.factor === 1 && conversion.offset === 0) return range;
  const [low, high] = [range.low, range.high].map((limit) => (limit === null ? null : convert(limit, conversion)));
  return { ...range, low: low ?? null, high: high ?? null };
}

/** `5.0-8.0 pH`, `0.9-1.1 INR`: a unit that adds nothing, of a test that is told without one. */
function isPlainNumber(unit: string, test: string | null): boolean {
  return standardUnitOf(test, 'conventional') === '1' && readUnit(unit, test)?.code === '1';
}

/** `lower` is below `upper`, or equal to it where the limit itself is outside. */
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
  // Nothing that is measured from 0 up lies below a lower limit of 0.
  const hasNoLow = low === null || low === 0;
  return hasNoLow && high !== null && liesWithin(compareDecimals(high, bound), isOpen, highInclusive) ? 'NORMAL' : null;
}

/** All that lies beyond the bound lies outside the limit. `order`: how far outside the bound itself lies. */
function liesBeyond(order: number, isOpen: boolean, inclusive: boolean): boolean {
  return order > 0 || (order === 0 && (isOpen || !inclusive));
}

/** All that lies beyond the bound lies within the limit. `order`: how far within the bound itself lies. */
function liesWithin(order: number, isOpen: boolean, inclusive: boolean): boolean {
  return order > 0 || (order === 0 && (isOpen || inclusive));
}
