import type { UnitSystem } from '../terms/term-kinds.ts';

/** The units in which a test is told as standard, and what converts between amounts of its substance. */
export interface StandardUnits {
  /** UCUM. */
  readonly conventional: string;
  readonly SI: string;
  /** What a mole of it weighs, in g; null where mass is never told as amount of substance, or the other way round. */
  readonly gramsPerMole: number | null;
  /** Charges of an ion: equivalents a mole. */
  readonly valence: number | null;
  /** Conversions of this test alone that no physics gives: an agreed factor (and offset) between two of its units. */
  readonly agreed: readonly AgreedConversion[];
  /** Where masses, factors and the choice of units are from. */
  readonly source: string;
}

/** `to` = `from` × `factor` + `offset`. */
export interface AgreedConversion {
  readonly from: string;
  readonly to: string;
  readonly factor: number;
  readonly offset: number;
  readonly source: string;
}

const iupac = 'IUPAC atomic weights';
const cdisc = 'units of the CDISC pilot study and of CDISC SDTM examples';
const ama = 'AMA Manual of Style, SI conversion table';

type Details = Partial<Pick<StandardUnits, 'gramsPerMole' | 'valence' | 'agreed' | 'source'>>;

function units(conventional: string, SI: string, details: Details = {}): StandardUnits {
  return { conventional, SI, gramsPerMole: null, valence: null, agreed: [], source: cdisc, ...details };
}

/** Mass in conventional units, amount of substance in SI units. */
function molar(gramsPerMole: number, conventional = 'mg/dL', SI = 'mmol/L', source = iupac): StandardUnits {
  return units(conventional, SI, { gramsPerMole, source });
}

const enzyme = units('U/L', 'U/L');
const cells = units('10*3/uL', '10*9/L');
const ratio = units('%', '1');
const number = units('1', '1');
const electrolyte = (valence: number, gramsPerMole: number, conventional = 'meq/L'): StandardUnits =>
  units(conventional, 'mmol/L', { valence, gramsPerMole, source: iupac });
/** The monomer, with one iron: 64,458 g/mol of four (ICSH 1978). */
const hemoglobin = (conventional: string, SI: string): StandardUnits =>
  units(conventional, SI, { gramsPerMole: 16_114, source: 'ICSH 1978: hemoglobin monomer (Fe), 16,114 g/mol' });

const glycated: AgreedConversion = {
  from: '%',
  to: 'mmol/mol',
  factor: 10.929,
  offset: -23.5,
  source: 'IFCC and NGSP master equation: mmol/mol = 10.929 × (% − 2.15)',
};
const insulin: AgreedConversion = {
  from: 'mU/L',
  to: 'pmol/L',
  factor: 6,
  offset: 0,
  source: '1 mIU of insulin is 6.00 nmol (WHO standard; Heinemann 2010)',
};

/** Standard units by LBTESTCD and VSTESTCD. A test that is not here has no standard result: a number is never taken over unconverted. */
export const standardUnits: Readonly<Record<string, StandardUnits>> = {
  // Proteins, enzymes, liver and kidney.
  ALB: units('g/dL', 'g/L'),
  PROT: units('g/dL', 'g/L'),
  GLOBUL: units('g/dL', 'g/L'),
  ALBGLOB: number,
  PREALB: units('mg/dL', 'g/L'),
  ALP: enzyme,
  ALT: enzyme,
  AST: enzyme,
  GGT: enzyme,
  LDH: enzyme,
  CK: enzyme,
  CKMB: units('ng/mL', 'ug/L'),
  AMYLASE: enzyme,
  LIPASET: enzyme,
  CHOLINES: enzyme,
  BILI: molar(584.66, 'mg/dL', 'umol/L'),
  BILDIR: molar(584.66, 'mg/dL', 'umol/L'),
  BILIND: molar(584.66, 'mg/dL', 'umol/L'),
  CREAT: molar(113.12, 'mg/dL', 'umol/L'),
  CREATCLR: units('mL/min', 'mL/s', { source: ama }),
  GFR: units('mL/min/{1.73_m2}', 'mL/min/{1.73_m2}'),
  GFRE: units('mL/min/{1.73_m2}', 'mL/min/{1.73_m2}'),
  GFRBSCRT: units('mL/min/{1.73_m2}', 'mL/min/{1.73_m2}'),
  CYSTATC: units('mg/L', 'mg/L'),
  // The nitrogen of urea, 2 × 14.007.
  UREAN: molar(28.014),
  BUN: molar(28.014),
  UREA: molar(60.056),
  URATE: molar(168.11, 'mg/dL', 'umol/L'),
  AMMONIA: molar(17.031, 'ug/dL', 'umol/L'),
  BILEAC: units('umol/L', 'umol/L'),
  // Electrolytes and metals.
  SODIUM: electrolyte(1, 22.99),
  K: electrolyte(1, 39.098),
  CL: electrolyte(1, 35.45),
  BICARB: electrolyte(1, 61.017),
  CO2: electrolyte(1, 44.009),
  ANIONG: electrolyte(1, 1),
  CA: electrolyte(2, 40.078, 'mg/dL'),
  CACR: electrolyte(2, 40.078, 'mg/dL'),
  CAION: electrolyte(2, 40.078, 'mg/dL'),
  MG: electrolyte(2, 24.305, 'mg/dL'),
  PHOS: molar(30.974),
  IRON: molar(55.845, 'ug/dL', 'umol/L'),
  IBCT: molar(55.845, 'ug/dL', 'umol/L'),
  IBCU: molar(55.845, 'ug/dL', 'umol/L'),
  ZINC: molar(65.38, 'ug/dL', 'umol/L'),
  COPPER: molar(63.546, 'ug/dL', 'umol/L'),
  FERRITIN: units('ng/mL', 'ug/L'),
  TFERRIN: units('mg/dL', 'g/L'),
  TFRRNSAT: ratio,
  OSMLTY: units('mosm/kg', 'mmol/kg', { source: ama }),
  // Sugars and fats.
  GLUC: molar(180.156),
  HBA1C: units('%', 'mmol/mol', { agreed: [glycated] }),
  HBA1CHGB: units('%', 'mmol/mol', { agreed: [glycated] }),
  INSULIN: units('uU/mL', 'pmol/L', { agreed: [insulin] }),
  CPEPTIDE: molar(3020.3, 'ng/mL', 'nmol/L', 'human C-peptide, 3,020.3 g/mol'),
  CHOL: molar(386.65),
  HDL: molar(386.65),
  LDL: molar(386.65),
  VLDL: molar(386.65),
  NONHDL: molar(386.65),
  // As triolein, by which laboratories convert.
  TRIG: molar(885.7),
  CHOLHDL: number,
  LACTICAC: molar(90.078),
  KETONEBD: molar(104.1),
  HOMOCY: molar(135.19, 'mg/L', 'umol/L'),
  // Blood.
  HGB: hemoglobin('g/dL', 'mmol/L'),
  MCHC: hemoglobin('g/dL', 'mmol/L'),
  MCH: hemoglobin('pg', 'fmol'),
  MCV: units('fL', 'fL'),
  MPV: units('fL', 'fL'),
  HCT: ratio,
  RDW: ratio,
  RDWSD: units('fL', 'fL'),
  RBC: units('10*6/uL', '10*12/L'),
  WBC: cells,
  PLAT: cells,
  NEUT: cells,
  NEUTSG: cells,
  NEUTB: cells,
  LYM: cells,
  LYMAT: cells,
  MONO: cells,
  EOS: cells,
  BASO: cells,
  BLAST: cells,
  RETI: cells,
  CD4: cells,
  CD8: cells,
  NEUTLE: ratio,
  NEUTSGLE: ratio,
  NEUTBLE: ratio,
  LYMLE: ratio,
  LYMATLE: ratio,
  MONOLE: ratio,
  EOSLE: ratio,
  BASOLE: ratio,
  BLASTLE: ratio,
  RETIRBC: ratio,
  ESR: units('mm/h', 'mm/h'),
  // Coagulation.
  PT: units('s', 's'),
  APTT: units('s', 's'),
  TT: units('s', 's'),
  INR: number,
  FIBRINO: units('mg/dL', 'g/L'),
  DDIMER: units('ug/mL{FEU}', 'mg/L{FEU}'),
  // Hormones, vitamins, markers.
  TSH: units('uU/mL', 'mU/L'),
  T4FR: molar(776.87, 'ng/dL', 'pmol/L'),
  T3FR: molar(650.97, 'pg/mL', 'pmol/L'),
  T4: molar(776.87, 'ug/dL', 'nmol/L'),
  T3: molar(650.97, 'ng/dL', 'nmol/L'),
  CORTISOL: molar(362.46, 'ug/dL', 'nmol/L'),
  TESTOS: molar(288.42, 'ng/dL', 'nmol/L'),
  ESTRDIOL: molar(272.38, 'pg/mL', 'pmol/L'),
  PROGEST: molar(314.46, 'ng/mL', 'nmol/L'),
  PTHI: molar(9425, 'pg/mL', 'pmol/L', 'human PTH(1-84), 9,425 g/mol'),
  LH: units('mU/mL', 'U/L'),
  TESTOSFR: molar(288.42, 'pg/mL', 'pmol/L'),
  FSH: units('mU/mL', 'U/L'),
  PROLCTN: units('ng/mL', 'ug/L'),
  HCG: units('mU/mL', 'U/L'),
  HCGND: units('mU/mL', 'U/L'),
  VITB12: molar(1355.37, 'pg/mL', 'pmol/L'),
  VITB9: molar(441.4, 'ng/mL', 'nmol/L'),
  V25HD3: molar(400.64, 'ng/mL', 'nmol/L'),
  V25HD2: molar(412.65, 'ng/mL', 'nmol/L'),
  CRP: units('mg/L', 'mg/L'),
  PCT: units('ng/mL', 'ug/L'),
  MGB: units('ng/mL', 'ug/L'),
  TROPONT: units('ng/mL', 'ug/L'),
  TROPONI: units('ng/mL', 'ug/L'),
  TROPONIN: units('ng/mL', 'ug/L'),
  TROPONI3: units('ng/mL', 'ug/L'),
  BNP: units('pg/mL', 'ng/L'),
  BNPPRONT: units('pg/mL', 'ng/L'),
  CEA: units('ng/mL', 'ug/L'),
  PSA: units('ng/mL', 'ug/L'),
  HAPTOG: units('mg/dL', 'g/L'),
  TGLOB: units('ng/mL', 'ug/L'),
  PSAF: units('ng/mL', 'ug/L'),
  AFP: units('ng/mL', 'ug/L'),
  CA125AG: units('U/mL', 'kU/L'),
  CA19_9AG: units('U/mL', 'kU/L'),
  CA15_3AG: units('U/mL', 'kU/L'),
  IGA: units('mg/dL', 'g/L'),
  IGG: units('mg/dL', 'g/L'),
  IGM: units('mg/dL', 'g/L'),
  B2MICG: units('mg/L', 'mg/L'),
  // Urine, and what is counted on a scale of its own.
  PH: number,
  SPGRAV: number,
  KETONES: number,
  UROBIL: number,
  ANISO: number,
  MACROCY: number,
  MICROCY: number,
  POIKILO: number,
  POLYCHR: number,
  HYPOCHR: number,
  // Vital signs.
  SYSBP: units('mm[Hg]', 'mm[Hg]'),
  DIABP: units('mm[Hg]', 'mm[Hg]'),
  MAP: units('mm[Hg]', 'mm[Hg]'),
  PULSE: units('/min', '/min'),
  HR: units('/min', '/min'),
  RESP: units('/min', '/min'),
  TEMP: units('[degF]', 'Cel'),
  HEIGHT: units('[in_i]', 'cm'),
  WEIGHT: units('[lb_av]', 'kg'),
  BMI: units('kg/m2', 'kg/m2'),
  BSA: units('m2', 'm2'),
  OXYSAT: units('%', '%'),
  WSTCIR: units('[in_i]', 'cm'),
  HDCIRC: units('[in_i]', 'cm'),
};

/** Tests whose results count cells in a volume: `G/L` of them is 10*9/L. */
export const countedTests: ReadonlySet<string> = new Set(
  Object.entries(standardUnits).flatMap(([test, { SI }]) => (SI === '10*9/L' || SI === '10*12/L' ? [test] : [])),
);

/** The standard units of a test; null where it has no code, or one that has none here. */
export function standardUnitsOf(test: string | null): StandardUnits | null {
  return test !== null && Object.hasOwn(standardUnits, test) ? (standardUnits[test] ?? null) : null;
}

/** The standard unit of a test in a system, UCUM; null where it has none. */
export function standardUnitOf(test: string | null, system: UnitSystem): string | null {
  return standardUnitsOf(test)?.[system] ?? null;
}
