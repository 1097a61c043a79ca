import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';

/** A row of a file, by column; every cell is a text, `''` if empty. */
export type Row = Readonly<Record<string, string>>;

/** The rows of `NAME.csv.gz` in the folder `pharmaverse` below `folder`. Throws if it is missing. */
export function readRows(folder: string, name: string): readonly Row[] {
  const packed = readFileSync(join(folder, 'pharmaverse', `${name}.csv.gz`));
  return parse<Row>(gunzipSync(packed), { columns: true });
}

/** A cell, or `undefined` if it is empty or the file has no such column. */
export function cell(row: Row, column: string): string | undefined {
  const text = row[column];
  return text === undefined || text === '' ? undefined : text;
}

/** Rows by the text of one or more columns, in the order of the file. */
export function groupRows(rows: readonly Row[], ...columns: readonly string[]): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = columns.map((column) => cell(row, column) ?? '').join('|');
    const group = groups.get(key) ?? [];
    group.push(row);
    groups.set(key, group);
  }
  return groups;
}
