/** A drug as the OMOP Common Data Model gives it (spec 2.1). */
export interface Drug {
  /** RxNorm drug label. */
  readonly label: string;
  readonly directions: string | null;
  readonly route: string | null;
  /** dosage.method.text: its meaning is not shown; it looks like a dose and unit or just a unit. */
  readonly method: string | null;
  readonly dose: number | null;
  readonly decimals: number;
  readonly unit: string;
  readonly rate: string | null;
  /** Usual days of an exposure; 0 for a single administration. */
  readonly days: number;
}

const ORAL = { route: 'Oral', decimals: 0, rate: null } as const;
const DRIP = { route: 'Intravenous', rate: 'mL/hr', directions: null } as const;

/** What the subjects take. */
export const DRUGS: readonly [Drug, ...Drug[]] = [
  {
    ...ORAL,
    label: 'ondansetron 8 MG Oral Tablet',
    directions: 'Take 1 tablet by mouth every 8 hours as needed for nausea',
    method: '8 mg',
    dose: 8,
    unit: 'mg',
    days: 21,
  },
  {
    ...ORAL,
    label: 'acetaminophen 325 MG Oral Tablet',
    directions: 'Take 2 tablets by mouth every 6 hours as needed; do not exceed 4 g/day',
    method: '650 mg',
    dose: 650,
    unit: 'mg',
    days: 10,
  },
  {
    ...ORAL,
    label: 'levothyroxine sodium 0.088 MG Oral Tablet',
    directions: 'Take 1 tablet by mouth every morning before breakfast',
    method: '88 µg',
    dose: 0.088,
    decimals: 3,
    unit: 'mg',
    days: 180,
  },
  { ...DRIP, label: 'pembrolizumab 25 MG/ML Injectable Solution', method: '200 mg', dose: 200, decimals: 0, unit: 'mg', days: 0 },
  {
    ...ORAL,
    label: 'dexamethasone 4 MG Oral Tablet',
    directions: 'Take 2 tablets by mouth on the morning of treatment, then 1 tablet daily for 2 days',
    method: 'mg',
    dose: 8,
    unit: 'mg',
    days: 3,
  },
  {
    ...ORAL,
    label: 'lisinopril 10 MG Oral Tablet',
    directions: 'Take 1 tablet by mouth daily',
    method: '10 mg',
    dose: 10,
    unit: 'mg',
    days: 300,
  },
  {
    ...ORAL,
    label: 'metformin hydrochloride 500 MG Oral Tablet',
    directions: 'Take 1 tablet by mouth twice daily with meals',
    method: '500 mg',
    dose: 500,
    unit: 'mg',
    days: 270,
  },
  { ...DRIP, label: 'carboplatin 10 MG/ML Injectable Solution', method: 'AUC 5', dose: 612.5, decimals: 2, unit: 'mg', days: 0 },
  {
    ...ORAL,
    label: 'omeprazole 20 MG Delayed Release Oral Capsule',
    directions: 'Take 1 capsule by mouth daily',
    method: '20 mg',
    dose: 20,
    unit: 'mg',
    days: 120,
  },
  {
    ...ORAL,
    label: 'prochlorperazine maleate 10 MG Oral Tablet',
    directions: null,
    method: 'tablet',
    dose: null,
    unit: 'tablet',
    days: 14,
  },
  {
    label: 'enoxaparin sodium 100 MG/ML Prefilled Syringe',
    directions: 'Inject 0.60 mL under the skin every 12 hours',
    route: 'Subcutaneous',
    method: '60 mg',
    dose: 0.6,
    decimals: 2,
    unit: 'mL',
    rate: null,
    days: 45,
  },
  { ...DRIP, label: '1000 ML sodium chloride 9 MG/ML Injection', method: 'mL', dose: 1000, decimals: 0, unit: 'mL', days: 0 },
  {
    label: 'filgrastim 0.6 MG/ML Prefilled Syringe',
    directions: 'Inject 300 mcg under the skin daily × 5 days',
    route: 'Subcutaneous',
    method: '300 mcg',
    dose: 300,
    decimals: 0,
    unit: 'ug',
    rate: null,
    days: 5,
  },
  {
    ...ORAL,
    label: 'loperamide hydrochloride 2 MG Oral Capsule',
    directions: 'Take 2 capsules at first loose stool, then 1 after each; max 8/day',
    method: '4 mg',
    dose: 4,
    unit: 'mg',
    days: 7,
  },
  {
    label: 'hydrocortisone 10 MG/ML Topical Cream',
    directions: 'Apply a thin layer to "affected area" twice daily',
    route: 'Topical',
    method: null,
    dose: null,
    decimals: 0,
    unit: 'application',
    rate: null,
    days: 30,
  },
  {
    ...ORAL,
    label: 'oxycodone hydrochloride 5 MG Oral Tablet',
    directions: 'Take 1 to 2 tablets by mouth every 4 hours as needed for pain\nHold for sedation',
    method: '5 mg',
    dose: 5,
    unit: 'mg',
    days: 20,
  },
  {
    label: 'albuterol 0.09 MG/ACTUAT Metered Dose Inhaler',
    directions: 'Inhale 2 puffs every 4 hours as needed',
    route: 'Inhalation',
    method: 'puff',
    dose: 2,
    decimals: 0,
    unit: 'puff',
    rate: null,
    days: 200,
  },
  {
    ...ORAL,
    label: 'atorvastatin 40 MG Oral Tablet',
    directions: 'Take 1 tablet by mouth at bedtime',
    method: '40 mg',
    dose: 40,
    unit: 'mg',
    days: 330,
  },
  {
    ...DRIP,
    label: 'diphenhydramine hydrochloride 50 MG/ML Injectable Solution',
    route: 'Intravenous push',
    rate: null,
    method: '25 mg',
    dose: 25,
    decimals: 0,
    unit: 'mg',
    days: 0,
  },
  {
    ...ORAL,
    label: 'cholecalciferol 0.025 MG Oral Capsule',
    directions: null,
    route: null,
    method: '1000 IU',
    dose: 1000,
    unit: '[iU]',
    days: 365,
  },
];

/** Where a drug exposure was recorded (spec 2.1 note.text). */
export const DRUG_SOURCES: readonly [string, ...string[]] = [
  'EHR prescription',
  'EHR administration record',
  'Patient self-reported medication',
  'EHR order',
  'Case report form',
];

/** OMOP rules; a description may hold a comma of its own. */
export const OMOP_RULES: readonly [string, ...string[]] = [
  '12: Ingredient mapped to the RxNorm clinical drug of the same strength',
  '15: Drug exposure end date taken from days supply',
  '18: Exposure start, where only a day is known, set to midnight',
  '22: Dose unit mapped to UCUM',
  '27: Route concept mapped from the source route',
  '31: Duplicate orders within one hour merged, the first is kept',
  '40: Free-text directions kept as entered',
];
