import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCarriedForward } from '../../../src/shared/datasets/vitals.ts';
import { readLabTest } from '../../../src/shared/terms/lab-dictionary.ts';
import { labNames } from '../../../src/shared/terms/lab-names.ts';
import { keyOf, longestName, wordsOf } from '../../../src/shared/terms/name-words.ts';
import { testCodeForm } from '../../../src/shared/terms/term-kinds.ts';
import { readVitalSign } from '../../../src/shared/terms/vital-dictionary.ts';
import { right } from './usual-names.ts';

function labCode(name: string, unit: string | null = null, serviceCode: string | null = null): string | null {
  const read = readLabTest({ test: name, unit, serviceCode });
  return read?.applied === true ? read.code : null;
}

function vitalCode(name: string): string | null {
  const read = readVitalSign({ test: name, unit: null, serviceCode: null });
  return read?.applied === true ? read.code : null;
}

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
      ['Sodium (U)', 'Glucose (u)', 'Creatinine (U)', 'WBC (U)', 'Creatinine, random', 'Protein random'],
      ['LDL/HDL ratio', 'Urea/Creatinine', 'Creatinine/Albumin', 'Globulin/Albumin'],
      ['Protein C', 'Protein S', 'Protein electrophoresis', 'hs-CRP', 'Fetal hemoglobin', 'Hemoglobin F', 'Hemoglobin, free plasma'],
      ['LDH isoenzyme 1', 'Alkaline phosphatase, bone', 'Acid phosphatase', 'Glucose 2h post'],
      [
        'RBC morphology',
        'Nucleated RBC',
        'Immature granulocytes',
        'Blood Smear, Morphology',
        'White cell differential',
        'RBC casts',
        'Platelets, large',
      ],
      ['TSH receptor antibody', 'Anti-TPO', 'Thyroglobulin antibody', 'Insulin antibody'],
      ['Arterial pH', 'Vitamin D', 'hCG, Qualitative', 'Blood', 'Fibrin monomer'],
      ['Neutrophils', 'Reticulocytes', 'constructor', '__proto__', '', ' ', '%', '/', '(', '- -', 'Percent', 'Absolute count'],
    ].flat(),
  )('%j has no code', (name) => {
    expect(labCode(name)).toBeNull();
  });

  test.each(['Neutrophils (CSF)', 'Lymphocytes (BAL)', 'Blasts (bone marrow)', 'Lymphocytes (CD4)', 'Eosinophils (sputum) (10*3/uL)'])(
    'what is in brackets after cells matters: %s',
    (name) => {
      for (const unit of ['/uL', '%', null]) expect(labCode(name, unit)).toBeNull();
    },
  );

  test.each(['Neutrophils (absolute)', 'Neutrophils (10^9/L)', 'Neutrophils (ANC)', 'Neutrophils (abs) (manual)'])(
    '%s are NEUT',
    (name) => {
      expect(labCode(name, '10*9/L')).toBe('NEUT');
    },
  );

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
    ['PT', 'mmol/L', null],
    ['PT', 'U/mL', null],
    ['PT', '%', null],
    ['PT', 's', 'PT'],
    ['PT', 'sec', 'PT'],
    ['Prothrombin time', 'mmol/L', null],
    ['Ca', 'mmol/L', 'CA'],
    ['Ca', 'mg/dL', 'CA'],
    ['Ca', 'U/mL', null],
    ['CA 125', 'U/mL', 'CA125AG'],
    ['MG', 'ng/mL', null],
    ['Mg', 'mg/dL', 'MG'],
    ['Mg', 'mEq/L', 'MG'],
    ['K', 'ng/mL', null],
    ['K', 'mEq/L', 'K'],
    ['K', 'mmol/L', 'K'],
    ['TG', 'ng/mL', null],
    ['TG', 'mg/dL', 'TRIG'],
    ['Cl', 'L/h', null],
    ['CK', 'ng/mL', null],
    ['CK', 'U/L', 'CK'],
    ['TT', 'nmol/L', null],
    ['Hb', 'g/L', 'HGB'],
    ['Hb', 'mmol/L', 'HGB'],
    ['T4', 'ng/dL', null],
    ['T4', 'pmol/L', null],
    ['T4', 'nmol/L', 'T4'],
    ['T3', 'pg/mL', null],
    ['T3', 'ng/dL', 'T3'],
    ['eGFR', 'ng/mL', null],
    ['eGFR', 'mL/min/1.73m2', 'GFRE'],
    ['Albumin/Creatinine', 'mg/g', 'ALBCREAT'],
    ['Albumin/Creatinine', 'mg/mmol', 'ALBCREAT'],
    ['Albumin/Creatinine', 'g/dL', null],
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
    ['hs-CRP', 'CRP'],
    ['High sensitivity C-reactive protein', 'CRP'],
    ['PTH', 'PTHI'],
    ['Parathyroid hormone', 'PTHI'],
    ['hCG', 'HCG'],
    ['Vitamin D', 'V25HD3'],
    ['Vitamin D, 25-OH', 'V25HD3'],
    ['Cardiac Troponin T', 'TROPONT'],
    ['Blood, urine', 'OCCBLD'],
  ])('of several codes that %j can mean, %s is only proposed', (name, code) => {
    expect(readLabTest({ test: name, unit: null, serviceCode: null })).toEqual({ code, applied: false, rule: 'open-name' });
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

  test('codes have the form that SDTM requires, and no name stands for two codes', () => {
    const keys = new Map<string, string>();
    for (const [code, names] of Object.entries(labNames))
      for (const name of names) {
        expect(code).toMatch(testCodeForm);
        expect([undefined, code]).toContain(keys.get(keyOf(wordsOf(name))));
        keys.set(keyOf(wordsOf(name)), code);
      }
  });

  test('order, case and punctuation of words do not change the code', () => {
    const names = right.flatMap(([, ...all]) => all).filter((name) => /^[A-Za-z ,]+$/.test(name));
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.constantFrom(' ', ', ', ' - ', '  ', '_'), fc.boolean(), (name, between, upper) => {
        const words = name.split(/[ ,]+/);
        const other = words.toReversed().join(between);
        expect(labCode(upper ? other.toUpperCase() : other)).toBe(labCode(name));
      }),
    );
  });

  test('no text makes it throw, and an unknown word leaves a name without a code', () => {
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

test.each(['[volume', '(', '[', 'sodium '])('%j a thousand times is not a name', (part) => {
  const test = part.repeat(1000);
  expect(readLabTest({ test, serviceCode: 'NA', unit: 'mmol/L' })).toBeNull();
  expect(readVitalSign({ test, serviceCode: null, unit: null })).toBeNull();
});

test('a name may be as long as the longest one, and a longer text is none', () => {
  const padded = (name: string): readonly string[] => [name.padEnd(longestName), name.padEnd(longestName + 1)];
  expect(padded('Sodium').map((name) => labCode(name))).toEqual(['SODIUM', null]);
  expect(padded('Pulse').map((name) => vitalCode(name))).toEqual(['PULSE', null]);
});

test.each([
  ['the same code', 'Pulse', 'PULSE', true],
  ['the other word for a beat', 'Pulse', ' hr ', true],
  ['the other word for a beat, the other way round', 'Heart rate', 'PULSE', true],
  ['a code that no vital sign has', 'Pulse', 'X17', true],
  ['no code', 'Pulse', null, true],
  ['the code of another vital sign', 'Pulse', 'TEMP', false],
  ['the code of a beat for no beat', 'Weight', 'HR', false],
])('a name of a vital sign sent with %s decides alone: %s, %s', (_what, test, serviceCode, applied) => {
  const read = readVitalSign({ test, serviceCode, unit: null });
  expect(read).toMatchObject({ applied, rule: applied ? 'name' : 'other-service-code' });
});
