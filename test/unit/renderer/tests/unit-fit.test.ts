import { expect, test } from 'vitest';
import type { ListedTest } from '../../../../src/shared/calls/terms.ts';
import { recordsOf, codeWarning, unitWarning } from '../../../../src/renderer/places/tests/decisions.ts';

const alt: ListedTest = {
  dataset: 'labs',
  test: 'SGPT',
  serviceCode: null,
  records: 12,
  codes: [{ code: 'ALT', records: 12 }],
  decided: false,
  rule: 'name',
  proposed: null,
  units: [
    { text: 'arbs', records: 7, reading: null },
    { text: 'U/L', records: 4, reading: 'U/L' },
    { text: null, records: 1, reading: null },
  ],
  ranges: [],
};
const albumin: ListedTest = {
  ...alt,
  test: 'Albumin',
  codes: [{ code: 'ALB', records: 3 }],
  units: [{ text: 'arbs', records: 3, reading: null }],
};

test('a unit of a different quantity is reported with the number of results it would cost', () => {
  expect(unitWarning([alt], 'arbs', 'U/L', 'SI')).toBeNull();
  expect(unitWarning([alt], 'arbs', 'mg/dL', 'SI')).toBe(
    'mg/dL measures a different quantity than the unit of SGPT (U/L). Without a conversion 7 results would have no standard result.',
  );
  expect(unitWarning([alt, albumin], 'arbs', 's', 'SI')).toContain('SGPT (U/L) and 1 other test. Without a conversion 10 results');
});

test('a code whose unit does not fit that of the test is reported likewise', () => {
  expect(codeWarning(alt, 'AST', 'SI')).toBeNull();
  expect(codeWarning(alt, 'ALB', 'SI')).toBe(
    'U/L measures a different quantity than the unit of ALB (g/L). Without a conversion 4 results would have no standard result.',
  );
  expect(codeWarning(alt, 'NOSUCH', 'SI')).toBeNull();
});

test('records are selected by test and service code, and by the unit or range as sent', () => {
  expect(recordsOf({ ...alt, serviceCode: 'S1' }, { unit: 'arbs' })).toEqual([
    { column: 'test', op: '=', values: ['SGPT'] },
    { column: 'service_code', op: '=', values: ['S1'] },
    { column: 'unit', op: '=', values: ['arbs'] },
  ]);
  expect(recordsOf({ ...alt, test: '' }, { range: null })).toEqual([
    { column: 'test', op: 'missing', values: [] },
    { column: 'service_code', op: 'missing', values: [] },
    { column: 'reference_range', op: 'missing', values: [] },
  ]);
});
