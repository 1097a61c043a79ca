import type { UnitSystem } from '../terms/term-kinds.ts';
import { chemistryUnits } from './chemistry-units.ts';
import { hematologyUnits } from './hematology-units.ts';
import { hormoneUnits } from './hormone-units.ts';
import type { StandardUnits } from './standard-unit-row.ts';
import { vitalUnits } from './vital-units.ts';

/** Standard units by LBTESTCD and VSTESTCD. A test that is not listed has no standard result: numbers are never copied unconverted. */
export const standardUnits: Readonly<Record<string, StandardUnits>> = {
  ...chemistryUnits,
  ...hematologyUnits,
  ...hormoneUnits,
  ...vitalUnits,
};

/** Tests whose results count cells per volume; `G/L` means 10*9/L for them. */
export const countedTests: ReadonlySet<string> = new Set(
  Object.entries(standardUnits).flatMap(([test, { SI }]) => (SI === '10*9/L' || SI === '10*12/L' ? [test] : [])),
);

/** The standard units of a test; null if it has no code, or no standard units. */
export function standardUnitsOf(test: string | null): StandardUnits | null {
  return test !== null && Object.hasOwn(standardUnits, test) ? (standardUnits[test] ?? null) : null;
}

/** The standard unit of a test in a system, as UCUM; null if it has none. */
export function standardUnitOf(test: string | null, system: UnitSystem): string | null {
  return standardUnitsOf(test)?.[system] ?? null;
}
