import type { CtcaeVersion } from '../terms/term-kinds.ts';
import { fromLimitOn, numbers, timesBaseline, timesLimit, type Criterion, type Limit, type Step } from './criterion.ts';

/**
 * Sources of the criteria. If only signs, symptoms or treatment distinguish grades with the same limits, the most severe one is used.
 * Criteria with two directions are split, as in the R package admiral (its `atoxgr_criteria` datasets). The text of CTCAE takes precedence
 * over admiral's code: eosinophilia is graded, and a limit at which a grade is stated to begin belongs to that grade (GGT of 2.0 x the
 * baseline in 5.0, triglycerides of 1.71 mmol/L).
 */
export const criteriaSources: Readonly<Record<CtcaeVersion, string>> = {
  '4.03': 'NCI, Common Terminology Criteria for Adverse Events v4.03, 14 June 2010, NIH publication 09-5410',
  '5.0': 'NCI, Common Terminology Criteria for Adverse Events v5.0, 27 November 2017',
  '6.0': 'NCI, Common Terminology Criteria for Adverse Events v6.0, 2025',
};

const cells = { SI: '10*9/L', conventional: '10*3/uL' } as const;
const mole = { SI: 'mmol/L', conventional: 'mg/dL' } as const;
const electrolyte = { SI: 'mmol/L', conventional: 'mmol/L' } as const;
const protein = { SI: 'g/L', conventional: 'g/dL' } as const;
const fibrinogen = { SI: 'g/L', conventional: 'mg/dL' } as const;

function low(term: string, tests: readonly string[], steps: readonly Step[], more: Partial<Criterion> = {}): Criterion {
  return { term, direction: 'low', tests, steps, ...more };
}

function high(term: string, tests: readonly string[], steps: readonly Step[], more: Partial<Criterion> = {}): Criterion {
  return { term, direction: 'high', tests, steps, ...more };
}

/** For subjects whose baseline is above its range. */
function fromHigh(steps: readonly Step[]): Pick<Criterion, 'abnormal'> {
  return { abnormal: { side: 'high', steps } };
}

const baseline = (times: number): Limit => ({ of: 'baseline', times });
const limit = (times: number): Limit => ({ of: 'limit', times });
/** At most this part of the baseline is left, which is a decrease by at least the rest. */
const leftOfBaseline = (times: number): Limit => ({ of: 'baseline', times, inclusive: true });
const grams = { 4: { SI: 40, conventional: 4 }, 2: { SI: 20, conventional: 2 }, 0: { SI: 0, conventional: 0 } } as const;

/** Grams of hemoglobin above the upper limit, or above a baseline that exceeds it. */
function hemoglobinAbove(of: 'limit' | 'baseline'): readonly Step[] {
  return [
    { grade: 3, any: [{ of, plus: grams[4] }] },
    { grade: 2, any: [{ of, plus: grams[2] }] },
    { grade: 1, any: [{ of, plus: grams[0] }] },
  ];
}

/** "150 mg/dL - 300 mg/dL; 1.71 mmol/L - 3.42 mmol/L": both ends belong to the grade. */
const triglyceridesFrom: Step = { grade: 1, any: [{ of: 'number', is: { SI: 1.71, conventional: 150 }, inclusive: true }] };

/** Identical in all three versions. */
const common: readonly Criterion[] = [
  low('Anemia', ['HGB'], fromLimitOn([null, 80, 100], [null, 8, 10]), { unit: protein }),
  high('Leukocytosis', ['WBC'], numbers([null, 100]), { unit: cells }),
  high('Activated partial thromboplastin time prolonged', ['APTT'], timesLimit(null, 2.5, 1.5, 1)),
  low('CD4 lymphocytes decreased', ['CD4'], fromLimitOn([0.05, 0.2, 0.5]), { unit: cells }),
  high('Cholesterol high', ['CHOL'], fromLimitOn([12.92, 10.34, 7.75], [500, 400, 300]), { unit: mole }),
  high('CPK increased', ['CK'], timesLimit(10, 5, 2.5, 1)),
  low('Haptoglobin decreased', ['HAPTOG'], timesLimit(null, null, null, 1)),
  high('Lymphocyte count increased', ['LYM'], numbers([null, 20, 4]), { unit: cells }),
  high('Serum amylase increased', ['AMYLASE'], timesLimit(5, 2, 1.5, 1)),
  low('White blood cell decreased', ['WBC'], fromLimitOn([1, 2, 3]), { unit: cells }),
  high('Hypercalcemia', ['CA', 'CACR'], fromLimitOn([3.4, 3.1, 2.9], [13.5, 12.5, 11.5]), { unit: mole }),
  high('Hypercalcemia', ['CAION'], fromLimitOn([1.8, 1.6, 1.5], [7.2, 6.4, 6]), { unit: mole }),
  high('Hyperkalemia', ['K'], fromLimitOn([7, 6, 5.5]), { unit: electrolyte }),
  high('Hypermagnesemia', ['MG'], fromLimitOn([3.3, 1.23], [8, 3]), { unit: mole }),
  high('Hypernatremia', ['SODIUM'], fromLimitOn([160, 155, 150]), { unit: electrolyte }),
  high('Hypertriglyceridemia', ['TRIG'], [...numbers([11.4, 5.7, 3.42], [1000, 500, 300]), triglyceridesFrom], { unit: mole }),
  low('Hypoalbuminemia', ['ALB'], fromLimitOn([null, 20, 30], [null, 2, 3]), { unit: protein }),
  low('Hypocalcemia', ['CA', 'CACR'], fromLimitOn([1.5, 1.75, 2], [6, 7, 8]), { unit: mole }),
  low('Hypocalcemia', ['CAION'], fromLimitOn([0.8, 0.9, 1], [3.2, 3.6, 4]), { unit: mole }),
  low('Hypoglycemia', ['GLUC'], fromLimitOn([1.7, 2.2, 3], [30, 40, 55]), { unit: mole }),
  low('Hypokalemia', ['K'], [...numbers([2.5, 3]), { grade: 2, any: [limit(1)] }], { unit: electrolyte }),
  low('Hypomagnesemia', ['MG'], fromLimitOn([0.3, 0.4, 0.5], [0.7, 0.9, 1.2]), { unit: mole }),
];

const lymphocytesDecreased = low('Lymphocyte count decreased', ['LYM'], fromLimitOn([0.2, 0.5, 0.8]), { unit: cells });
const plateletsDecreased = low('Platelet count decreased', ['PLAT'], fromLimitOn([25, 50, 75]), { unit: cells });
const neutrophilsDecreased = low('Neutrophil count decreased', ['NEUT'], fromLimitOn([0.5, 1, 1.5]), { unit: cells });
const hyperglycemia = high('Hyperglycemia', ['GLUC'], numbers([27.8, 13.9], [500, 250]), { unit: mole });
const hyponatremia = low('Hyponatremia', ['SODIUM'], fromLimitOn([120, 130]), { unit: electrolyte });
const hyperuricemia = high('Hyperuricemia', ['URATE'], timesLimit(null, 1, null, null));
const lactateDehydrogenase = high('Blood lactate dehydrogenase increased', ['LDH'], timesLimit(null, null, null, 1));

/** Since v5.0: first the result must be below the lower limit, then the limit or the remaining part of the baseline counts. */
const fibrinogenSince5 = low(
  'Fibrinogen decreased',
  ['FIBRINO'],
  [
    { grade: 4, any: [{ of: 'number', is: { SI: 0.5, conventional: 50 } }, limit(0.25)] },
    { grade: 4, any: [leftOfBaseline(0.25)], also: [limit(1)] },
    { grade: 3, any: [limit(0.5)] },
    { grade: 3, any: [leftOfBaseline(0.5)], also: [limit(1)] },
    { grade: 2, any: [limit(0.75)] },
    { grade: 2, any: [leftOfBaseline(0.75)], also: [limit(1)] },
    { grade: 1, any: [limit(1)] },
  ],
  { unit: fibrinogen },
);

/** Since v5.0: by INR itself, or by the baseline of a subject on anticoagulation. */
const inrSince5 = high(
  'INR increased',
  ['INR'],
  [
    { grade: 3, any: [{ of: 'number', is: { SI: 2.5, conventional: 2.5 } }, baseline(2.5)] },
    { grade: 2, any: [{ of: 'number', is: { SI: 1.5, conventional: 1.5 } }, baseline(1.5)] },
    { grade: 1, any: [{ of: 'number', is: { SI: 1.2, conventional: 1.2 } }, baseline(1)] },
  ],
  { unit: { SI: '1', conventional: '1' } },
);

/** Since v5.0. admiral omits it by an oversight (its issue 3191). */
const eosinophilia = high('Eosinophilia', ['EOS'], [{ grade: 1, any: [baseline(1)], also: [limit(1)] }]);

const version4: readonly Criterion[] = [
  ...common,
  lymphocytesDecreased,
  plateletsDecreased,
  neutrophilsDecreased,
  hyperglycemia,
  hyponatremia,
  high('Alanine aminotransferase increased', ['ALT'], timesLimit(20, 5, 3, 1)),
  high('Alkaline phosphatase increased', ['ALP'], timesLimit(20, 5, 2.5, 1)),
  high('Aspartate aminotransferase increased', ['AST'], timesLimit(20, 5, 3, 1)),
  high('Blood bilirubin increased', ['BILI'], timesLimit(10, 3, 1.5, 1)),
  high(
    'Creatinine increased',
    ['CREAT'],
    [
      { grade: 4, any: [limit(6)] },
      { grade: 3, any: [limit(3), baseline(3)] },
      { grade: 2, any: [limit(1.5), baseline(1.5)] },
      { grade: 1, any: [limit(1), baseline(1)] },
    ],
  ),
  low(
    'Fibrinogen decreased',
    ['FIBRINO'],
    [
      { grade: 4, any: [{ of: 'number', is: { SI: 0.5, conventional: 50 } }, leftOfBaseline(0.25), limit(0.25)] },
      { grade: 3, any: [limit(0.5), leftOfBaseline(0.5)] },
      { grade: 2, any: [limit(0.75), leftOfBaseline(0.75)] },
      { grade: 1, any: [limit(1), baseline(1)] },
    ],
    { unit: fibrinogen },
  ),
  high('GGT increased', ['GGT'], timesLimit(20, 5, 2.5, 1)),
  high('Hemoglobin increased', ['HGB'], hemoglobinAbove('limit'), {
    unit: protein,
    abnormal: { side: 'high', steps: hemoglobinAbove('baseline') },
  }),
  high(
    'INR increased',
    ['INR'],
    [
      { grade: 3, any: [limit(2.5), baseline(2.5)] },
      { grade: 2, any: [limit(1.5), baseline(1.5)] },
      { grade: 1, any: [limit(1), baseline(1)] },
    ],
  ),
  high('Lipase increased', ['LIPASET'], timesLimit(5, 2, 1.5, 1)),
  high('Hyperuricemia', ['URATE'], [...numbers([590], [10]), { grade: 3, any: [limit(1)] }], {
    unit: { SI: 'umol/L', conventional: 'mg/dL' },
  }),
  low('Hypophosphatemia', ['PHOS'], fromLimitOn([0.3, 0.6, 0.8], [1, 2, 2.5]), { unit: mole }),
];

/** From `times` the baseline, inclusive. */
const fromBaseline = (times: number): Step => ({ grade: 1, any: [{ of: 'baseline', times, inclusive: true }] });

const version5: readonly Criterion[] = [
  ...common,
  lymphocytesDecreased,
  plateletsDecreased,
  neutrophilsDecreased,
  lactateDehydrogenase,
  eosinophilia,
  fibrinogenSince5,
  inrSince5,
  hyperuricemia,
  high('Alanine aminotransferase increased', ['ALT'], timesLimit(20, 5, 3, 1), fromHigh([...timesBaseline(20, 5, 3), fromBaseline(1.5)])),
  high('Alkaline phosphatase increased', ['ALP'], timesLimit(20, 5, 2.5, 1), fromHigh([...timesBaseline(20, 5, 2.5), fromBaseline(2)])),
  high('Aspartate aminotransferase increased', ['AST'], timesLimit(20, 5, 3, 1), fromHigh([...timesBaseline(20, 5, 3), fromBaseline(1.5)])),
  high('Blood bilirubin increased', ['BILI'], timesLimit(10, 3, 1.5, 1), fromHigh(timesBaseline(10, 3, 1.5, 1))),
  high(
    'Creatinine increased',
    ['CREAT'],
    [
      { grade: 4, any: [limit(6)] },
      { grade: 3, any: [limit(3), baseline(3)] },
      { grade: 2, any: [limit(1.5), baseline(1.5)] },
      { grade: 1, any: [limit(1)] },
    ],
  ),
  high('GGT increased', ['GGT'], timesLimit(20, 5, 2.5, 1), fromHigh([...timesBaseline(20, 5, 2.5), fromBaseline(2)])),
  high('Hemoglobin increased', ['HGB'], hemoglobinAbove('limit'), { unit: protein }),
  high('Lipase increased', ['LIPASET'], timesLimit(5, 2, 1.5, 1)),
  low(
    'Hyponatremia',
    ['SODIUM'],
    [
      { grade: 4, any: [{ of: 'number', is: { SI: 120, conventional: 120 } }] },
      { grade: 3, any: [{ of: 'number', is: { SI: 129, conventional: 129 }, inclusive: true }] },
      { grade: 1, any: [limit(1)] },
    ],
    { unit: electrolyte },
  ),
  high('Hyperglycemia', ['GLUC'], [], { isClinical: true }),
  low('Hypophosphatemia', ['PHOS'], [], { isClinical: true }),
];

const version6: readonly Criterion[] = [
  ...common,
  low('Thrombocytopenia', ['PLAT'], fromLimitOn([10, 50, 75]), { unit: cells }),
  low('Neutrophil count decreased', ['NEUT'], numbers([0.1, 0.5, 1, 1.5]), { unit: cells }),
  lactateDehydrogenase,
  eosinophilia,
  fibrinogenSince5,
  inrSince5,
  hyperuricemia,
  hyperglycemia,
  hyponatremia,
  high('Alanine aminotransferase increased', ['ALT'], timesLimit(20, 5, 3, 1), fromHigh([...timesBaseline(4, 2, 1.5), fromBaseline(1)])),
  high('Alkaline phosphatase increased', ['ALP'], [{ grade: 1, any: [baseline(1)], also: [limit(1)] }]),
  high('Aspartate aminotransferase increased', ['AST'], timesLimit(20, 5, 3, 1), fromHigh([...timesBaseline(4, 2, 1.5), fromBaseline(1)])),
  high('Blood bilirubin increased', ['BILI'], timesLimit(10, 3, 1.5, 1), fromHigh([...timesBaseline(10, 2.5, 1.5), fromBaseline(1)])),
  low(
    'Creatinine clearance decreased',
    ['CREATCLR'],
    [
      { grade: 3, any: [{ of: 'number', is: { SI: 25, conventional: 25 }, inclusive: true }] },
      { grade: 2, any: [{ of: 'number', is: { SI: 49, conventional: 49 }, inclusive: true }] },
    ],
    { unit: { SI: 'mL/min', conventional: 'mL/min' } },
  ),
  high('Creatinine increased', ['CREAT'], timesLimit(6, 3, 1.5, 1), {
    abnormal: {
      side: 'low',
      steps: [
        { grade: 4, any: [limit(6)] },
        { grade: 3, any: [baseline(3)] },
        { grade: 2, any: [baseline(1.5)] },
        { grade: 1, any: [limit(1)] },
      ],
    },
  }),
  high('GGT increased', ['GGT'], timesLimit(20, 5, 2.5, 1), fromHigh([...timesBaseline(10, 3, 1.5), fromBaseline(1)])),
  low('HDL decreased', ['HDL'], timesLimit(null, null, null, 1)),
  high('LDL increased', ['LDL'], timesLimit(null, null, null, 1)),
  high('Hemoglobin increased', ['HGB'], hemoglobinAbove('limit'), { unit: protein }),
  high('Lipase increased', ['LIPASET'], timesLimit(5, 3, 1.5, 1)),
];

/** The laboratory criteria of each version by which results are graded, or which only a clinician can apply. */
export const criteria: Readonly<Record<CtcaeVersion, readonly Criterion[]>> = { '4.03': version4, '5.0': version5, '6.0': version6 };
