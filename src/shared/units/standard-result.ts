import { memoizeThree } from '../derive/memoize.ts';
import { cdiscUnits } from './cdisc-units.ts';
import { conversionBetween, convert, type UnitConversion } from './convert-unit.ts';
import { readUnit, saysNoUnit } from './read-unit.ts';
import { standardUnitOf } from './standard-units.ts';
import type { UnitSystem } from '../terms/term-kinds.ts';

/** A number in the standard unit of its test (LBSTRESN and LBSTRESU, VSSTRESN and VSSTRESU). */
export interface StandardResult {
  readonly value: number;
  /** As written in CDISC's codelist UNIT; null if the test is reported without a unit (pH). */
  readonly unit: string | null;
}

/**
 * Converts a result to the standard unit of its test. Null if the test has no code or no standard unit, if the unit is not understood, or
 * if there is no conversion: a standard result is never an unconverted number.
 */
export function standardResult(value: number, unit: string | null, code: string | null, system: UnitSystem): StandardResult | null {
  if (code === null) return null;
  const standard = standardFor(system, code, unit);
  return standard === null ? null : { value: convert(value, standard.conversion), unit: standard.unit };
}

interface Standard {
  readonly conversion: UnitConversion;
  readonly unit: string | null;
}

/** By system, code and unit as sent: a study has few. */
const standardFor = memoizeThree((system, code, unit): Standard | null => {
  const standard = standardUnitOf(code, system === 'conventional' ? 'conventional' : 'SI');
  const to = standard === null ? null : readUnit(standard);
  if (to === null) return null;
  const text = unit?.trim() ?? '';
  // A test that is reported without a unit needs none.
  const needsNone = standardUnitOf(code, 'conventional') === '1';
  if (saysNoUnit(text) && !needsNone) return null;
  const from = saysNoUnit(text) ? to : readUnit(text, code);
  const conversion = from === null ? null : conversionBetween(from, to, code);
  return conversion === null || code === null ? null : { conversion, unit: cdiscUnit(conversion.to, code) };
});

/** The standard unit of a test as CDISC writes it; null if the test has none, '' if it is reported without a unit (pH). */
export function standardUnitText(code: string, system: UnitSystem): string | null {
  const unit = standardUnitOf(code, system);
  const standard = unit === null ? null : standardFor(system, code, unit);
  return standard === null ? null : (standard.unit ?? '');
}

/** Whether a unit fits a test, so that results can be converted to its standard unit; null if one of them is unknown. */
export function fitsTest(unit: string, code: string): boolean | null {
  const standard = standardUnitOf(code, 'SI');
  const [from, to] = [readUnit(unit, code), standard === null ? null : readUnit(standard, code)];
  return from === null || to === null ? null : conversionBetween(from, to, code) !== null;
}

/** A standard unit as CDISC writes it; null if the test is reported without one. */
function cdiscUnit(code: string, test: string | null): string | null {
  if (code === '1') return standardUnitOf(test, 'conventional') === '1' ? null : 'fraction of 1';
  if (code === '/min') return test === 'RESP' ? 'breaths/min' : 'beats/min';
  return cdiscUnits[code] ?? code;
}
