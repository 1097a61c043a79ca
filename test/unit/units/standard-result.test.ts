import { UcumLhcUtils } from '@lhncbc/ucum-lhc';
import { describe, expect, test } from 'vitest';
import { conversionBetween, convert } from '../../../src/shared/units/convert-unit.ts';
import { readUnit } from '../../../src/shared/units/read-unit.ts';
import { fitsTest, standardResult, standardUnitText } from '../../../src/shared/units/standard-result.ts';
import { standardUnits } from '../../../src/shared/units/standard-units.ts';

describe('standard results', () => {
  // Expected: the units and factors of the CDISC pilot study, and the AMA Manual of Style (11th edition, 17.5).
  test.each([
    ['ALB', 4.2, 'g/dL', 42, 'g/L'],
    ['ALT', 27, 'IU/L', 27, 'U/L'],
    ['BILI', 0.6, 'mg/dL', 10.26, 'umol/L'],
    ['UREAN', 14, 'mg/dL', 4.998, 'mmol/L'],
    ['CA', 9.3, 'mg/dl', 2.32, 'mmol/L'],
    ['CA', 4.6, 'mEq/L', 2.3, 'mmol/L'],
    ['CHOL', 200, 'MG/DL', 5.172, 'mmol/L'],
    ['CREAT', 1, 'mg/dL', 88.4, 'umol/L'],
    ['GLUC', 100, 'mg/dL', 5.551, 'mmol/L'],
    ['HGB', 14, 'g/dL', 8.688, 'mmol/L'],
    ['HGB', 140, 'g/L', 8.688, 'mmol/L'],
    ['HCT', 42, '%', 0.42, 'fraction of 1'],
    ['HCT', 0.42, 'L/L', 0.42, 'fraction of 1'],
    ['K', 4.1, 'mEq/L', 4.1, 'mmol/L'],
    ['MCH', 30, 'pg', 1.862, 'fmol'],
    ['PHOS', 3, 'mg/dL', 0.969, 'mmol/L'],
    ['PLAT', 250, 'THOU/uL', 250, '10^9/L'],
    ['PLAT', 250_000, '/µL', 250, '10^9/L'],
    ['PLAT', 250, 'G/L', 250, '10^9/L'],
    ['RBC', 4.5, 'MILL/uL', 4.5, '10^12/L'],
    ['TSH', 2.1, 'uIU/mL', 2.1, 'mIU/L'],
    ['URATE', 6, 'mg/dL', 356.9, 'umol/L'],
    ['VITB12', 500, 'pg/mL', 368.9, 'pmol/L'],
    ['TRIG', 150, 'mg/dL', 1.694, 'mmol/L'],
    ['HBA1CHGB', 7, '%', 53, 'mmol/mol'],
    ['INSULIN', 10, 'mIU/L', 60, 'pmol/L'],
    ['PH', 6.5, null, 6.5, null],
    ['SPGRAV', 1.02, 'NO UNITS', 1.02, null],
    ['TEMP', 98.6, 'F', 37, 'C'],
    ['HEIGHT', 70, 'IN', 177.8, 'cm'],
    ['WEIGHT', 150, 'LB', 68.04, 'kg'],
    ['PULSE', 72, 'BEATS/MIN', 72, 'beats/min'],
    ['RESP', 16, '/min', 16, 'breaths/min'],
  ])('%s %d %s is %d %s', (code, value, unit, expected, standard) => {
    const result = standardResult(value, unit, code, 'SI');
    expect(result?.unit).toBe(standard);
    expect(Math.abs((result?.value ?? 0) / expected - 1)).toBeLessThan(0.005);
  });

  test.each([
    ['GLUC', 5.55, 'mmol/L', 100, 'mg/dL'],
    ['HBA1C', 53, 'mmol/mol', 7, '%'],
    ['TEMP', 37, '°C', 98.6, 'F'],
    ['SODIUM', 140, 'mmol/L', 140, 'mEq/L'],
    ['CA', 2.5, 'mmol/L', 10.02, 'mg/dL'],
  ])('%s %d %s is %d %s in conventional units', (code, value, unit, expected, standard) => {
    const result = standardResult(value, unit, code, 'conventional');
    expect(result?.unit).toBe(standard);
    expect(Math.abs((result?.value ?? 0) / expected - 1)).toBeLessThan(0.005);
  });

  test.each([
    [null, 'mg/dL'],
    ['NOTATEST', 'mg/dL'],
    ['GLUC', 'foo'],
    ['GLUC', null],
    ['GLUC', ''],
    ['HCT', 'NO UNITS'],
    ['HBA1C', 'none'],
    ['HCT', null],
    ['GLUC', 'U/L'],
    ['ALT', 'mg/dL'],
    ['CREATCLR', 'mL/min/1.73m2'],
  ])('%s in %j has none, rather than an unconverted number', (code, unit) => {
    expect(standardResult(5, unit, code, 'SI')).toBeNull();
  });

  test('mass is converted to amount of substance as the library does it', () => {
    const library = UcumLhcUtils.getInstance();
    for (const [code, { conventional, SI, gramsPerMole, valence }] of Object.entries(standardUnits)) {
      const [from, to] = [readUnit(conventional), readUnit(SI)];
      if (gramsPerMole === null || valence !== null || from === null || to === null) continue;
      const ours = conversionBetween(from, to, code);
      const theirs = library.convertUnitTo(from.code, 7, to.code, { molecularWeight: gramsPerMole }).toVal;
      if (ours === null || theirs === null) throw new Error(`Nothing converts ${code}.`);
      expect(convert(7, ours) / theirs).toBeCloseTo(1, 9);
    }
  });
});

/** Standard atomic weights, abridged (IUPAC 2021). */
const atomicWeights: Readonly<Record<string, number>> = {
  ...{ H: 1.008, C: 12.011, N: 14.007, O: 15.999, P: 30.974, S: 32.06, Fe: 55.845, Co: 58.933, Cu: 63.546, Zn: 65.38, I: 126.9 },
};

// Urea nitrogen counts as the two atoms of urea, ketone bodies as hydroxybutyric acid.
test.each([
  [['T4', 'T4FR'], 'C15H11I4NO4'],
  [['T3', 'T3FR'], 'C15H12I3NO4'],
  [['CORTISOL'], 'C21H30O5'],
  [['TESTOS', 'TESTOSFR'], 'C19H28O2'],
  [['ESTRDIOL'], 'C18H24O2'],
  [['PROGEST'], 'C21H30O2'],
  [['VITB12'], 'C63H88CoN14O14P'],
  [['VITB9'], 'C19H19N7O6'],
  [['V25HD3'], 'C27H44O2'],
  [['V25HD2'], 'C28H44O2'],
  [['BILI', 'BILDIR', 'BILIND'], 'C33H36N4O6'],
  [['CREAT'], 'C4H7N3O'],
  [['UREA'], 'CH4N2O'],
  [['UREAN', 'BUN'], 'N2'],
  [['URATE'], 'C5H4N4O3'],
  [['AMMONIA'], 'NH3'],
  [['PHOS'], 'P'],
  [['IRON', 'IBCT', 'IBCU'], 'Fe'],
  [['ZINC'], 'Zn'],
  [['COPPER'], 'Cu'],
  [['GLUC'], 'C6H12O6'],
  [['CHOL', 'HDL', 'LDL', 'VLDL', 'NONHDL'], 'C27H46O'],
  [['LACTICAC'], 'C3H6O3'],
  [['KETONEBD'], 'C4H8O3'],
  [['HOMOCY'], 'C4H9NO2S'],
])('the molar mass of %j is that of %s', (codes, formula) => {
  const mass = [...formula.matchAll(/([A-Z][a-z]?)(\d*)/g)].reduce(
    (sum, [, atom = '', count]) => sum + (atomicWeights[atom] ?? Number.NaN) * Number(count === '' ? 1 : count),
    0,
  );
  for (const code of codes) expect(standardUnits[code]?.gramsPerMole, code).toBeCloseTo(mass, 1);
});

test.each([
  ['ALT', 'SI', 'U/L'],
  ['HCT', 'SI', 'fraction of 1'],
  ['HCT', 'conventional', '%'],
  ['PULSE', 'SI', 'beats/min'],
  ['RESP', 'SI', 'breaths/min'],
  ['PH', 'SI', ''],
  ['NOTATEST', 'SI', null],
] as const)('the standard unit of %s in %s units is %j', (code, system, unit) => {
  expect(standardUnitText(code, system)).toBe(unit);
});

test.each([
  ['mg/dL', 'GLUC', true],
  ['U/L', 'GLUC', false],
  ['foo', 'GLUC', null],
  ['mg/dL', 'NOTATEST', null],
])('%s fits %s: %s', (unit, code, fits) => {
  expect(fitsTest(unit, code)).toBe(fits);
});

function conversion(from: string, to: string, code: string) {
  const [of, into] = [readUnit(from), readUnit(to)];
  return of === null || into === null ? null : conversionBetween(of, into, code);
}

test.each([
  ['GLUC', 'mg/dL', 'mmol/L', 'molar mass 180.156 g/mol'],
  ['CA', 'meq/L', 'mmol/L', '2 equivalents a mole'],
  ['K', 'meq/L', 'mmol/L', '1 equivalent a mole'],
  ['CA', 'mg/dL', 'meq/L', 'molar mass 40.078 g/mol, 2 equivalents a mole'],
  ['ALT', 'U/L', 'U/dL', 'by definition'],
])('%s is converted from %s to %s by its %s', (code, from, to, source) => {
  expect(conversion(from, to, code)?.source).toBe(source);
});

const none = { from: '', to: '', factor: 0, offset: 0, source: '' };

test('percent of glycated hemoglobin are a fraction by definition, and moles of moles only by agreement', () => {
  expect(conversion('%', '1', 'HBA1C')).toMatchObject({ offset: 0, source: 'by definition' });
  expect(convert(7, conversion('%', '1', 'HBA1C') ?? none)).toBe(0.07);
  expect(convert(53, conversion('mmol/mol', '1', 'HBA1C') ?? none)).toBeCloseTo(0.07, 3);
  expect(conversion('mmol/mol', '%', 'GLUC')).toBeNull();
});

test('a number that needs no conversion stays as it is, and others have no more digits than are sure', () => {
  const identity = { ...none, factor: 1 };
  expect(convert(1 / 3, identity)).toBe(1 / 3);
  for (const other of [
    { ...identity, factor: 2 },
    { ...identity, offset: 1 },
  ])
    expect(String(convert(1 / 3, other)).length).toBeLessThan(String(1 / 3).length);
});
