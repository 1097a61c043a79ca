import { describe, expect, test } from 'vitest';
import { isCount, isPart, isUnfit } from '../../../src/shared/terms/test-units.ts';

test.each(['%', ' percent ', 'L/L', 'Fraction', '1', 'ratio'])('%j is a part of a whole', (unit) => {
  expect([isPart(unit), isCount(unit)]).toEqual([true, false]);
});

test.each(['10^9/L', 'x10E3/uL', 'K/uL', 'cells/mm3', '/µL', 'G/l', '#/uL'])('%j is a count', (unit) => {
  expect([isPart(unit), isCount(unit)]).toEqual([false, true]);
});

test.each(['mg/dL', 'mg/L', '', 'per cent of all'])('%j is neither', (unit) => {
  expect([isPart(unit), isCount(unit)]).toEqual([false, false]);
});

test('a count has at most sixty characters', () => {
  const padded = (length: number): string => `10^9${' '.repeat(length - 6)}/L`;
  expect([isCount(padded(60)), isCount(padded(61))]).toEqual([true, false]);
});

describe('a unit', () => {
  test.each([
    ['ALT', null, 'alanine aminotransferase', false],
    ['ALT', 'U/L', 'alt', false],
    // Relative to creatinine.
    ['ALBCREAT', 'mg/g', 'albumin creatinine ratio', false],
    ['ALBCREAT', 'mg/mmol', 'albumin creatinine ratio', false],
    ['ALBCREAT', 'ratio', 'albumin creatinine ratio', false],
    ['ALBCREAT', 'mg/L', 'albumin creatinine ratio', true],
    // Another test of the same name.
    ['PT', 's', 'prothrombin time', false],
    ['PT', '%', 'prothrombin time', true],
    ['CREATCLR', 'mL/min', 'creatinine clearance', false],
    ['CREAT', 'mL/min', 'creatinine', true],
    // Of a short name.
    ['CA', 'U/mL', 'ca', true],
    ['CA', 'U/mL', 'calcium', false],
    ['CA', 'mg/dL', 'ca', false],
    ['CA', 'ng/dL', 'ca', true],
    ['CA', 'kg/dL', 'ca', true],
    ['ALT', 'mg/dL', 'alt', false],
    ['CA', 'soon', 'ca', false],
    // Free hormones.
    ['T3', 'pg/mL', 'triiodothyronine', true],
    ['T3', 'ng/dL', 'triiodothyronine', false],
    ['T4', 'ng/dL', 'thyroxine', true],
    ['T4', 'pmol/L', 'thyroxine', true],
    ['T4', 'ug/dL', 'thyroxine', false],
    // Sediment, a day's urine.
    ['RBC', '/HPF', 'erythrocytes', true],
    ['SODIUM', 'mmol/24 h', 'sodium', true],
    ['SODIUM', 'mmol/day', 'sodium', true],
    ['PROT', 'mg/g', 'protein', true],
    ['GLUC', 'mmol/mol', 'glucose', true],
    ['HBA1C', 'mmol/mol', 'hemoglobin a1c', false],
    // Percent.
    ['HCT', '%', 'hematocrit', false],
    ['NEUTLE', '%', 'neutrophils', false],
    ['RETIRBC', '%', 'reticulocytes', false],
    ['ALB', '%', 'albumin', true],
    ['HGB', 'pg', 'hemoglobin', true],
    ['HGB', 'g/dL', 'hemoglobin', false],
    ['PROT', 'mg/dL', 'protein', true],
    ['PROT', 'mg/dL', 'total protein', false],
    ['PROT', 'g/dL', 'protein', false],
    ['ALB', 'ug/mL', 'albumin', true],
    ['GLUC', 'mg/dL', 'glucose', false],
  ])('of %s, %j after %j, shows another test: %s', (code, unit, name, unfit) => {
    expect(isUnfit(code, unit, name.split(' '))).toBe(unfit);
  });
});
