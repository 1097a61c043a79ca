import { z } from 'zod';
import { longestKey } from '../../../shared/datasets/declaration.ts';
import type { Db } from '../database/database.ts';

/** The ledger of a study in a database that may not have been written by Carrel. */
interface ForeignLedger {
  readonly db: Db;
  /** Returns SQL to select from: the rows of a table that belong to the study. `parameters` are its parameters. */
  readonly from: (table: string) => string;
  readonly parameters: readonly unknown[];
  /** Columns that hold a generation of the study, by table. */
  readonly numbered: readonly (readonly [table: string, ...columns: string[]])[];
  /** Tables whose `fields`, if present, are those of a change. */
  readonly withFields: readonly string[];
}

const isoSeconds = '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]';

/**
 * Returns an SQL condition: a column is no ISO time in UTC, as JavaScript writes it. SQLite alone would accept hour 24, blanks, and anything
 * after U+0000.
 */
export function isNoTime(column: string): string {
  return `(NOT (${column} GLOB '${isoSeconds}Z' OR ${column} GLOB '${isoSeconds}.[0-9][0-9][0-9]Z')
    OR octet_length(${column}) <> length(${column}) OR julianday(${column}) IS NULL OR substr(${column}, 12, 2) = '24')`;
}

const cell = z.union([z.string(), z.number(), z.array(z.string()), z.null()]);
/** Most bytes of a key or a subject in UTF-8; what stands behind U+0000 counts too. */
const mostBytes = 4 * longestKey;
/** Most bytes of the fields of one change. The window reads hundreds of changes at a time. */
const mostOfFields = 16 * 1024 * 1024;
/** Most fields of one change: several times the columns of any dataset, also of a newer Carrel. */
const mostFields = 256;
/** The window compares the fields of a change with each other, which would take minutes for thousands, or for one column again and again. */
const fieldsSchema = z
  .array(z.strictObject({ column: z.string(), before: cell, after: cell }))
  .max(mostFields)
  .refine((fields) => new Set(fields.map(({ column }) => column)).size === fields.length);
const datasetsSchema = z.array(z.string());

/**
 * Whether Carrel can continue a ledger: a sync counts on from the last generation, and changes are read as JSON. Any other ledger would
 * leave the study without a history or unable to sync.
 */
export function isLedger(ledger: ForeignLedger): boolean {
  const { db, from, parameters, withFields } = ledger;
  const texts = (sql: string): Iterable<string> =>
    db
      .prepare<unknown[], string>(sql)
      .pluck()
      .iterate(...parameters);
  return (
    !strangeRows(ledger).some((sql) => db.prepare(sql).get(...parameters) !== undefined) &&
    areJson(texts(`SELECT DISTINCT datasets FROM ${from('generation')}`), datasetsSchema) &&
    withFields.every((table) => areJson(texts(`SELECT fields FROM ${from(table)} WHERE fields <> '[]'`), fieldsSchema))
  );
}

/** Whether each text is JSON that matches the schema. */
export function areJson(texts: Iterable<string>, schema: z.ZodType): boolean {
  for (const text of texts) {
    try {
      if (!schema.safeParse(JSON.parse(text)).success) return false;
    } catch {
      return false;
    }
  }
  return true;
}

const tooLong = `max(octet_length(key), ifnull(octet_length(subject), 0)) > ${String(mostBytes)} OR octet_length(fields) > ${String(mostOfFields)}`;

/** Queries that find rows which no ledger of Carrel's contains. */
function strangeRows({ from, numbered }: ForeignLedger): readonly string[] {
  const last = `ifnull((SELECT max(number) FROM ${from('generation')}), 0)`;
  return [
    `SELECT 1 FROM (SELECT min(number) AS first, max(number) AS last, count(*) AS n FROM ${from('generation')})
    WHERE n > 0 AND (first <> 1 OR last <> n)`,
    ...['generation', 'first_load', 'change'].map((table) => `SELECT 1 FROM ${from(table)} WHERE ${isNoTime('at')}`),
    `SELECT 1 FROM ${from('change')} WHERE kind NOT IN ('new', 'changed', 'vanished')`,
    `SELECT 1 FROM ${from('change')} GROUP BY dataset, key, generation, kind HAVING count(*) > 1`,
    `SELECT 1 FROM ${from('change')} WHERE ${tooLong}`,
    ...numbered.map(
      ([table, ...columns]) =>
        `SELECT 1 FROM ${from(table)} WHERE ${columns.map((column) => `${column} NOT BETWEEN 1 AND ${last}`).join(' OR ')}`,
    ),
  ];
}
