import { describe, expect, test } from 'vitest';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { defaultTerms } from '../../../src/shared/terms/study-terms.ts';
import { nameWithUnit, unitInName, unitNamedIn } from '../../../src/shared/units/unit-in-name.ts';

describe('units named in the item types of vital signs', () => {
  test.each([
    ['Temperature F', '°F'],
    ['Temperature (°F)', '°F'],
    ['Temperature Temp C', '°C'],
    ['Weight (kilograms)', 'kg'],
    ['Height (centimeters)', 'cm'],
    ['BSA m2', 'm2'],
    ['Last recorded Height', null],
    ['Pulse Ox (SpO2)', null],
    ['Blood Pressure Positioning', null],
    ['Temperature', null],
  ])('%s names %s', (name, unit) => {
    expect(unitInName(name)).toBe(unit);
  });

  test.each([
    ['Temperature F', null, 98.6, 37, 'C'],
    ['Temperature Temp C', null, 37, 37, 'C'],
    ['Temperature F', '', 98.6, 37, 'C'],
    ['Temperature F', ' N/A', 98.6, 37, 'C'],
    ['Weight (kilograms)', null, 70, 70, 'kg'],
    // The unit of the record takes precedence over the name.
    ['Temperature F', 'C', 37, 37, 'C'],
    ['Temperature', null, 98.6, null, null],
  ])('%s with the unit %s: %d is %s %s as standard result', (name, unit, number, value, standard) => {
    const row = { test: name, unit, service_code: null, result_number: number };
    const derived = (of: string) => {
      const column = datasets.vitals.columns.find(({ name }) => name === of);
      return column !== undefined && 'derive' in column ? column.derive({ ...row }, defaultTerms) : undefined;
    };
    expect(derived('standard_result')).toEqual(value === null ? null : expect.closeTo(value, 6));
    expect(derived('standard_unit')).toBe(standard);
  });
});

test('a name of two hundred characters is read, and none that is longer', () => {
  const named = (length: number): string | null => unitInName(`${'x'.repeat(length - 2)} F`);
  expect([named(200), named(201)]).toEqual(['°F', null]);
});

test.each([
  ['ALT', 'U/L', 'ALT (U/L)'],
  ['Temperature F', 'F', 'Temperature (F)'],
  ['Temperature F', '°F', 'Temperature (F)'],
  ['Temperature F', 'C', 'Temperature F (C)'],
  ['Weight (kilograms)', 'kg', 'Weight (kilograms)'],
  [' F', 'F', ' F (F)'],
  ['Last recorded Height', 'cm', 'Last recorded Height (cm)'],
])('%j with results in %s is %j', (name, unit, said) => {
  expect(nameWithUnit(name, unit)).toBe(said);
});

test('a record without a test names no unit', () => {
  expect([unitNamedIn({ test: null }), unitNamedIn({ test: 'BSA m2' })]).toEqual([null, 'm2']);
});
