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
  test('the new condition stands where the old one stood', () => {
    const replaced = replaceConditions([onTest, onVisit], 'test', ['in'], [{ ...onTest, values: ['AST'] }]);
    expect(replaced).toEqual([{ ...onTest, values: ['AST'] }, onVisit]);
  });

  test('conditions with other operators stay, and a new one is appended', () => {
    expect(replaceConditions([onTest, onVisit], 'test', ['contains'], [{ column: 'test', op: 'contains', values: ['bil'] }])).toHaveLength(
      3,
    );
  });

  test('nothing new removes the old', () => {
    expect(replaceConditions([onTest, onVisit], 'test', ['in'], [])).toEqual([onVisit]);
  });

  test('one of two equal columns is removed by identity', () => {
    expect(withoutCondition([onTest, onVisit], onTest)).toEqual([onVisit]);
  });
});

describe('show only this value', () => {
  test('a text', () => {
    expect(showOnly([onVisit], test_, 'AST')).toEqual([onVisit, { column: 'test', op: 'in', values: ['AST'] }]);
  });

  test('a text replaces what was asked of the column before', () => {
    expect(showOnly([onTest, onVisit], test_, 'AST')).toEqual([{ column: 'test', op: 'in', values: ['AST'] }, onVisit]);
  });

  test.each([null, '', []])('no value (%j)', (cell) => {
    expect(showOnly([], test_, cell)).toEqual([{ column: 'test', op: 'in', values: [''] }]);
    expect(showOnly([], column(labs, 'result_number'), cell)).toEqual([{ column: 'result_number', op: 'missing', values: [] }]);
  });

  test('a number as sent', () => {
    expect(showOnly([], column(medications, 'dose'), '612.50')).toEqual([{ column: 'dose', op: '=', values: ['612.50'] }]);
  });

  test('a date means its day', () => {
    expect(showOnly([], column(labs, 'collected'), '2025-10-03T08:04:00')).toEqual([
      { column: 'collected', op: '=', values: ['2025-10-03'] },
    ]);
  });

  test('a text that is no date cannot be asked for in a date column', () => {
    expect(showOnly([], column(labs, 'collected'), 'unknown')).toBeNull();
  });

  test('a list by its first item', () => {
    expect(showOnly([], column(medications, 'omop_rules'), ['7: rule', '9: other'])).toEqual([
      { column: 'omop_rules', op: 'contains', values: ['7: rule'] },
    ]);
  });
});

describe('leave this value out', () => {
  test('a further value joins the ones left out', () => {
    const first = leaveOut([], test_, 'AST');
    expect(leaveOut(first ?? [], test_, 'ALT')).toEqual([{ column: 'test', op: 'not-in', values: ['AST', 'ALT'] }]);
  });

  test('the same value is left out once', () => {
    const first = leaveOut([], test_, 'AST');
    expect(leaveOut(first ?? [], test_, 'AST')).toEqual(first);
  });

  test('a value that was asked for is taken from the list', () => {
    expect(leaveOut([onVisit], column(labs, 'visit'), 'C1D1')).toEqual([{ ...onVisit, values: ['C2D1'] }]);
  });

  test('no value', () => {
    expect(leaveOut([], column(labs, 'collected'), null)).toEqual([{ column: 'collected', op: 'present', values: [] }]);
  });

  test('an item of a list cannot be left out', () => {
    expect(leaveOut([], column(medications, 'omop_rules'), ['7: rule'])).toBeNull();
  });
});
