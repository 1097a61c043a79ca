import { describe, expect, test } from 'vitest';
import { labs } from '../../../../src/shared/datasets/labs.ts';
import { medications } from '../../../../src/shared/datasets/medications.ts';
import type { Dataset } from '../../../../src/shared/datasets/datasets.ts';
import type { Column } from '../../../../src/shared/datasets/declaration.ts';
import type { Condition } from '../../../../src/shared/query.ts';
import { leaveOut, replaceConditions, showOnly, withoutCondition } from '../../../../src/renderer/record/grid/conditions.ts';

function column(dataset: Dataset, name: string): Column {
  const found = dataset.columns.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no column ${name}`);
  return found;
}

const test_ = column(labs, 'test');
const onVisit: Condition = { column: 'visit', op: 'in', values: ['C1D1', 'C2D1'] };
const onTest: Condition = { column: 'test', op: 'in', values: ['ALT'] };

describe("replacing a column's conditions", () => {
  test('puts the new condition in the place of the old one', () => {
    const replaced = replaceConditions([onTest, onVisit], 'test', ['in'], [{ ...onTest, values: ['AST'] }]);
    expect(replaced).toEqual([{ ...onTest, values: ['AST'] }, onVisit]);
  });

  test('keeps conditions with other operators, and appends a new one', () => {
    expect(replaceConditions([onTest, onVisit], 'test', ['contains'], [{ column: 'test', op: 'contains', values: ['bil'] }])).toHaveLength(
      3,
    );
  });

  test('removes the old conditions if there are no new ones', () => {
    expect(replaceConditions([onTest, onVisit], 'test', ['in'], [])).toEqual([onVisit]);
  });

  test('removes a single condition and keeps the others', () => {
    expect(withoutCondition([onTest, onVisit], onTest)).toEqual([onVisit]);
  });
});

describe('show only this value', () => {
  test('adds a condition for a text', () => {
    expect(showOnly([onVisit], test_, 'AST')).toEqual([onVisit, { column: 'test', op: 'in', values: ['AST'] }]);
  });

  test('replaces the earlier condition on the column', () => {
    expect(showOnly([onTest, onVisit], test_, 'AST')).toEqual([{ column: 'test', op: 'in', values: ['AST'] }, onVisit]);
  });

  test.each([null, '', []])('asks for missing values if the cell has none (%j)', (cell) => {
    expect(showOnly([], test_, cell)).toEqual([{ column: 'test', op: 'in', values: [''] }]);
    expect(showOnly([], column(labs, 'result_number'), cell)).toEqual([{ column: 'result_number', op: 'missing', values: [] }]);
  });

  test('compares a number as sent', () => {
    expect(showOnly([], column(medications, 'dose'), '612.50')).toEqual([{ column: 'dose', op: '=', values: ['612.50'] }]);
  });

  test('matches the day of a date', () => {
    expect(showOnly([], column(labs, 'collected'), '2025-10-03T08:04:00')).toEqual([
      { column: 'collected', op: '=', values: ['2025-10-03'] },
    ]);
  });

  test('has no condition for a text that is not a date in a date column', () => {
    expect(showOnly([], column(labs, 'collected'), 'unknown')).toBeNull();
  });

  test('matches a list by its first item', () => {
    expect(showOnly([], column(medications, 'omop_rules'), ['7: rule', '9: other'])).toEqual([
      { column: 'omop_rules', op: 'contains', values: ['7: rule'] },
    ]);
  });
});

describe('leave out this value', () => {
  test('adds a further value to those left out', () => {
    const first = leaveOut([], test_, 'AST');
    expect(leaveOut(first ?? [], test_, 'ALT')).toEqual([{ column: 'test', op: 'not-in', values: ['AST', 'ALT'] }]);
  });

  test('leaves out the same value only once', () => {
    const first = leaveOut([], test_, 'AST');
    expect(leaveOut(first ?? [], test_, 'AST')).toEqual(first);
  });

  test('removes the value from the list of requested ones', () => {
    expect(leaveOut([onVisit], column(labs, 'visit'), 'C1D1')).toEqual([{ ...onVisit, values: ['C2D1'] }]);
  });

  test('asks for present values if the cell has none', () => {
    expect(leaveOut([], column(labs, 'collected'), null)).toEqual([{ column: 'collected', op: 'present', values: [] }]);
  });

  test('has no condition for an item of a list', () => {
    expect(leaveOut([], column(medications, 'omop_rules'), ['7: rule'])).toBeNull();
  });
});
