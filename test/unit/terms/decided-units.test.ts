import { expect, test } from 'vitest';
import { columnOf, datasets } from '../../../src/shared/datasets/datasets.ts';
import { isDerived, type CellValue, type Row } from '../../../src/shared/datasets/declaration.ts';
import { defaultTerms, type StudyTerms } from '../../../src/shared/terms/study-terms.ts';

const sent: Row = {
  ...{ test: 'Glucose', result_number: 180, result: '180', unit: 'Zuckereinheiten', reference_range: '70 - 99 mg/dL' },
};
const decided: StudyTerms = { ...defaultTerms, units: [{ text: 'Zuckereinheiten', unit: 'mg/dL' }] };

function cell(name: string, terms: StudyTerms): CellValue {
  const column = columnOf(datasets.labs, name);
  if (column === undefined || !isDerived(column)) throw new Error(`${name} is not derived.`);
  return column.derive({ ...sent }, terms);
}

test('a unit counts as the one that a person decided on, for flags and standard results', () => {
  expect(['range_flag', 'standard_result'].map((name) => cell(name, defaultTerms))).toEqual([null, null]);
  expect(['range_flag', 'standard_unit'].map((name) => cell(name, decided))).toEqual(['HIGH', 'mmol/L']);
  expect(cell('standard_result', decided)).toBeCloseTo(9.99, 2);
});
