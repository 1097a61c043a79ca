import { AppError } from '../../shared/errors.ts';
import type { Column, Dataset } from '../../shared/datasets/declaration.ts';
import { parsePartialDate, type PartialDate } from '../../shared/partial-date.ts';
import { operatorsByKind, type Condition } from '../../shared/query.ts';
import { findColumn, sqlName, sqlPresent, sqlTime } from './columns.ts';
import { sqlContains } from './contains.ts';
import type { Sql } from './sql.ts';
import { ofCombinations } from './tables.ts';

/** Checks one condition against the declaration without compiling it; USAGE as {@link compileCondition}. */
export function checkCondition(dataset: Dataset, condition: Condition): void {
  compileCondition(dataset, condition);
}

/** One condition as SQL. USAGE: unknown column, an operator that its kind does not allow, a value that is no number or date. */
export function compileCondition(dataset: Dataset, condition: Condition): Sql {
  const column = findColumn(dataset, condition.column);
  const allowed = operatorsByKind[column.kind];
  if (!allowed.includes(condition.op)) {
    throw new AppError(
      'USAGE',
      `"${column.name}" is a ${column.kind} column and cannot be compared with "${condition.op}". It takes: ${allowed.join(' ')}.`,
    );
  }
  checkValueCount(column, condition);
  const cells = compileCells(column, condition);
  return column.shared === true ? ofCombinations(dataset, cells) : cells;
}

function compileCells(column: Column, condition: Condition): Sql {
  switch (condition.op) {
    case 'missing':
      return missing(column);
    case 'present':
      return { text: `${sqlPresent(column)} IS NOT NULL`, values: [] };
    case 'contains':
      return column.kind === 'list' ? listContains(column, onlyValue(condition)) : sqlContains(sqlName(column), onlyValue(condition));
    case 'in':
      return among(column, condition.values);
    case 'not-in':
      return complement(among(column, condition.values));
    case '!=':
      return complement(compare(column, '=', onlyValue(condition)));
    case '=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compare(column, condition.op, onlyValue(condition));
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

/** Rows that a condition does not hold for, those without a value included. */
function complement({ text, values }: Sql): Sql {
  return { text: `(${text}) IS NOT TRUE`, values };
}

function missing(column: Column): Sql {
  return { text: `${sqlPresent(column)} IS NULL`, values: [] };
}

type Comparison = '=' | '<' | '<=' | '>' | '>=';

function compare(column: Column, op: Comparison, value: string): Sql {
  if (column.kind === 'datetime') return compareDate(column, op, dateValue(column, value));
  if (column.kind === 'number') return { text: `${sqlName(column)} ${op} ?`, values: [numberValue(column, value)] };
  return value === '' ? missing(column) : { text: `${sqlName(column)} ${op} ?`, values: [value] };
}

function among(column: Column, values: readonly string[]): Sql {
  const wanted = values.filter((value) => value !== '').map((value) => (column.kind === 'number' ? numberValue(column, value) : value));
  const listed: Sql = { text: `${sqlName(column)} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(wanted)] };
  if (wanted.length === values.length) return listed;
  return { text: `(${missing(column).text} OR ${listed.text})`, values: listed.values };
}

function listContains(column: Column, value: string): Sql {
  const item = sqlContains('value', value);
  return { text: `EXISTS (SELECT 1 FROM json_each(${sqlName(column)}) WHERE ${item.text})`, values: item.values };
}

function numberValue(column: Column, value: string): number {
  const number = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(value) ? Number(value) : Number.NaN;
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

/**
 * Dates compare at the precision given. A value without an offset is compared with the wall clock that the cell shows,
 * a value with an offset with the instant. Cells that are no date satisfy no comparison.
 */
function compareDate(column: Column, op: Comparison, date: PartialDate): Sql {
  const bounds = timeBounds(op, date);
  const parts = bounds.flatMap(({ is, at }) => {
    const exact = { text: `${date.instant ? sqlTime(column) : sqlWallClock(column)} ${is} ?`, value: at };
    return date.instant
      ? [exact]
      : [{ text: `${sqlTime(column)} ${is} ?`, value: is === '>=' ? at - farthestOffset : at + farthestOffset }, exact];
  });
  return { text: parts.map((part) => part.text).join(' AND '), values: parts.map((part) => part.value) };
}

function timeBounds(op: Comparison, { from, to }: PartialDate): readonly { readonly is: '>=' | '<'; readonly at: number }[] {
  switch (op) {
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

/** Wider than any offset: a bound on the instant with this slack can use an index and cuts off no wall clock. */
const farthestOffset = 24 * 3_600_000;

/** Milliseconds of the cell's wall clock: what `_at` holds, moved by the offset that the text ends with, if any. */
function sqlWallClock(column: Column): string {
  const text = sqlName(column);
  return (
    `(${sqlTime(column)} + iif(length(${text}) > 16 AND substr(${text}, -6, 1) IN ('+', '-'), ` +
    `substr(${text}, -6, 3) * 3600000 + (substr(${text}, -6, 1) || substr(${text}, -2)) * 60000, 0))`
  );
}
