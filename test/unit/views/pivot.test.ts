import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLruCache } from '../../../src/core/query/lru-cache.ts';
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
  return readPivot(fixture.study, question, createLruCache(2));
}

test('has a row per subject, visit and day, with the last result of each test and the number of its results', () => {
  const { rows, of, subjects, results, several, undated } = read({});
  expect(
    rows.map(({ subject, visit, collected, cells }) => [
      ...[subject, visit, collected],
      ...cells.map((cell) => cell && [cell.result, cell.results, cell.key, cell.all.map((one) => one.key)]),
    ]),
  ).toEqual([
    ['0012', 'Screening', '2025-01-01', ['20', 1, '3', []], null],
    ['0012', 'C1D1', '2025-01-02', null, ['', 2, '9', ['1', '9']]],
    ['0012', 'C1D1', '2025-01-03', null, ['25', 1, '2', []]],
    ['0013', null, '2025-01-01', ['41', 1, '6', []], ['140', 1, '5', []]],
    ['0013', 'C2D1', '2025-01-09', null, ['7.0', 1, '8', []]],
  ]);
  expect({ of, subjects, results, several, undated }).toEqual({ of: 5, subjects: 2, results: 7, several: 1, undated: 0 });
});

test('applies the subjects and filters of the selection', () => {
  expect(read({ selection: { ...everything('labs'), subjects: ['0013'] } }).of).toBe(2);
  const high = { column: 'result_number', op: '>' as const, values: ['40'] };
  expect(read({ selection: { ...everything('labs'), where: [high] } }).rows.map(({ cells }) => cells.map((cell) => cell?.key))).toEqual([
    ['6', '5'],
  ]);
});

test('names the unit of each test, or counts its units', () => {
  expect(read({ tests: ['ALT', 'CRP'] }).tests).toEqual([
    { test: 'ALT', code: null, unit: 'U/L', units: 1 },
    { test: 'CRP', code: null, unit: null, units: 2 },
  ]);
});

test.each([
  [[{ column: 'visit', descending: false }], ['Screening', 'C1D1', 'C1D1', 'C2D1', null]],
  [[{ column: 'alt', descending: false }], ['C1D1', 'C2D1', 'C1D1', null, 'Screening']],
  [[{ column: 'alt', descending: true }], [null, 'C1D1', 'C2D1', 'C1D1', 'Screening']],
  [[{ column: 'collected', descending: true }], ['C2D1', 'C1D1', 'C1D1', 'Screening', null]],
])('puts rows without a value last when sorted by %j', (sort, visits) => {
  expect(read({ sort }).rows.map(({ visit }) => visit)).toEqual(visits);
});

test('sorts visits by the numbers in their names or by a stored order, and returns the requested part of the rows', () => {
  const sort = [{ column: 'visit', descending: true }];
  expect(read({ tests: ['CRP', 'ALT'], sort, offset: 1, limit: 2 }).rows.map(({ visit }) => visit)).toEqual(['C2D1', 'C1D1']);
  const order = JSON.stringify({ visits: ['C2D1', 'C1D1', 'C10D1', 'Screening'] });
  fixture.change(`INSERT INTO annotation (kind, name, value, at) VALUES ('visit-order', 'one', '${order}', '2026-11-20T08:00:00Z')`);
  expect(read({ tests: ['CRP', 'ALT'], sort }).rows.map(({ visit }) => visit)).toEqual(['C10D1', 'C1D1', 'C1D1', 'C2D1', null]);
});

test('rejects sorting by a column that is not shown, and a dataset without tests', () => {
  expect(() => read({ sort: [{ column: 'crp', descending: false }] })).toThrow(expect.objectContaining({ code: 'USAGE' }));
  expect(() => read({ selection: everything('responses') })).toThrow(expect.objectContaining({ code: 'USAGE' }));
});

test('keeps subjects and visits apart whatever characters they contain', () => {
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

test('gives results without a date, with a partial date or with an invalid one rows of their own', () => {
  const result = (record_id: string, collected: string | null) => ({
    ...{
      record_id,
      subject: '0014',
      visit: 'C1D1',
      test: 'ALT',
      collected,
      unit: 'U/L',
      result: record_id,
      result_number: Number(record_id),
    },
  });
  fixture.add('labs', [
    result('10', null),
    result('11', ''),
    result('12', '2025-02'),
    result('13', '2025-02-01'),
    result('14', '2025-02-01T23:30:00-05:00'),
    result('15', '2025-02-01T08:00:00'),
    result('16', 'yesterday'),
  ]);
  const { rows, undated } = read({ tests: ['ALT'], selection: { ...everything('labs'), subjects: ['0014'] } });
  expect(rows.map(({ collected, cells }) => [collected, cells[0]?.results]).toSorted()).toEqual([
    [null, 2],
    ['2025-02', 1],
    ['2025-02-01', 3],
    ['yesterday', 1],
  ]);
  expect(undated).toBe(1);
});

test('puts every selected result into exactly one cell, and counts it there', () => {
  const cell = <T>(...of: readonly T[]) => fc.constantFrom(...of);
  const record = fc.record({
    subject: cell('1', '2', ''),
    visit: cell('C1D1', 'C2D1', '', null),
    test: cell('ALT', 'AST', 'CRP'),
    collected: cell(null, '', '2025-01-02', '2025-01-02T08:00:00', '2025-01-02T08:00:00+02:00', '2025-01', '2025', 'x', '2025-01-02T23:59'),
    result: cell('1', '2', '', null),
  });
  fc.assert(
    fc.property(fc.array(record, { maxLength: 12 }), (given) => {
      const own = makeStudy();
      try {
        own.add(
          'labs',
          given.map((one, at) => ({ ...one, record_id: String(at), unit: null, result_number: null })),
        );
        const question = { selection: everything('labs'), tests: ['ALT', 'AST'], sort: [], offset: 0, limit: 1000 };
        const { rows, results } = readPivot(own.study, question, createLruCache(1));
        const cells = rows.flatMap((row) => row.cells.flatMap((one, place) => (one === null ? [] : [{ row, one, place }])));
        const keys = cells.flatMap(({ one }) => (one.results === 1 ? [one.key] : one.all.map(({ key }) => key)));
        const selected = given.flatMap((one, at) => (one.test === 'CRP' ? [] : [String(at)]));
        expect(keys.toSorted()).toEqual(selected.toSorted());
        expect(results).toBe(selected.length);
        for (const { row, one, place } of cells) {
          expect(one.all.length).toBe(one.results === 1 ? 0 : one.results);
          const shown = given[Number(one.key)];
          expect([shown?.subject, shown?.visit ?? '', shown?.test]).toEqual([row.subject, row.visit ?? '', ['ALT', 'AST'][place]]);
          // The shown value and the shown date belong to the same record.
          expect((shown?.collected ?? '').startsWith(row.collected ?? '') && (row.collected === null) === !shown?.collected).toBe(true);
        }
      } finally {
        own.remove();
      }
    }),
    { numRuns: 25 },
  );
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
])('gives the columns of %j the distinct names %j', (tests, names) => {
  expect(pivotNames(tests)).toEqual(names);
});

test('uses the unit of the item type for a vital sign without a unit, and states it once in the heading', () => {
  const vital = (record_id: string, test: string, result: string, unit: string | null = null) => ({
    ...{ record_id, test, result, result_number: result, unit, subject: '0012', visit: 'C1D1', collected: '2025-01-02' },
  });
  fixture.add('vitals', [
    vital('t', 'Temperature F', '98.6'),
    vital('w', 'Weight (kilograms)', '70', 'kg'),
    vital('m', 'Temperature Temp C', '37'),
    vital('n', 'Temperature Temp C', '99', 'F'),
  ]);
  const tests = ['Temperature F', 'Weight (kilograms)', 'Temperature Temp C', 'Pulse'];
  const answer = read({ selection: everything('vitals'), tests });
  expect(answer.tests.map(({ unit, units }) => [unit, units])).toEqual([
    ['°F', 1],
    ['kg', 1],
    [null, 2],
    [null, 0],
  ]);
  expect(answer.rows[0]?.cells.map((cell) => cell?.unit ?? null)).toEqual(['°F', 'kg', 'F', null]);
  const headings = (of: typeof answer.tests) =>
    pivotColumns(datasets.vitals, of, false)
      .slice(3)
      .map(({ plain }) => plain);
  expect(headings(answer.tests)).toEqual(['Temperature (F)', 'Weight (kilograms)', 'Temperature Temp C', 'Pulse']);
  const alike = ['Temperature F', 'Temperature (F)'].map((test) => ({ test, code: 'TEMP', unit: '°F', units: 1 }));
  expect(new Set(headings(alike)).size).toBe(2);
});

test('makes columns wide enough for a result with its flag and, if there are several units, its unit', () => {
  const width = (test: string, units: number): number => {
    const shown = { test, code: null, unit: units > 1 ? null : 'U/L', units };
    return pivotColumns(datasets.labs, [shown], false).at(-1)?.width ?? 0;
  };
  expect(width('ALT', 1)).toBe(136);
  expect(width('ALT', 2)).toBe(200);
  expect(width('Neutrophils, Absolute', 1)).toBeGreaterThan(200);
});

test('the subject comes first, in whatever order a dataset declares its columns', () => {
  const reversed = { ...datasets.labs, columns: datasets.labs.columns.toReversed() };
  for (const dataset of [datasets.labs, reversed])
    expect(
      pivotColumns(dataset, [], false)
        .slice(0, 3)
        .map(({ name }) => name),
    ).toEqual(['subject', 'visit', 'collected']);
});
