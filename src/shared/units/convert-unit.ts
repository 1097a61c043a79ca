import { memoizeThree } from '../derive/memoize.ts';
import { readUnit, sameUnit, type Unit } from './read-unit.ts';
import type { AgreedConversion, StandardUnits } from './standard-unit-row.ts';
import { standardUnitsOf } from './standard-units.ts';
import { factorBetween, parseUcum, type Quantity } from './ucum.ts';

/** Converts numbers from one unit to another: × `factor` + `offset`. */
export interface UnitConversion {
  /** UCUM. */
  readonly from: string;
  readonly to: string;
  readonly factor: number;
  readonly offset: number;
  /** The basis of the factor; "by definition" if it follows from the units alone. */
  readonly source: string;
}

/** Significant digits of a converted number: more than any laboratory reports, fewer than the noise of a double. */
const CONVERTED_DIGITS = 12;
const definition = 'by definition';

/**
 * The conversion between two units for results of a test; null if there is none. Converting between mass and amount of substance requires
 * the test's substance, so it is impossible without a code.
 */
export function conversionBetween(from: Unit, to: Unit, test: string | null): UnitConversion | null {
  const names = { from: from.code, to: to.code };
  if (sameUnit(from, to)) return { ...names, factor: 1, offset: 0, source: definition };
  const standard = standardUnitsOf(test);
  // What is agreed for the test comes first: by dimension, 1 % is 10 mmol/mol, but not for glycated hemoglobin.
  for (const one of standard?.agreed ?? []) {
    const conversion = byAgreement(from, to, one);
    if (conversion !== null) return conversion;
  }
  // Moles per mole are not a percentage of anything else: 36 mmol/mol of glycated hemoglobin is 5.4 %.
  if (isMolesOfMoles(from) !== isMolesOfMoles(to)) return null;
  const [of, into] = [from.quantity, to.quantity];
  if (of.dimension === into.dimension) return { ...names, factor: factorBetween(of, into), offset: 0, source: definition };
  return temperature(from, to) ?? ofSubstance(from, to, standard);
}

/** The same for two texts, by test, source unit and target unit: a study has few. Also null if one of the texts is not a unit. */
export const conversionBetweenTexts = memoizeThree((test, from, to): UnitConversion | null => {
  const [read, other] = [readUnit(from ?? '', test), readUnit(to ?? '', test)];
  return read === null || other === null ? null : conversionBetween(read, other, test);
});

function isMolesOfMoles({ code, quantity }: Unit): boolean {
  return quantity.dimension === '' && code.includes('mol');
}

/** Converts a number; an identity conversion returns it unchanged. */
export function convert(value: number, { factor, offset }: UnitConversion): number {
  return factor === 1 && offset === 0 ? value : Number((value * factor + offset).toPrecision(CONVERTED_DIGITS));
}

function temperature({ code: from, quantity: of }: Unit, { code: to, quantity: into }: Unit): UnitConversion | null {
  if (of.dimension === '[degF]1' && into.dimension === 'Cel1') return { from, to, factor: 5 / 9, offset: -160 / 9, source: definition };
  if (of.dimension === 'Cel1' && into.dimension === '[degF]1') return { from, to, factor: 9 / 5, offset: 32, source: definition };
  return null;
}

function ofSubstance(from: Unit, to: Unit, standard: StandardUnits | null): UnitConversion | null {
  if (standard === null) return null;
  const { gramsPerMole, valence } = standard;
  const names = { from: from.code, to: to.code };
  // Both as moles: a mass by the molar mass, equivalents by the charge.
  const [of, into] = [inMoles(from.quantity, standard), inMoles(to.quantity, standard)];
  if (of === null || into === null || of.dimension !== into.dimension) return null;
  return { ...names, factor: factorBetween(of, into), offset: 0, source: substanceSource(gramsPerMole, valence, [from, to]) };
}

function substanceSource(gramsPerMole: number | null, valence: number | null, ends: readonly Unit[]): string {
  const byCharge = ends.some(({ quantity }) => /(^|\.)eq-?\d/.test(quantity.dimension));
  const byMass = ends.some(({ quantity }) => /(^|\.)g-?\d/.test(quantity.dimension));
  return [
    ...(byMass ? [`molar mass ${String(gramsPerMole)} g/mol`] : []),
    ...(byCharge ? [`${String(valence)} ${valence === 1 ? 'equivalent' : 'equivalents'} a mole`] : []),
  ].join(', ');
}

const PLAIN_POWER = /^(g|eq)1(\.|$)/;
const WITHIN = /(^|\.)(g|eq|mol)1(?=\.|$)/;

/** A quantity of a substance with its mass or equivalents expressed as moles. */
function inMoles(quantity: Quantity, { gramsPerMole, valence }: StandardUnits): Quantity | null {
  const [, , unit] = WITHIN.exec(quantity.dimension) ?? [];
  if (unit === undefined) return null;
  if (unit === 'mol') return quantity;
  const divisor = unit === 'g' ? gramsPerMole : valence;
  if (divisor === null) return null;
  const powers = quantity.dimension.replace(PLAIN_POWER, '').replace(WITHIN, '');
  const dimension = [...powers.split('.').filter((one) => one !== ''), 'mol1'].sort().join('.');
  return { mantissa: quantity.mantissa / divisor, exponent: quantity.exponent, dimension };
}

/** Converts by an agreed factor, in either direction, also between units that differ from the agreed ones by a factor. */
function byAgreement(from: Unit, to: Unit, { from: first, to: second, factor, offset, source }: AgreedConversion): UnitConversion | null {
  const [one, other] = [parseUcum(first), parseUcum(second)];
  if (one === null || other === null) return null;
  const names = { from: from.code, to: to.code };
  if (from.quantity.dimension === one.dimension && to.quantity.dimension === other.dimension && isNear(to, second)) {
    const before = factorBetween(from.quantity, one);
    const after = factorBetween(other, to.quantity);
    return { ...names, factor: before * factor * after, offset: offset * after, source };
  }
  if (from.quantity.dimension === other.dimension && to.quantity.dimension === one.dimension && isNear(from, second)) {
    const before = factorBetween(from.quantity, other);
    const after = factorBetween(one, to.quantity);
    return { ...names, factor: (before / factor) * after, offset: (-offset / factor) * after, source };
  }
  return null;
}

/** Whether a unit equals the agreed one. The dimension is not enough: % and mmol/mol are both plain numbers. */
function isNear(unit: Unit, agreed: string): boolean {
  const read = readUnit(agreed);
  return read !== null && sameUnit(unit, read);
}
