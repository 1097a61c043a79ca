import { AppError } from '../../shared/errors.ts';
import type { Dataset } from '../../shared/datasets/datasets.ts';
import type { Column } from '../../shared/datasets/declaration.ts';
import { readDecimal } from '../../shared/derive/decimal.ts';
import { parsePartialDate, type PartialDate } from '../../shared/partial-date.ts';
import { operatorsByKind, type Condition } from '../../shared/query.ts';
import { findColumn } from './columns.ts';

export type Comparison = '=' | '<' | '<=' | '>' | '>=';

/** One side of a time span: at or after a time, or before it, in milliseconds. */
export interface TimeBound {
  readonly is: '>=' | '<';
  readonly at: number;
}

/**
 * What a condition tests in a cell, independent of who evaluates it. An empty text is no value. `not`: the cells that the other test does
 * not match, including those without a value. `contains` ignores case; in a list, one item must contain the text. `dated`: all bounds hold
 * for the cell's instant or for its local time; a cell that is not a date matches none.
 */
export type CellTest =
  | { readonly is: 'missing' | 'present' }
  | { readonly is: 'contains'; readonly text: string }
  | { readonly is: 'compared'; readonly how: Comparison; readonly value: string | number }
  | { readonly is: 'among'; readonly values: readonly (string | number)[]; readonly orMissing: boolean }
  | { readonly is: 'dated'; readonly bounds: readonly TimeBound[]; readonly instant: boolean }
  | { readonly is: 'not'; readonly of: CellTest };

/**
 * Reads a condition as a test of one column's cells. Throws USAGE for an unknown column, an operator that its kind does not allow, or a
 * value that is not a number or date.
 */
export function readCondition(dataset: Dataset, condition: Condition): { readonly column: Column; readonly test: CellTest } {
  const column = findColumn(dataset, condition.column);
  const allowed = operatorsByKind[column.kind];
  if (!allowed.includes(condition.op)) {
    throw new AppError(
      'USAGE',
      `"${column.name}" is a ${column.kind} column and cannot be compared with "${condition.op}". It takes: ${allowed.join(' ')}.`,
    );
  }
  checkValueCount(column, condition);
  return { column, test: testOf(column, condition) };
}

function testOf(column: Column, condition: Condition): CellTest {
  switch (condition.op) {
    case 'missing':
    case 'present':
      return { is: condition.op };
    case 'contains':
      return { is: 'contains', text: onlyValue(condition) };
    case 'in':
      return among(column, condition.values);
    case 'not-in':
      return { is: 'not', of: among(column, condition.values) };
    case '!=':
      return { is: 'not', of: compared(column, '=', onlyValue(condition)) };
    case '=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compared(column, condition.op, onlyValue(condition));
  }
}

function checkValueCount(column: Column, { op, values }: Condition): void {
  const wanted = op === 'missing' || op === 'present' ? 0 : 1;
  const fits = op === 'in' || op === 'not-in' ? values.length > 0 : values.length === wanted;
  if (!fits)
    throw new AppError(
      'USAGE',
      `The condition on "${column.name}" with "${op}" takes ${wanted === 0 ? 'no value' : op === 'in' || op === 'not-in' ? 'at least one value' : 'one value'}.`,
    );
}

function onlyValue({ values }: Condition): string {
  return values[0] ?? '';
}

function compared(column: Column, how: Comparison, value: string): CellTest {
  if (column.kind === 'datetime') {
    const date = dateValue(column, value);
    return { is: 'dated', bounds: timeBounds(how, date), instant: date.instant };
  }
  if (column.kind === 'number') return { is: 'compared', how, value: numberValue(column, value) };
  return value === '' ? { is: 'missing' } : { is: 'compared', how, value };
}

function among(column: Column, values: readonly string[]): CellTest {
  const wanted = values.filter((value) => value !== '').map((value) => (column.kind === 'number' ? numberValue(column, value) : value));
  return { is: 'among', values: wanted, orMissing: wanted.length < values.length };
}

function numberValue(column: Column, value: string): number {
  const number = readDecimal(value);
  if (Number.isFinite(number)) return number;
  throw new AppError('USAGE', `"${column.name}" holds numbers and can only be compared with one, such as 5.1 (with a decimal point).`);
}

function dateValue(column: Column, value: string): PartialDate {
  const date = parsePartialDate(value);
  if (date !== null) return date;
  throw new AppError(
    'USAGE',
    `"${column.name}" holds dates and can only be compared with one, such as 2025-09-03, 2025-09 or 2025-09-03T14:05.`,
  );
}

/** Dates are compared at the given precision: the bounds are those of the span that the value denotes. */
function timeBounds(how: Comparison, { from, to }: PartialDate): readonly TimeBound[] {
  switch (how) {
    case '=':
      return [
        { is: '>=', at: from },
        { is: '<', at: to },
      ];
    case '<':
      return [{ is: '<', at: from }];
    case '<=':
      return [{ is: '<', at: to }];
    case '>':
      return [{ is: '>=', at: to }];
    case '>=':
      return [{ is: '>=', at: from }];
  }
}
