import { describe, expect, test } from 'vitest';
import { datasets } from '../../../../src/shared/datasets/datasets.ts';
import type { Column } from '../../../../src/shared/datasets/declaration.ts';
import { operatorsByKind, type Condition } from '../../../../src/shared/query.ts';
import {
  applyDraft,
  clearedFilter,
  draftInMode,
  modesOf,
  openedFilter,
  problemOf,
  type FilterDraft,
} from '../../../../src/renderer/record/grid/filter-draft.ts';

function labColumn(name: string): Column {
  const found = datasets.labs.columns.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no column ${name}`);
  return found;
}

const collected = labColumn('collected');
const number = labColumn('result_number');
const testName = labColumn('test');
const nothing: Omit<FilterDraft, 'mode'> = { values: [], text: '', from: '', to: '', fromOp: '>=', toOp: '<=' };
const filled: Omit<FilterDraft, 'mode'> = { ...nothing, values: ['a', ''], text: 'x', from: '1', to: '2' };

/** What the popover shows first after a click on the chip of a condition or, without one, on the column. */
function draftOf(where: readonly Condition[], column: Column, chosen?: Condition): FilterDraft {
  return draftInMode(where, column, openedFilter(where, column, chosen).mode, chosen);
}

test('every mode of every column makes only conditions that the kind of the column allows', () => {
  for (const dataset of Object.values(datasets)) {
    for (const column of dataset.columns) {
      for (const mode of modesOf(column)) {
        const where = applyDraft([], column, { mode, chosen: undefined }, { ...filled, mode });
        expect(where.length).toBeGreaterThan(0);
        for (const { op } of where) expect(operatorsByKind[column.kind]).toContain(op);
      }
    }
  }
});

test('an empty draft removes the filter', () => {
  const where: readonly Condition[] = [{ column: 'test', op: 'in', values: ['ALT'] }];
  expect(applyDraft(where, testName, { mode: 'any', chosen: undefined }, { ...nothing, mode: 'any' })).toEqual([]);
});

test('changing the mode replaces only the filter of the mode that the popover was opened with', () => {
  const where: readonly Condition[] = [
    { column: 'test', op: 'contains', values: ['bil'] },
    { column: 'test', op: 'in', values: ['ALT'] },
  ];
  expect(applyDraft(where, testName, { mode: 'any', chosen: undefined }, { ...nothing, mode: 'none', values: ['AST'] })).toEqual([
    { column: 'test', op: 'contains', values: ['bil'] },
    { column: 'test', op: 'not-in', values: ['AST'] },
  ]);
});

describe('opening a filter', () => {
  test('shows the condition of the clicked chip', () => {
    const where: readonly Condition[] = [
      { column: 'test', op: 'in', values: ['ALT'] },
      { column: 'test', op: 'contains', values: ['bil'] },
    ];
    expect(draftOf(where, testName, where[1])).toMatchObject({ mode: 'contains', text: 'bil' });
  });

  test('shows the default mode, empty, if there is no condition', () => {
    expect(draftOf([], collected)).toEqual({ ...nothing, mode: 'range' });
  });

  test('combines both ends of a range', () => {
    const where: readonly Condition[] = [
      { column: 'collected', op: '>=', values: ['2025-09'] },
      { column: 'collected', op: '<=', values: ['2025-10'] },
    ];
    expect(draftOf(where, collected, where[1])).toMatchObject({ from: '2025-09', to: '2025-10' });
  });

  test('shows one day as a range from that day to itself', () => {
    expect(draftInMode([{ column: 'collected', op: '=', values: ['2025-09-03'] }], collected, 'range')).toMatchObject({
      from: '2025-09-03',
      to: '2025-09-03',
    });
  });
});

describe('ranges', () => {
  const range = (from: string, to: string): FilterDraft => ({ ...nothing, mode: 'range', from, to });

  test('accept a single end', () => {
    expect(applyDraft([], number, { mode: 'range', chosen: undefined }, range('', '5.1'))).toEqual([
      { column: 'result_number', op: '<=', values: ['5.1'] },
    ]);
  });

  test('become one condition if both ends are equal', () => {
    expect(applyDraft([], collected, { mode: 'range', chosen: undefined }, range('2025-09', '2025-09'))).toEqual([
      { column: 'collected', op: '=', values: ['2025-09'] },
    ]);
  });

  test('accept a decimal comma and a true minus sign', () => {
    expect(applyDraft([], number, { mode: 'range', chosen: undefined }, range('−1,5', ''))).toEqual([
      { column: 'result_number', op: '>=', values: ['-1.5'] },
    ]);
  });

  test.each([
    ['1', '5'],
    ['', ''],
    ['-3', '1e3'],
  ])('accept numbers from %j to %j', (from, to) => {
    expect(problemOf(number, range(from, to))).toBeNull();
  });

  test.each([
    ['abc', ''],
    ['1.2.3', ''],
    ['', '5 mg'],
  ])('reject numbers from %j to %j', (from, to) => {
    expect(problemOf(number, range(from, to))).toContain('number');
  });

  test('reject a date that is not in the calendar', () => {
    expect(problemOf(collected, range('2025-02-30', ''))).toContain('date');
    expect(problemOf(collected, range('2024-02-29', '2025'))).toBeNull();
  });

  test('reject a first value after the last', () => {
    expect(problemOf(number, range('5', '1'))).toContain('greater');
    expect(problemOf(collected, range('2025-10', '2025-09-30'))).toContain('later');
    expect(problemOf(collected, range('2025-09-05', '2025-09'))).toBeNull();
  });

  test.each([
    ['result_number', '3', '>', '3', '<='],
    ['result_number', '3', '>=', '3', '<'],
    ['collected', '2025-09', '>', '2025-09-20', '<='],
    ['collected', '2025-09-03', '>=', '2025-09', '<'],
  ] as const)('%s from %s (%s) to %s (%s) is rejected as empty', (name, from, fromOp, to, toOp) => {
    expect(problemOf(labColumn(name), { ...range(from, to), fromOp, toOp })).toContain('between');
  });

  test.each([
    ['result_number', '3', '>', '3.1', '<'],
    ['collected', '2025-09', '>', '2025-10-01', '<='],
    ['collected', '2025-09-03', '>=', '2025-10', '<'],
  ] as const)('%s from %s (%s) to %s (%s) is accepted', (name, from, fromOp, to, toOp) => {
    expect(problemOf(labColumn(name), { ...range(from, to), fromOp, toOp })).toBeNull();
  });
});

describe('opening a chip and applying it unchanged selects the same rows', () => {
  const where: readonly Condition[] = [
    { column: 'result_number', op: '>', values: ['3'] },
    { column: 'result_number', op: '<', values: ['9'] },
    { column: 'result_number', op: '>=', values: ['2'] },
    { column: 'result_number', op: '<=', values: ['10'] },
    { column: 'result_number', op: '=', values: ['5'] },
    { column: 'result_number', op: '!=', values: ['4'] },
    { column: 'result_number', op: 'present', values: [] },
    { column: 'collected', op: '>', values: ['2025-09'] },
    { column: 'collected', op: '<', values: ['2026'] },
    { column: 'collected', op: 'missing', values: [] },
    { column: 'test', op: 'contains', values: ['a'] },
    { column: 'test', op: 'contains', values: ['b'] },
    { column: 'test', op: 'in', values: ['ALT', ''] },
    { column: 'test', op: 'not-in', values: ['AST'] },
  ];

  test.each(where.map((condition) => [`${condition.column} ${condition.op} ${condition.values.join(', ')}`, condition] as const))(
    '%s, among all others',
    (_says, chosen) => {
      const column = labColumn(chosen.column);
      const opened = openedFilter(where, column, chosen);
      const after = applyDraft(where, column, opened, draftInMode(where, column, opened.mode, chosen));
      expect(after).toHaveLength(where.length);
      expect(new Set(after)).toEqual(new Set(where));
    },
  );

  test.each([
    ...operatorsByKind.number.map((op) => ['result_number', op] as const),
    ...operatorsByKind.text.map((op) => ['test', op] as const),
  ])('%s %s, alone', (name, op) => {
    const column = labColumn(name);
    const chosen: Condition = { column: name, op, values: op === 'missing' || op === 'present' ? [] : ['3'] };
    const opened = openedFilter([chosen], column, chosen);
    const [after, ...more] = applyDraft([chosen], column, opened, draftInMode([chosen], column, opened.mode, chosen));
    expect(more).toEqual([]);
    const missing = { column: name, values: [''] };
    const same: Partial<Record<string, Condition>> = {
      '=': { ...chosen, op: 'in' },
      '!=': { ...chosen, op: 'not-in' },
      missing: { ...missing, op: 'in' },
      present: { ...missing, op: 'not-in' },
    };
    expect(after).toEqual(name === 'test' ? (same[op] ?? chosen) : chosen);
  });
});

describe('a list of values', () => {
  test('shows a missing value as its choice "missing"', () => {
    expect(draftOf([{ column: 'test', op: 'missing', values: [] }], testName)).toMatchObject({ mode: 'any', values: [''] });
    expect(draftOf([{ column: 'test', op: 'present', values: [] }], testName)).toMatchObject({ mode: 'none', values: [''] });
  });
});

describe('clearing', () => {
  const between: readonly Condition[] = [
    { column: 'result_number', op: '>', values: ['3'] },
    { column: 'result_number', op: '<', values: ['9'] },
  ];
  const other: Condition = { column: 'test', op: 'in', values: ['ALT'] };

  test('removes what the popover shows', () => {
    const where = [other, ...between];
    expect(clearedFilter(where, number, openedFilter(where, number), 'range')).toEqual([other]);
    expect(clearedFilter(where, number, openedFilter(where, number), 'missing')).toEqual([other]);
  });

  test('removes the condition of the clicked chip alone if no mode can show it', () => {
    const chosen: Condition = { column: 'result_number', op: '!=', values: ['5'] };
    const where = [...between, chosen, other];
    expect(clearedFilter(where, number, openedFilter(where, number, chosen), 'range')).toEqual([...between, other]);
  });
});

test('an ambiguous comma is reported instead of guessed, and a clear thousands separator is accepted', () => {
  const between = { ...nothing, mode: 'range' as const, from: '1,000' };
  expect(problemOf(number, between)).toContain('is ambiguous');
  expect(problemOf(number, { ...between, from: '1,234.5' })).toBeNull();
  expect(applyDraft([], number, { mode: 'range', chosen: undefined }, { ...between, from: '1,234.5' })).toEqual([
    { column: 'result_number', op: '>=', values: ['1234.5'] },
  ]);
});
