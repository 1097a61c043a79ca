import { memoizeThree } from '../derive/memoize.ts';
import { readUnit, sameUnit, type Unit } from './read-unit.ts';
import type { AgreedConversion, StandardUnits } from './standard-unit-row.ts';
import { standardUnitsOf } from './standard-units.ts';
import { factorBetween, parseUcum, type Quantity } from './ucum.ts';

/** How numbers come from one unit into another: × `factor` + `offset`. */
export interface UnitConversion {
  /** UCUM. */
  readonly from: string;
  readonly to: string;
  readonly factor: number;
  readonly offset: number;
  /** What the factor rests on; "by definition" where the units alone give it. */
  readonly source: string;
}

/** Digits that a converted number has: more than any laboratory gives, fewer than the noise of a double. */
const CONVERTED_DIGITS = 12;
const definition = 'by definition';

/**
 * The conversion between two units for results of a test; null where there is none. Between mass and amount of substance it takes the
 * test's substance: without a code there is none.
 */
export function conversionBetween(from: Unit, to: Unit, test: string | null): UnitConversion | null {
  const names = { from: from.code, to: to.code };
  if (sameUnit(from, to)) return { ...names, factor: 1, offset: 0, source: definition };
  const standard = standardUnitsOf(test);
  // First what is agreed for the test: by dimension % is ten mmol/mol, of glycated hemoglobin it is not.
  for (const one of standard?.agreed ?? []) {
    const conversion = byAgreement(from, to, one);
    if (conversion !== null) return conversion;
  }
  // Moles of moles are no percent of anything else: 36 mmol/mol of glycated hemoglobin is 5.4 %.
  if (isMolesOfMoles(from) !== isMolesOfMoles(to)) return null;
  const [of, into] = [from.quantity, to.quantity];
  if (of.dimension === into.dimension) return { ...names, factor: factorBetween(of, into), offset: 0, source: definition };
  return temperature(from, to) ?? ofSubstance(from, to, standard);
}

/** The same of two texts, by test, unit from and unit to: a study has few. Null also where one of the texts is no unit. */
export const conversionBetweenTexts = memoizeThree((test, from, to): UnitConversion | null => {
  const [read, other] = [readUnit(from ?? '', test), readUnit(to ?? '', test)];
  return read === null || other === null ? null : conversionBetween(read, other, test);
});

function isMolesOfMoles({ code, quantity }: Unit): boolean {
  return quantity.dimension === '' && code.includes('mol');
}

/** A number by a conversion; one that needs none is left as it is. */
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

/** A quantity of a substance with its mass or its equivalents told as moles. */
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

/** By an agreed factor, in either direction, also from and to units that differ from its own by a factor. */
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

/** A unit that differs from the agreed one at most by a power of ten: % and mmol/mol are both plain numbers. */
function isNear(unit: Unit, agreed: string): boolean {
  const read = readUnit(agreed);
  return read !== null && sameUnit(unit, read);
}
