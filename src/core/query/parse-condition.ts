import { AppError } from '../../shared/errors.ts';
import type { Dataset } from '../../shared/datasets/datasets.ts';
import { operators, type Condition, type Operator, type Sort } from '../../shared/query.ts';
import { findColumn } from './columns.ts';
import { readCondition } from './read-condition.ts';
import { splitValues } from '../../shared/listed-values.ts';
import { nearestName } from '../../shared/nearest-name.ts';

/**
 * Parses one `--where` argument: the column, one space, the operator, one space; the rest is the value. `missing` and `present` take no
 * value; `in` and `not-in` take comma-separated values, quoted as in CSV if a value contains a comma. Throws USAGE for anything else.
 */
export function parseCondition(dataset: Dataset, text: string): Condition {
  const [column = '', word = ''] = text.split(' ', 2);
  findColumn(dataset, column);
  const op = parseOperator(word);
  const rest = text.slice(column.length + 1 + word.length);
  const condition: Condition = { column, op, values: valuesOf(op, rest) };
  readCondition(dataset, condition);
  return condition;
}

function parseOperator(word: string): Operator {
  const op = operators.find((candidate) => candidate === word);
  if (op !== undefined) return op;
  const nearest = nearestName(word, operators);
  throw new AppError(
    'USAGE',
    `A condition is written "column operator value" with one of these operators: ${operators.join(' ')}.${nearest === null ? '' : ` Did you mean "${nearest}"?`}`,
  );
}

function valuesOf(op: Operator, rest: string): string[] {
  if (op === 'missing' || op === 'present') {
    if (rest.trim() !== '') throw new AppError('USAGE', `A condition with "${op}" ends there; it takes no value.`);
    return [];
  }
  if (!rest.startsWith(' ')) throw new AppError('USAGE', `A condition with "${op}" needs a value after it.`);
  const value = rest.slice(1);
  return op === 'in' || op === 'not-in' ? splitValues(value) : [value];
}

/** Parses `--sort a,-b`: columns in order of importance, with a leading minus for descending. Throws USAGE for an unknown column. */
export function parseSort(dataset: Dataset, text: string): Sort[] {
  return text.split(',').map((part) => {
    const descending = part.startsWith('-');
    return { column: findColumn(dataset, descending ? part.slice(1) : part).name, descending };
  });
}

/** Parses `--columns a,b`. Throws USAGE for an unknown or repeated column. */
export function parseColumns(dataset: Dataset, text: string): string[] {
  const names = text.split(',').map((name) => findColumn(dataset, name).name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new AppError('USAGE', `The column "${repeated}" is named twice.`);
  return names;
}
