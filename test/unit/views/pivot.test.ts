import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRecall } from '../../../src/core/query/recall.ts';
import { readPivot } from '../../../src/core/views/pivot.ts';
import type { Input } from '../../../src/shared/contract.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { pivotColumns, pivotNames } from '../../../src/shared/pivot.ts';
import { everything, makeStudy, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  const lab = (record_id: string, subject: string, visit: string | null, name: string, day: string, result: string, unit = 'U/L') => ({
    ...{ record_id, subject, visit, test: name, collected: `2025-01-${day}T08:00:00`, result, unit },
    result_number: Number.isNaN(Number(result)) ? null : Number(result),
  });
  fixture.add('labs', [
    lab('1', '0012', 'C1D1', 'ALT', '02', '30'),
    lab('2', '0012', 'C1D1', 'ALT', '03', '25'),
    lab('3', '0012', 'Screening', 'AST', '01', '20'),
    lab('4', '0012', 'C1D1', 'CRP', '02', '5', 'mg/L'),
    lab('5', '0013', null, 'ALT', '01', '140'),
    lab('6', '0013', '', 'AST', '01', '41'),
    lab('7', '0013', 'C10D1', 'CRP', '20', '<5', 'mg/dL'),
    lab('8', '0013', 'C2D1', 'ALT', '09', '7.0'),
    // Stored later, collected earlier.
    lab('9', '0012', 'C1D1', 'ALT', '02', ''),
  ]);
});
afterEach(() => {
  fixture.remove();
});

function read(asked: Partial<Omit<Input<'pivot.read'>, 'study'>>) {
  const question = { selection: everything('labs'), tests: ['AST', 'ALT'], sort: [], offset: 0, limit: 100, ...asked };
  return readPivot(fixture.study, question, createRecall(2));
}

test('has a row for each subject and visit, with the last result of each test and how many there were', () => {
  const { rows, of, subjects } = read({});
  expect(
    rows.map(({ subject, visit, cells }) => [subject, visit, ...cells.map((cell) => cell && [cell.result, cell.results, cell.key])]),
  ).toEqual([
    ['0012', 'Screening', ['20', 1, '3'], null],
    ['0012', 'C1D1', null, ['25', 3, '2']],
    ['0013', null, ['41', 1, '6'], ['140', 1, '5']],
    ['0013', 'C2D1', null, ['7.0', 1, '8']],
  ]);
  expect([of, subjects]).toEqual([4, 2]);
});

test('is of the subjects, filters and words of the selection', () => {
  expect(read({ selection: { ...everything('labs'), subjects: ['0013'] } }).of).toBe(2);
  const high = { column: 'result_number', op: '>' as const, values: ['40'] };
  expect(read({ selection: { ...everything('labs'), where: [high] } }).rows.map(({ cells }) => cells.map((cell) => cell?.key))).toEqual([
    ['6', '5'],
  ]);
});

test('tells of each test its one unit, or of how many it has results', () => {
  expect(read({ tests: ['ALT', 'CRP'] }).tests).toEqual([
    { test: 'ALT', code: null, unit: 'U/L', units: 1 },
    { test: 'CRP', code: null, unit: null, units: 2 },
  ]);
});

test.each([
  [[{ column: 'visit', descending: false }], ['C1D1', 'C2D1', 'Screening', null]],
  [[{ column: 'alt', descending: false }], ['C2D1', 'C1D1', null, 'Screening']],
  [[{ column: 'alt', descending: true }], [null, 'C1D1', 'C2D1', 'Screening']],
  [[{ column: 'collected', descending: true }], ['C2D1', 'C1D1', 'Screening', null]],
])('sorted by %j, rows without a value come last', (sort, visits) => {
  expect(read({ sort }).rows.map(({ visit }) => visit)).toEqual(visits);
});

test('visits go by the numbers in their names, and a part of the rows is given where it is asked for', () => {
  const sort = [{ column: 'visit', descending: true }];
  expect(read({ tests: ['CRP', 'ALT'], sort, offset: 1, limit: 2 }).rows.map(({ visit }) => visit)).toEqual(['C2D1', 'C1D1']);
});

test('an order by another column, and a dataset without tests, are USAGE', () => {
  expect(() => read({ sort: [{ column: 'crp', descending: false }] })).toThrow(expect.objectContaining({ code: 'USAGE' }));
  expect(() => read({ selection: everything('responses') })).toThrow(expect.objectContaining({ code: 'USAGE' }));
});

test('subjects and visits are told apart whatever characters they have', () => {
  const odd = { test: 'ALT', collected: '2025-02-01', unit: 'U/L', result: '1', result_number: 1 };
  fixture.add('labs', [
    { ...odd, record_id: '20', subject: 'a\n=b', visit: null },
    { ...odd, record_id: '21', subject: 'a', visit: 'b\n' },
  ]);
  const { rows } = read({ tests: ['ALT'], selection: { ...everything('labs'), subjects: ['a', 'a\n=b'] } });
  expect(rows.map(({ subject, visit, cells }) => [subject, visit, cells[0]?.results])).toEqual([
    ['a', 'b\n', 1],
    ['a\n=b', null, 1],
  ]);
});

test('a result without a date is the last one only where none has a date', () => {
  const undated = { test: 'ALT', collected: null, unit: 'U/L' };
  fixture.add('labs', [
    { ...undated, record_id: '10', subject: '0012', visit: 'C1D1', result: '99', result_number: 99 },
    { ...undated, record_id: '11', subject: '0014', visit: 'C1D1', result: '7', result_number: 7 },
  ]);
  const { rows } = read({ tests: ['ALT'] });
  expect(rows.flatMap(({ subject, visit, cells }) => (visit === 'C1D1' ? [[subject, cells[0]?.result, cells[0]?.results]] : []))).toEqual([
    ['0012', '25', 4],
    ['0014', '7', 1],
  ]);
});

test.each([
  [
    ['ALT', 'ALT 3', 'alt'],
    ['alt', 'alt_3', 'alt_4'],
  ],
  [
    ['', 'Test 1'],
    ['test_1', 'test_1_2'],
  ],
  [
    ['Visit', 'µ'],
    ['visit_1', 'test_2'],
  ],
  [
    ['x'.repeat(39), `${'x'.repeat(39)} y`],
    ['x'.repeat(39), `${'x'.repeat(39)}_2`],
  ],
])('the columns of %j are %j: no two have one name, and none has the end of another', (tests, names) => {
  expect(pivotNames(tests)).toEqual(names);
});

test('leaves room for a result with its flag and, where there are several units, for that of each', () => {
  const width = (test: string, units: number): number => {
    const shown = { test, code: null, unit: units > 1 ? null : 'U/L', units };
    return pivotColumns(datasets.labs, [shown], false).at(-1)?.width ?? 0;
  };
  expect(width('ALT', 1)).toBe(136);
  expect(width('ALT', 2)).toBe(200);
  expect(width('Neutrophils, Absolute', 1)).toBeGreaterThan(200);
});
