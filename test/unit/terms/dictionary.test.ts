import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCarriedForward } from '../../../src/shared/derive/vital-test-codes.ts';
import { readLabTest } from '../../../src/shared/terms/lab-dictionary.ts';
import { labNames } from '../../../src/shared/terms/lab-names.ts';
import { keyOf, wordsOf } from '../../../src/shared/terms/name-words.ts';
import { testCodeForm } from '../../../src/shared/terms/term-kinds.ts';
import { readVitalSign } from '../../../src/shared/terms/vital-dictionary.ts';

function labCode(name: string, unit: string | null = null, serviceCode: string | null = null): string | null {
  const read = readLabTest({ test: name, unit, serviceCode });
  return read?.applied === true ? read.code : null;
}

function vitalCode(name: string): string | null {
  const read = readVitalSign({ test: name, unit: null, serviceCode: null });
  return read?.applied === true ? read.code : null;
}

/** As laboratories in the US, the UK and the EU write them, and as CDISC names them. */
const right: readonly (readonly [code: string, ...names: string[]])[] = [
  ['ALT', 'ALT (SGPT)', 'alt  (sgpt) ', 'Alanine Aminotransferase', 'ALAT', 'SGPT', 'ALT (U/L)', 'Alanine Aminotransferase ALT'],
  ['AST', 'AST/SGOT', 'Aspartate transaminase', 'ASAT', 'Serum AST'],
  ['ALP', 'Alkaline Phosphatase', 'Alk. Phos.', 'ALP', 'Phosphatase, Alkaline'],
  ['GGT', 'γ-GT', 'Gamma-GT', 'Gamma Glutamyl Transferase', 'GGT'],
  ['BILI', 'Bilirubin', 'Total Bilirubin', 'Bilirubin, total', 'T. Bili', 'Bilirubin.total [Mass/volume] in Serum or Plasma'],
  ['BILDIR', 'Bilirubin, direct', 'Direct Bilirubin', 'Conjugated bilirubin'],
  ['BILIND', 'Bilirubin, Indirect', 'Unconjugated Bilirubin'],
  ['ALB', 'Albumin', 'Albumin, Serum'],
  ['PROT', 'Protein', 'Total Protein', 'Protein, Total', 'Serum total protein'],
  ['LDH', 'LDH', 'Lactate Dehydrogenase', 'Lactic dehydrogenase'],
  ['CK', 'Creatine Kinase', 'CPK', 'CK, total'],
  ['LIPASET', 'Lipase', 'Lipase, Serum'],
  ['AMYLASE', 'Amylase'],
  ['CREAT', 'Creatinine', 'Creatinine, serum', 'CREATININE'],
  ['CREATCLR', 'Creatinine clearance'],
  ['BUN', 'BUN', 'Blood Urea Nitrogen', 'Blood urea nitrogen (BUN)'],
  ['UREAN', 'Urea Nitrogen'],
  ['UREA', 'Urea', 'Urea, plasma'],
  ['URATE', 'Uric Acid', 'Urate'],
  ['SODIUM', 'Sodium', 'Na', 'Na+'],
  ['K', 'Potassium', 'K', 'Potassium (K)'],
  ['CL', 'Chloride'],
  ['BICARB', 'Bicarbonate', 'HCO3'],
  ['CA', 'Calcium', 'Calcium, Total', 'Total calcium'],
  ['CAION', 'Ionized calcium', 'Ionised Calcium'],
  ['MG', 'Magnesium'],
  ['PHOS', 'Phosphate', 'Phosphorus', 'Inorganic phosphate'],
  ['GLUC', 'Glucose', 'Glucose, fasting', 'Fasting Plasma Glucose', 'Blood glucose'],
  ['HBA1C', 'Hemoglobin A1C', 'HbA1c', 'Haemoglobin A1c', 'Glycated haemoglobin'],
  ['CHOL', 'Cholesterol', 'Total Cholesterol'],
  ['HDL', 'HDL Cholesterol', 'HDL', 'HDL-C'],
  ['LDL', 'LDL Cholesterol', 'LDL-Cholesterol (calc)'],
  ['TRIG', 'Triglycerides', 'TG'],
  ['IRON', 'Iron', 'Serum iron'],
  ['FERRITIN', 'Ferritin'],
  ['TFERRIN', 'Transferrin'],
  ['TFRRNSAT', 'Transferrin Saturation'],
  ['WBC', 'WBC', 'Leukocytes', 'White Blood Cells', 'Leucocytes', 'WBC Count', 'White cell count', 'White Blood Cell (WBC) Count'],
  ['RBC', 'RBC', 'Erythrocytes', 'Red Blood Cell Count', 'Red cell count'],
  ['HGB', 'Hemoglobin', 'Haemoglobin', 'Hb', 'HGB', 'Hemoglobin (g/dL)'],
  ['HCT', 'Hematocrit', 'Haematocrit', 'HCT', 'PCV'],
  ['MCV', 'MCV', 'Ery. Mean Corpuscular Volume', 'Mean cell volume'],
  ['MCH', 'MCH', 'Ery. Mean Corpuscular Hemoglobin', 'Mean Corpuscular Haemoglobin'],
  ['MCHC', 'MCHC', 'Ery. Mean Corpuscular HGB Concentration', 'Mean corpuscular hemoglobin concentration'],
  ['RDW', 'RDW', 'Red Cell Distribution Width', 'RDW-CV'],
  ['PLAT', 'Platelet', 'Platelets', 'Platelet Count', 'Thrombocytes', 'PLT'],
  ['MPV', 'Mean Platelet Volume'],
  ['NEUT', 'Neutrophils, Absolute', 'Absolute Neutrophil Count', 'ANC', 'Neutrophils [#/volume] in Blood by Automated count', 'Neut #'],
  ['NEUTLE', 'Neutrophils %', 'Neutrophils (%)', 'Neutrophils/Leukocytes', 'Neutrophils/100 leukocytes in Blood', '% Neutrophils'],
  ['LYM', 'Lymphocytes (10^9/L)', 'Lymphs (Absolute)', 'Absolute Lymphocytes'],
  ['LYMLE', 'Lymphocytes/Leukocytes', 'Lymphocytes, percent'],
  ['EOS', 'Eosinophil count', 'Eosinophils Abs.'],
  ['MONOLE', 'Monocytes/Leukocytes'],
  ['BASO', 'Basophils, Absolute'],
  ['RETIRBC', 'Reticulocytes/Erythrocytes', 'Reticulocytes %'],
  ['ESR', 'ESR', 'Erythrocyte sedimentation rate'],
  ['PT', 'Prothrombin Time', 'PT'],
  ['INR', 'INR', 'Prothrombin Time INR', 'International Normalised Ratio', 'PT (INR)'],
  ['APTT', 'aPTT', 'Activated Partial Thromboplastin Time'],
  ['FIBRINO', 'Fibrinogen'],
  ['DDIMER', 'D-Dimer'],
  ['TSH', 'TSH', 'Thyrotropin', 'Thyroid Stimulating Hormone', 'Thyroid Stimulating Hormone (TSH)'],
  ['T3FR', 'Free T3', 'FT3'],
  ['T4FR', 'Free T4', 'Thyroxine, Free', 'FT4'],
  ['T4', 'Total T4', 'Thyroxine'],
  ['ESTRDIOL', 'Oestradiol', 'Estradiol'],
  ['VITB12', 'Vitamin B12', 'Cobalamin'],
  ['VITB9', 'Folate', 'Folic acid'],
  ['CRP', 'C-Reactive Protein', 'CRP'],
  ['TROPONI', 'Troponin I'],
  ['TROPONT', 'Troponin T'],
  ['CEA', 'CEA', 'Carcinoembryonic antigen (CEA)'],
  ['PSA', 'PSA', 'Prostate Specific Antigen'],
  ['PSAF', 'Free PSA'],
  ['CA125AG', 'CA 125', 'CA-125'],
  ['CA19_9AG', 'CA 19-9'],
  ['AFP', 'Alpha-Fetoprotein', 'AFP'],
  ['ALBGLOB', 'Albumin/Globulin', 'A/G Ratio'],
  ['KETONES', 'Ketones', 'Urine ketones'],
  ['SPGRAV', 'Specific Gravity'],
  ['COLOR', 'Colour', 'Color'],
  ['UROBIL', 'Urobilinogen, urine'],
];

describe('laboratory tests', () => {
  test.each(right.flatMap(([code, ...names]) => names.map((name) => [name, code] as const)))('%j is %s', (name, code) => {
    expect(labCode(name)).toBe(code);
  });

  test.each(
    [
      [
        'Urine Protein',
        'Protein, urine',
        'Glucose, urine',
        'Urine creatinine',
        'WBC, urine',
        'Blood, urine',
        'Potassium, urine',
        'Albumin, CSF',
      ],
      ['Albumin/Creatinine', 'Protein/Creatinine Ratio', 'LDL/HDL ratio', 'Urea/Creatinine', 'Creatinine/Albumin', 'Globulin/Albumin'],
      ['Protein C', 'Protein S', 'Protein electrophoresis', 'hs-CRP', 'Fetal hemoglobin', 'Hemoglobin F', 'Hemoglobin, free plasma'],
      [
        'LDH isoenzyme 1',
        'Amylase, pancreatic',
        'Alkaline phosphatase, bone',
        'Acid phosphatase',
        'Non-HDL cholesterol',
        'Glucose 2h post',
      ],
      [
        'RBC morphology',
        'Nucleated RBC',
        'Immature granulocytes',
        'Blood Smear, Morphology',
        'White cell differential',
        'RBC casts',
        'Platelets, large',
      ],
      [
        'TSH receptor antibody',
        'Anti-TPO',
        'Thyroglobulin antibody',
        'T3 uptake',
        'Reverse T3',
        'Insulin antibody',
        'Iron binding capacity',
        'TIBC',
      ],
      [
        'Arterial pH',
        'Prothrombin activity',
        'Vitamin D',
        'Total IgE',
        'hCG, Qualitative',
        'Occult blood',
        'Blood',
        'Base Excess',
        'Fibrin monomer',
      ],
      ['Neutrophils', 'Reticulocytes', 'constructor', '__proto__', '', ' ', '%', '/', '(', '- -', 'Percent', 'Absolute count'],
    ].flat(),
  )('%j has no code', (name) => {
    expect(labCode(name)).toBeNull();
  });

  test.each([
    ['Lymphocytes', 'THOU/uL', 'LYM'],
    ['Lymphocytes', '10*9/L', 'LYM'],
    ['Lymphocytes', 'x10^3/µL', 'LYM'],
    ['Lymphocytes', 'K/mcL', 'LYM'],
    ['Lymphocytes', 'cells/mm3', 'LYM'],
    ['Lymphocytes', 'G/L', 'LYM'],
    ['Lymphocytes', '%', 'LYMLE'],
    ['Lymphocytes', 'FRACTION', 'LYMLE'],
    ['Lymphocytes', 'mg/dL', null],
    ['Neutrophils, Absolute', '%', null],
    ['Neutrophils %', '10^9/L', null],
    ['Hemoglobin', '%', null],
    ['Hemoglobin', 'g/dL', 'HGB'],
    ['WBC', '/HPF', null],
    ['Creatinine', 'mL/min', null],
    ['Creatinine', 'g/24h', null],
    ['Protein', 'mg/dL', null],
    ['Protein', 'g/dL', 'PROT'],
    ['Albumin', 'mg/mmol creat', null],
    ['Hematocrit', '%', 'HCT'],
  ])('%j in %j is %j', (name, unit, code) => {
    expect(labCode(name, unit)).toBe(code);
  });

  test.each([
    ['Neutrophils', 'NEUT', 'NEUT'],
    ['Hgb (local)', 'HGB', 'HGB'],
    ['Urine albumin', 'ALB', null],
    ['Bilirubin, direct', 'BILI', null],
    ['Blood Urea Nitrogen', 'BUN', 'BUN'],
    ['Something else', 'ALT', null],
    ['Albumin', '1001735', 'ALB'],
    ['Albumin', 'ALT', null],
  ])('%j with service code %j is %j', (name, service, code) => {
    expect(labCode(name, null, service)).toBe(code);
  });

  test('codes have the form that SDTM asks for, and none of two codes has the same name', () => {
    const keys = new Map<string, string>();
    for (const [code, names] of Object.entries(labNames))
      for (const name of names) {
        expect(code).toMatch(testCodeForm);
        expect([undefined, code]).toContain(keys.get(keyOf(wordsOf(name))));
        keys.set(keyOf(wordsOf(name)), code);
      }
  });

  test('order, case and punctuation of words change no code', () => {
    const names = right.flatMap(([, ...all]) => all).filter((name) => /^[A-Za-z ,]+$/.test(name));
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.constantFrom(' ', ', ', ' - ', '  ', '_'), fc.boolean(), (name, between, upper) => {
        const words = name.split(/[ ,]+/);
        const other = words.toReversed().join(between);
        expect(labCode(upper ? other.toUpperCase() : other)).toBe(labCode(name));
      }),
    );
  });

  test('no text makes it fail, and a word that nobody knows takes a code away', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (name, unit) => {
        readLabTest({ test: name, unit, serviceCode: unit });
        expect(labCode(`${name} xyzzy`)).toBeNull();
      }),
    );
  });
});

describe('vital signs', () => {
  test.each([
    ['Blood Pressure BP Systolic', 'SYSBP'],
    ['Systolic Blood Pressure', 'SYSBP'],
    ['Blood Pressure Diastolic', 'DIABP'],
    ['Diastolic BP, supine', 'DIABP'],
    ['Blood Pressure Positioning', null],
    ['Blood Pressure', null],
    ['BSA m2', 'BSA'],
    ['Height (centimeters)', 'HEIGHT'],
    ['Height', 'HEIGHT'],
    ['Last recorded Height', 'HEIGHT'],
    ['Pulse Ox (SpO2)', 'OXYSAT'],
    ['Oxygen Saturation', 'OXYSAT'],
    ['Pulse/Heart Rate', 'PULSE'],
    ['Pulse Rate', 'PULSE'],
    ['Heart Rate', 'HR'],
    ['Resp Rate', 'RESP'],
    ['Respiratory Rate', 'RESP'],
    ['Temperature F', 'TEMP'],
    ['Temperature (F)', 'TEMP'],
    ['Temperature Temp C', 'TEMP'],
    ['Weight (kilograms)', 'WEIGHT'],
    ['Weight', 'WEIGHT'],
    ['Weight change', null],
    ['Sitting height', null],
    ['Standing height', 'HEIGHT'],
    ['Waist/height', null],
    ['Pain score', null],
    ['constructor', null],
  ])('%j is %j', (item, code) => {
    expect(vitalCode(item)).toBe(code);
  });

  test.each([
    ['Last recorded Height', true],
    ['Height (centimeters)', false],
  ])('%j carried forward: %j', (item, carried) => {
    expect(isCarriedForward(item)).toBe(carried);
  });
});
