/** The version of the table below: a number that was converted says by which. */
export const conversionsVersion = 1;

/** `to` = `from` × `factor` + `offset`. */
export interface UnitConversion {
  /** Test code (LBTESTCD, VSTESTCD) that it is for. */
  readonly test: string;
  /** UCUM. */
  readonly from: string;
  readonly to: string;
  readonly factor: number;
  readonly offset: number;
  /** Where the factor comes from. */
  readonly source: string;
}

const definition = 'by definition';

function scaled(test: string, from: string, to: string, factor: number, source = definition): UnitConversion {
  return { test, from, to, factor, offset: 0, source };
}

/** From mmol/L to mg/dL: the molar mass in g/mol, a tenth of it. */
function molar(test: string, gramsPerMole: number, of: string): readonly UnitConversion[] {
  const source = `molar mass of ${of}, ${String(gramsPerMole)} g/mol`;
  return [scaled(test, 'mmol/L', 'mg/dL', gramsPerMole / 10, source), scaled(test, 'umol/L', 'mg/dL', gramsPerMole / 10_000, source)];
}

/**
 * Into the unit that a test is compared in; what was sent stays beside it. A test that is not here is not converted, and none is taken
 * for another: mass and amount of substance are converted only for the substance that is named.
 */
export const unitConversions: readonly UnitConversion[] = [
  { test: 'TEMP', from: '[degF]', to: 'Cel', factor: 5 / 9, offset: -160 / 9, source: definition },
  scaled('HEIGHT', '[in_i]', 'cm', 2.54),
  scaled('HEIGHT', 'm', 'cm', 100),
  scaled('WEIGHT', '[lb_av]', 'kg', 0.45359237),
  scaled('WEIGHT', 'g', 'kg', 0.001),
  ...molar('BILI', 584.66, 'bilirubin'),
  ...molar('BILDIR', 584.66, 'bilirubin'),
  ...molar('CA', 40.078, 'calcium'),
  ...molar('CHOL', 386.65, 'cholesterol'),
  ...molar('CREAT', 113.12, 'creatinine'),
  ...molar('GLUC', 180.156, 'glucose'),
  ...molar('MG', 24.305, 'magnesium'),
  ...molar('PHOS', 30.974, 'phosphorus'),
  ...molar('URATE', 168.11, 'uric acid'),
  ...molar('UREAN', 28.014, 'the nitrogen of urea'),
  scaled('ALB', 'g/L', 'g/dL', 0.1),
  scaled('HGB', 'g/L', 'g/dL', 0.1),
  scaled('PROT', 'g/L', 'g/dL', 0.1),
  scaled('CRP', 'mg/dL', 'mg/L', 10),
  scaled('HCT', 'L/L', '%', 100),
  ...['BASO', 'EOS', 'LYM', 'MONO', 'NEUT', 'PLAT', 'WBC'].flatMap((test) => [
    scaled(test, '/uL', '10*3/uL', 0.001),
    scaled(test, '10*9/L', '10*3/uL', 1),
  ]),
  scaled('RBC', '10*12/L', '10*6/uL', 1),
];

/** Spellings of units as laboratories write them, and the UCUM code that they mean. A mere difference in case is listed too: in UCUM case matters. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  'mg/dL': ['mg/dl', 'MG/DL', 'mg/100mL'],
  'g/dL': ['g/dl', 'G/DL', 'gm/dL', 'g/100mL'],
  // Not 'G/L': to some laboratories that is 10*9/L.
  'g/L': ['g/l'],
  'mg/L': ['mg/l', 'MG/L'],
  'mmol/L': ['mmol/l', 'MMOL/L'],
  'umol/L': ['umol/l', 'µmol/L', 'μmol/L', 'UMOL/L', 'mcmol/L'],
  'U/L': ['u/l', 'u/L', 'IU/L', 'iu/l', '[IU]/L'],
  '10*3/uL': ['K/uL', 'k/uL', 'K/UL', 'x10^3/uL', '10^3/uL', '10*3/ul', 'x10E3/uL', 'x10*3/uL', 'thou/uL', 'K/µL', 'K/cumm', 'K/mm3'],
  '10*9/L': ['10^9/L', 'x10^9/L', '10*9/l', 'x10*9/L', 'x10E9/L', 'giga/L'],
  '10*6/uL': ['M/uL', 'x10^6/uL', '10^6/uL', '10*6/ul', 'x10E6/uL', 'x10*6/uL', 'mil/uL'],
  '10*12/L': ['10^12/L', 'x10^12/L', '10*12/l', 'x10*12/L', 'T/L', 'tera/L'],
  '/uL': ['cells/uL', 'cells/µL', 'cells/mcL', '/mm3', '/cumm', '/ul'],
  '%': ['percent', 'pct'],
  Cel: ['C', '°C', 'degC', 'deg C'],
  '[degF]': ['F', '°F', 'degF', 'deg F'],
  'mm[Hg]': ['mmHg', 'mm Hg'],
  '/min': ['beats/min', 'bpm', 'breaths/min'],
  kg: ['KG', 'Kg'],
  '[lb_av]': ['lb', 'lbs', 'pounds'],
  cm: ['CM', 'centimeters'],
  '[in_i]': ['in', 'inches'],
};

const codes: ReadonlyMap<string, string> = new Map(
  Object.entries(spellings).flatMap(([code, written]) => [code, ...written].map((spelling) => [spelling, code] as const)),
);

/** The UCUM code of a unit by the list of spellings; the unit as it is where the list does not have it. */
export function unitCode(unit: string): string {
  const plain = unit.trim().replace(/\s+/g, ' ');
  return codes.get(plain) ?? plain;
}

/** A number in the unit that its test is compared in. */
export interface StandardValue {
  readonly value: number;
  /** UCUM. */
  readonly unit: string;
  /** By which it was converted; null where it was sent in that unit, or the table has none for it. */
  readonly by: UnitConversion | null;
}

/** The number of a result in the standard unit of its test. `test`: test code, null where there is none. */
export function standardValue(value: number, unit: string, test: string | null): StandardValue {
  const from = unitCode(unit);
  const by = unitConversions.find((one) => one.from === from && one.test === test) ?? null;
  if (by === null) return { value, unit: from, by };
  return { value: Number((value * by.factor + by.offset).toPrecision(12)), unit: by.to, by };
}
