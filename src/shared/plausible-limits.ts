/**
 * Limits beyond which a result is an error, not a finding: wider than anything reported for a living patient, in the standard SI unit of
 * the test. By LBTESTCD and VSTESTCD. Sources: extremes in clinical case reports as collected by textbooks (Tietz, Clinical Guide to
 * Laboratory Tests), rounded outwards.
 */
export const plausibleLabs: Readonly<Record<string, readonly [least: number, most: number]>> = {
  ALB: [4, 90],
  PROT: [15, 180],
  ALP: [0, 15_000],
  ALT: [0, 40_000],
  AST: [0, 60_000],
  GGT: [0, 15_000],
  LDH: [5, 100_000],
  CK: [0, 1_000_000],
  AMYLASE: [0, 50_000],
  LIPASET: [0, 100_000],
  BILI: [0, 1500],
  CREAT: [4, 4000],
  UREAN: [0.1, 160],
  URATE: [0, 3000],
  SODIUM: [85, 210],
  K: [1, 14],
  CL: [50, 170],
  BICARB: [1, 70],
  CA: [0.4, 7],
  MG: [0.05, 10],
  PHOS: [0.02, 10],
  GLUC: [0.2, 150],
  CHOL: [0.2, 50],
  TRIG: [0.05, 200],
  HGB: [0.8, 17],
  HCT: [0.04, 0.9],
  RBC: [0.3, 13],
  MCV: [40, 170],
  WBC: [0, 1000],
  NEUT: [0, 700],
  LYM: [0, 1000],
  PLAT: [0, 5000],
  INR: [0.3, 40],
  APTT: [8, 500],
  HBA1C: [4, 230],
  FIBRINO: [0, 25],
  PH: [3, 10],
  SPGRAV: [0.99, 1.09],
};

export const plausibleVitals: Readonly<Record<string, readonly [least: number, most: number]>> = {
  SYSBP: [30, 320],
  DIABP: [5, 220],
  PULSE: [10, 350],
  HR: [10, 350],
  TEMP: [24, 46],
  RESP: [1, 120],
  OXYSAT: [20, 100],
  WEIGHT: [0.4, 500],
  HEIGHT: [20, 260],
  BMI: [5, 150],
  BSA: [0.1, 4],
};

/**
 * The factor between a value in its unit and in the unit it is mistaken for, and the tolerance between two such values as a natural
 * logarithm.
 */
interface MixedUp {
  readonly factor: number;
  readonly within: number;
}

/**
 * Factors between the two usual units of a test, for values whose unit was mixed up. Only tests whose values vary less than that within one
 * person: bilirubin can rise seventeenfold, and hemoglobin can fall by the factor of 1.6 between g/dL and mmol/L.
 */
export const mixedUpFactors: Readonly<Record<string, readonly MixedUp[]>> = {
  GLUC: [{ factor: 18.016, within: 0.45 }],
  CREAT: [{ factor: 88.402, within: 0.5 }],
  CA: [{ factor: 4.008, within: 0.15 }],
  URATE: [{ factor: 59.48, within: 0.4 }],
  CHOL: [{ factor: 38.67, within: 0.4 }],
  TRIG: [{ factor: 88.57, within: 0.6 }],
  ALB: [{ factor: 10, within: 0.3 }],
  PROT: [{ factor: 10, within: 0.3 }],
  HGB: [{ factor: 10, within: 0.4 }],
  HCT: [{ factor: 100, within: 0.4 }],
  FIBRINO: [{ factor: 100, within: 0.6 }],
  WEIGHT: [{ factor: 2.2046, within: 0.1 }],
  HEIGHT: [
    { factor: 2.54, within: 0.06 },
    { factor: 100, within: 0.06 },
  ],
  SYSBP: [{ factor: 7.5006, within: 0.25 }],
  DIABP: [{ factor: 7.5006, within: 0.25 }],
};

/**
 * Tests whose results can rise or fall tenfold within days in one person, so that a factor of ten is no sign of a misplaced decimal point.
 */
export const wideTests: readonly string[] = [
  ...['ALT', 'AST', 'ALP', 'GGT', 'LDH', 'CK', 'CKMB', 'BILI', 'BILDIR', 'BILIND', 'AMYLASE', 'LIPASET', 'TRIG', 'CRP', 'FERRITIN'],
  ...['WBC', 'NEUT', 'LYM', 'EOS', 'BASO', 'MONO', 'PLAT', 'RETI', 'BLAST', 'BANDS', 'NEUTLE', 'LYMLE', 'EOSLE', 'BASOLE', 'MONOLE'],
  ...[
    'TROPONI',
    'TROPONT',
    'BNP',
    'BNPPRONT',
    'DDIMER',
    'PCT',
    'INTLK6',
    'TSH',
    'CORTISOL',
    'HCG',
    'PSA',
    'CEA',
    'CA125AG',
    'CA19_9AG',
    'AFP',
  ],
  ...['CREATCLR', 'INR', 'UREAN', 'PROTU', 'KETONES', 'GLUCU', 'BACT'],
];
