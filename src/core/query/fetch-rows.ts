import type { Dataset } from '../../shared/datasets/datasets.ts';
import { wholeRecords } from '../store/database/layout.ts';
import type { StudyReader } from './study-directory.ts';
import { sqlListed, sqlRowid } from './tables.ts';

export type StoredValue = string | number | null;
/** A row as a statement returns it: its row number, then the requested values. */
export type StoredRow = readonly StoredValue[];

/**
 * Reads values of rows by row number, in the order of the numbers given; numbers that no longer exist are left out. Selecting row numbers
 * first and reading the rows afterwards keeps deep offsets and sorted exports cheap. `records`: a FROM clause over whole records; by
 * default those that are shown. `expressions` come from the declaration's columns, never from a caller's text.
 */
export function rowFetcher(
  { db }: StudyReader,
  dataset: Dataset,
  expressions: readonly string[],
  records = wholeRecords(dataset.name),
): (rowids: readonly number[]) => readonly StoredRow[] {
  const statement = db
    .prepare<[string], StoredRow>(`SELECT ${sqlRowid(dataset)}, ${expressions.join(', ')} FROM ${sqlListed(dataset, records)}`)
    .raw();
  return (rowids) => inOrder(statement.all(JSON.stringify(rowids)), rowids);
}

/** Returns rows in the order of the requested numbers, in which they usually arrive (`sqlListed`). */
export function inOrder(rows: readonly StoredRow[], rowids: readonly number[]): readonly StoredRow[] {
  if (rows.length === rowids.length && rows.every((row, index) => row[0] === rowids[index])) return rows;
  const byNumber = new Map(rows.map((row) => [row[0], row]));
  return rowids.map((rowid) => byNumber.get(rowid)).filter((row) => row !== undefined);
}
