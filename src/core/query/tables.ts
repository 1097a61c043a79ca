import type { Dataset } from '../../shared/datasets/datasets.ts';
import type { Column } from '../../shared/datasets/declaration.ts';
import { quoted, rowTable, sharedTable, wholeRecords } from '../store/database/layout.ts';
import type { Sql } from './sql.ts';

/** The records of a dataset, joined with shared cells only if these columns need them. */
export function sqlRecords(dataset: Dataset, columns: readonly Column[]): string {
  return columns.some((column) => column.shared === true) ? wholeRecords(dataset.name) : quoted(rowTable(dataset.name));
}

/** The row number of a record. */
export function sqlRowid(dataset: Dataset): string {
  return `${quoted(rowTable(dataset.name))}.rowid`;
}

/**
 * A FROM clause over records by their row numbers, passed as a JSON list. The list comes first in the join, so rows arrive in its order;
 * SQL does not guarantee that, so callers that need the order check the numbers.
 */
export function sqlListed(dataset: Dataset, records: string): string {
  return `(SELECT value AS _wanted FROM json_each(?)) CROSS JOIN ${records} WHERE ${sqlRowid(dataset)} = _wanted`;
}

/** A FROM clause over the records' own table from one row number to another, inclusive. */
export function sqlBetween(dataset: Dataset): string {
  return `${quoted(rowTable(dataset.name))} WHERE ${sqlRowid(dataset)} BETWEEN ? AND ?`;
}

/** Turns a condition on shared columns into one on records: it is evaluated once per combination, however many records have it. */
export function ofCombinations(dataset: Dataset, { text, values }: Sql): Sql {
  return { text: `_shared IN (SELECT _id FROM ${quoted(sharedTable(dataset.name))} WHERE ${text})`, values };
}

/**
 * A SELECT that returns an expression over one column as `value`, and as `n` how many records it stands for: one, or all records of a
 * combination. `where` is a compiled selection.
 */
export function sqlCells(dataset: Dataset, column: Column, expression: string, where: string): string {
  const rows = quoted(rowTable(dataset.name));
  if (column.shared !== true) return `SELECT ${expression} AS value, 1 AS n FROM ${rows} WHERE ${where}`;
  return `SELECT ${expression} AS value, n FROM (SELECT _shared, count(*) AS n FROM ${rows} WHERE ${where} GROUP BY _shared) JOIN ${quoted(sharedTable(dataset.name))} ON _id = _shared`;
}
