import { AppError } from '../../shared/errors.ts';
import type { Dataset } from '../../shared/datasets/datasets.ts';
import { isDerived, type Column } from '../../shared/datasets/declaration.ts';
import { nearestName } from '../../shared/nearest-name.ts';

/**
 * Returns a column by its declared name. Throws USAGE with the nearest known name for an unknown one. This is the only way from a caller's
 * text to an identifier.
 */
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

/** The number that a datetime column is ordered by: milliseconds of local time or of the instant, null if unparsable. */
export function sqlTime(column: Column): string {
  return `"${column.name}_at"`;
}

/** Whether that number is always local time, whatever the offset, instead of the instant if there is an offset. */
export function isLocalTime(column: Column): boolean {
  return !isDerived(column) && column.local === true;
}

/** The column that holds the digits of a number as sent, if conversion to a number would change them; a derived number has none. */
export function sqlSent(column: Column): string {
  return `"${column.name}_sent"`;
}

/** Whether a number may have been sent in digits that conversion to a number would change. */
export function hasSentDigits(column: Column): boolean {
  return column.kind === 'number' && !isDerived(column);
}

/** The expression for a cell: for numbers, the digits as sent if conversion to a number would lose them. */
export function sqlCell(column: Column): string {
  return hasSentDigits(column) ? `ifnull(${sqlSent(column)}, ${sqlName(column)})` : sqlName(column);
}

/** The expression for a cell that is null if a text-like column is empty or absent. */
export function sqlPresent(column: Column): string {
  if (column.kind === 'number') return sqlName(column);
  return `nullif(${sqlName(column)}, '${column.kind === 'list' ? '[]' : ''}')`;
}

/** The subject column: every dataset has one, and the study's subject filter applies to it. */
export function subjectColumn(dataset: Dataset): Column {
  return findColumn(dataset, 'subject');
}
