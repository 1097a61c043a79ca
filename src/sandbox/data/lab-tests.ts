import type { Subject } from './subjects.ts';

/** Reference limits; one that is missing leaves the range open. */
export interface Limits {
  readonly low?: number;
  readonly high?: number;
}

/** What in a subject moves a test away from its usual level. */
export type Influence = 'transaminase' | 'bilirubin' | 'phosphatase' | 'neutrophils' | 'platelets' | 'hemoglobin' | 'marker' | 'none';

/** A numeric laboratory test. */
export interface NumericTest {
  readonly kind: 'number';
  /** The provider's own name of the test (spec 2.2 code.text). */
  readonly name: string;
  /** The service code; not every test has one. */
  readonly code: string | null;
  readonly unit: string;
  readonly decimals: number;
  readonly typical: number;
  readonly typicalOfMen?: number;
  /** Spread between subjects and from visit to visit, as a fraction of the typical value. */
  readonly spread: number;
  readonly limits: Limits;
  readonly limitsOfMen?: Limits;
  /** How the range is spelled where it is not closed, or with its unit; `closed` follows the site. */
  readonly range: 'closed' | 'with-unit' | 'below' | 'at-most' | 'at-least' | 'none';
  readonly influence: Influence;
  /** Results below this are reported as text, `<0.3`. */
  readonly quantified?: number;
  /** The unit and factor of sites that report in molar units. */
  readonly molar?: { readonly unit: string; readonly factor: number; readonly decimals: number };
}

/** A test with text results; the first is the usual one. */
export interface TextTest {
  readonly kind: 'text';
  readonly name: string;
  readonly code: string | null;
  readonly results: readonly [string, ...string[]];
  /** Percent of results that are not the usual one. */
  readonly unusual: number;
  readonly range: string | null;
}

export type LabTest = NumericTest | TextTest;

const NUMBER = { kind: 'number', range: 'closed', influence: 'none' } as const;
const TEXT = { kind: 'text' } as const;

/** The tests in the order in which a panel takes them; a study uses the first so many. */
export const LAB_TESTS: readonly LabTest[] = [
  {
    ...NUMBER,
    name: 'ALT (SGPT)',
    code: '1001742',
    unit: 'U/L',
    decimals: 0,
    typical: 24,
    spread: 0.3,
    limits: { low: 7, high: 56 },
    influence: 'transaminase',
  },
  {
    ...NUMBER,
    name: 'AST (SGOT)',
    code: '1001920',
    unit: 'U/L',
    decimals: 0,
    typical: 24,
    spread: 0.25,
    limits: { low: 10, high: 40 },
    influence: 'transaminase',
  },
  {
    ...NUMBER,
    name: 'Bilirubin, Total',
    code: '1001975',
    unit: 'mg/dL',
    decimals: 1,
    typical: 0.6,
    spread: 0.3,
    limits: { low: 0.2, high: 1.2 },
    influence: 'bilirubin',
  },
  {
    ...NUMBER,
    name: 'Alkaline Phosphatase',
    code: '1001738',
    unit: 'U/L',
    decimals: 0,
    typical: 82,
    spread: 0.25,
    limits: { low: 44, high: 147 },
    influence: 'phosphatase',
  },
  {
    ...NUMBER,
    name: 'Creatinine, serum',
    code: '1002160',
    unit: 'mg/dL',
    decimals: 2,
    typical: 0.88,
    spread: 0.18,
    limits: { low: 0.5, high: 1.1 },
    limitsOfMen: { low: 0.6, high: 1.3 },
    molar: { unit: 'umol/L', factor: 88.4, decimals: 0 },
  },
  {
    ...NUMBER,
    name: 'Hemoglobin',
    code: '1001732',
    unit: 'g/dL',
    decimals: 1,
    typical: 12.9,
    typicalOfMen: 14.4,
    spread: 0.08,
    limits: { low: 12, high: 15.5 },
    limitsOfMen: { low: 13.5, high: 17.5 },
    influence: 'hemoglobin',
  },
  {
    ...NUMBER,
    name: 'Platelet Count',
    code: '1001777',
    unit: '10*3/uL',
    decimals: 0,
    typical: 236,
    spread: 0.22,
    limits: { low: 150, high: 400 },
    influence: 'platelets',
  },
  {
    ...NUMBER,
    name: 'Neutrophils, Absolute',
    code: '1001751',
    unit: '10*3/uL',
    decimals: 2,
    typical: 3.9,
    spread: 0.3,
    limits: { low: 1.5, high: 7.8 },
    influence: 'neutrophils',
  },
  {
    ...NUMBER,
    name: 'WBC Count',
    code: '1001750',
    unit: '10*3/uL',
    decimals: 2,
    typical: 6.6,
    spread: 0.25,
    limits: { low: 3.5, high: 10.5 },
    influence: 'neutrophils',
  },
  {
    ...NUMBER,
    name: 'Potassium, serum',
    code: '1002166',
    unit: 'mmol/L',
    decimals: 1,
    typical: 4.2,
    spread: 0.12,
    limits: { low: 3.5, high: 5.1 },
  },
  { ...TEXT, name: 'Urine Protein', code: '1002304', results: ['Negative', 'Trace', '1+', '2+'], unusual: 26, range: 'Negative' },
  {
    ...NUMBER,
    name: 'Sodium, serum',
    code: '1002165',
    unit: 'mmol/L',
    decimals: 0,
    typical: 139,
    spread: 0.022,
    limits: { low: 135, high: 145 },
  },
  { ...NUMBER, name: 'Albumin', code: '1001735', unit: 'g/dL', decimals: 1, typical: 4.0, spread: 0.08, limits: { low: 3.4, high: 5.4 } },
  {
    ...NUMBER,
    name: 'Calcium, Total',
    code: '1002170',
    unit: 'mg/dL',
    decimals: 2,
    typical: 9.4,
    spread: 0.07,
    limits: { low: 8.6, high: 10.3 },
  },
  {
    ...NUMBER,
    name: 'Glucose, fasting',
    code: '1002180',
    unit: 'mg/dL',
    decimals: 0,
    typical: 98,
    spread: 0.16,
    limits: { low: 70, high: 99 },
    molar: { unit: 'mmol/L', factor: 0.05551, decimals: 1 },
  },
  {
    ...NUMBER,
    name: 'Basophils, Absolute',
    code: null,
    unit: '10*3/uL',
    decimals: 2,
    typical: 0.05,
    spread: 0.4,
    limits: { low: 0, high: 0.2 },
    range: 'with-unit',
  },
  {
    ...NUMBER,
    name: 'C-Reactive Protein',
    code: '1001988',
    unit: 'mg/dL',
    decimals: 2,
    typical: 0.62,
    spread: 0.75,
    limits: { high: 0.8 },
    range: 'below',
    quantified: 0.3,
  },
  {
    ...NUMBER,
    name: 'eGFR (CKD-EPI)',
    code: null,
    unit: 'mL/min/1.73m2',
    decimals: 0,
    typical: 84,
    spread: 0.28,
    limits: { low: 60 },
    range: 'at-least',
  },
  {
    ...NUMBER,
    name: 'LDH',
    code: '1002190',
    unit: 'U/L',
    decimals: 0,
    typical: 206,
    spread: 0.25,
    limits: { low: 140, high: 280 },
    influence: 'marker',
  },
  { ...TEXT, name: 'hCG, Qualitative', code: null, results: ['Negative', 'Indeterminate'], unusual: 0, range: 'Negative' },
  {
    ...NUMBER,
    name: 'Lymphocytes, Absolute',
    code: '1001753',
    unit: '10*3/uL',
    decimals: 2,
    typical: 1.5,
    spread: 0.3,
    limits: { low: 1, high: 4.8 },
  },
  {
    ...NUMBER,
    name: 'Magnesium',
    code: '1002171',
    unit: 'mg/dL',
    decimals: 1,
    typical: 2.0,
    spread: 0.09,
    limits: { low: 1.7, high: 2.2 },
  },
  {
    ...NUMBER,
    name: 'Bilirubin, Direct',
    code: '1001976',
    unit: 'mg/dL',
    decimals: 2,
    typical: 0.16,
    spread: 0.3,
    limits: { high: 0.3 },
    range: 'at-most',
    quantified: 0.1,
    influence: 'bilirubin',
  },
  {
    ...NUMBER,
    name: 'Prothrombin Time INR',
    code: '1002010',
    unit: 'ratio',
    decimals: 2,
    typical: 1.02,
    spread: 0.07,
    limits: { low: 0.9, high: 1.1 },
  },
  {
    ...NUMBER,
    name: 'Cholesterol, Total',
    code: '1002201',
    unit: 'mg/dL',
    decimals: 0,
    typical: 184,
    spread: 0.16,
    limits: { high: 200 },
    range: 'below',
  },
  {
    ...NUMBER,
    name: 'Triglycerides',
    code: '1002203',
    unit: 'mg/dL',
    decimals: 0,
    typical: 132,
    spread: 0.35,
    limits: { high: 150 },
    range: 'at-most',
  },
  { ...NUMBER, name: 'Base Excess', code: null, unit: 'mmol/L', decimals: 1, typical: 0.4, spread: 3, limits: { low: -2, high: 3 } },
  {
    ...NUMBER,
    name: 'Troponin I',
    code: '1002075',
    unit: 'ng/mL',
    decimals: 3,
    typical: 0.012,
    spread: 0.6,
    limits: {},
    range: 'none',
    quantified: 0.01,
  },
  { ...TEXT, name: 'HBV Surface Antigen', code: null, results: ['Negative', 'Indeterminate'], unusual: 0, range: 'Negative' },
  { ...NUMBER, name: 'TSH', code: '1002120', unit: 'mIU/L', decimals: 3, typical: 1.9, spread: 0.45, limits: { low: 0.4, high: 4.5 } },
  {
    ...NUMBER,
    name: 'CEA',
    code: '1002401',
    unit: 'ng/mL',
    decimals: 1,
    typical: 7.4,
    spread: 0.8,
    limits: { high: 5 },
    range: 'below',
    quantified: 0.5,
    influence: 'marker',
  },
  {
    ...TEXT,
    name: 'Blood Smear, Morphology',
    code: null,
    results: [
      'Normocytic, normochromic',
      'Anisocytosis 1+; few target cells',
      'See comment: specimen slightly hemolyzed, "repeat" advised',
      'Hypochromasie (leicht), Thrombozyten groß ≥ 1/3',
    ],
    unusual: 34,
    range: null,
  },
];

/** The limits that hold for a subject. */
export function limitsFor(test: NumericTest, sex: Subject['sex']): Limits {
  return sex === 'M' ? (test.limitsOfMen ?? test.limits) : test.limits;
}
