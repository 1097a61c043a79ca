import { expect, test } from 'vitest';
import { comparedParts, compareColumns, compareTable, type CompareRow } from '../../../src/renderer/places/charts/compare/compare-rows.ts';

function row(subject: string, [resultsA, resultsB]: readonly [number, number], more: CompareRow = {}): CompareRow {
  return { test: 'ALT', subject, results_a: resultsA, results_b: resultsB, change: null, shift: null, ...more };
}

const rows = [
  row('1', [1, 1], {
    change: 3,
    change_unit: 'U/L',
    date_a: '2013-08-01T08:30',
    result_a: '12',
    unit_a: 'U/L',
    result_b: '15',
    unit_b: 'U/L',
  }),
  row('1', [1, 0], { test: 'AST' }),
  row('2', [2, 0]),
  row('3', [0, 1]),
  row('4', [1, 3], { test: 'Estimated Glomerular Filtration Rate Adjusted for Body Surface Area' }),
];

test('every count in the sentence can be shown as a part', () => {
  expect(comparedParts(rows, 'BASELINE', 'WEEK 2').map(({ words }) => words)).toEqual([
    'All 5 rows',
    'Both visits: 2 subjects',
    'BASELINE only: 1 subject',
    'WEEK 2 only: 1 subject',
    'Several results: 2 rows',
    'No change calculated: 1 row',
  ]);
  const [all, both, a, b] = comparedParts(rows, 'BASELINE', 'WEEK 2');
  expect([both, a, b].flatMap((part) => part?.rows ?? [])).toHaveLength(all?.rows.length ?? 0);
});

test('dates are shown in full as days, and columns fit their cells', () => {
  const { columns, rows: cells } = compareTable(rows, compareColumns('BASELINE', 'WEEK 2'), null);
  expect(cells[0]?.cells).toEqual(['1', 'ALT', '12 U/L', '15 U/L', '+3 U/L', '–', '–', '2013-08-01', '–']);
  const widthOf = (title: string): number => columns.find((column) => column.title === title)?.width ?? 0;
  expect(widthOf('BASELINE, date')).toBeGreaterThan(80);
  expect(widthOf('Test')).toBe(280);
});
