import { AppError } from '../../shared/errors.ts';
import type { Dataset } from '../../shared/datasets/datasets.ts';
import { isDerived, type Column } from '../../shared/datasets/declaration.ts';
import { nearestName } from '../../shared/nearest-name.ts';

/** A column by its declared name; an unknown one is USAGE with the nearest known name. The only way from a caller's text to an identifier. */
export function findColumn(dataset: Dataset, name: string): Column {
  const column = dataset.columns.find((candidate) => candidate.name === name);
  if (column !== undefined) return column;
  const nearest = nearestName(
    name,
    dataset.columns.map((candidate) => candidate.name),
  );
  const advice =
    nearest === null ? `Its columns are: ${dataset.columns.map((candidate) => candidate.name).join(', ')}.` : `Did you mean "${nearest}"?`;
  throw new AppError('USAGE', `The ${dataset.name} dataset has no column "${name.slice(0, 64)}". ${advice}`);
}

/** The column as a quoted SQL identifier. */
export function sqlName(column: Column): string {
  return `"${column.name}"`;
}

/** The number that a datetime column is ordered by: milliseconds of the wall clock or instant, null when unparsable. */
export function sqlTime(column: Column): string {
  return `"${column.name}_at"`;
}

/** Whether that number is of the wall clock whatever the offset, rather than of the instant where there is one. */
export function isLocalTime(column: Column): boolean {
  return !isDerived(column) && column.local === true;
}

/** The column that holds the digits of a number as they were sent, where a computer number would change them; a derived number has none. */
export function sqlSent(column: Column): string {
  return `"${column.name}_sent"`;
}

/** Whether a number may have been sent in digits that a computer number would change. */
export function hasSentDigits(column: Column): boolean {
  return column.kind === 'number' && !isDerived(column);
}

/** The expression that gives a cell: for numbers the digits as sent where a computer number would lose them. */
export function sqlCell(column: Column): string {
  return hasSentDigits(column) ? `ifnull(${sqlSent(column)}, ${sqlName(column)})` : sqlName(column);
}

/** The expression that a text-like column has when it is empty or absent is null. */
export function sqlPresent(column: Column): string {
  if (column.kind === 'number') return sqlName(column);
  return `nullif(${sqlName(column)}, '${column.kind === 'list' ? '[]' : ''}')`;
}

/** The column that holds the subject: every dataset has one, and the study's subject filter works on it. */
export function subjectColumn(dataset: Dataset): Column {
  return findColumn(dataset, 'subject');
}
