import { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import { openInMemory, type Db } from '../store/database/database.ts';
import { areJson, isLedger, ISO_TIME } from '../store/flip/ledger-form.ts';
import { misnumberedVersions } from '../store/database/stored-terms.ts';

/*
 * Anyone who knows the passphrase can seal anything under it, and restored data is permanent. So the contents are checked first: only the
 * expected tables, and for each restored study only what a backup consists of.
 */

/**
 * Whether the database has exactly the tables of a backup, which `schema` creates. A query on a view in place of a table might never end.
 */
export function hasTables(db: Db, schema: string): boolean {
  const expected = openInMemory();
  try {
    expected.exec(schema);
    return JSON.stringify(tablesOf(db)) === JSON.stringify(tablesOf(expected));
  } finally {
    expected.close();
  }
}

/** Throws CORRUPT if a study's contents in a backup are not what Carrel writes. */
export function assertStudyContents(db: Db, study: string): void {
  const from = (table: string): string => `(SELECT * FROM ${table} WHERE study = :study)`;
  const isSound =
    isLedger({
      db,
      from,
      parameters: [{ study }],
      numbered: [
        ['first_load', 'generation', 'changed_in'],
        ['change', 'generation'],
        ['record', 'added', 'changed'],
      ],
      withFields: ['change', 'record'],
    }) &&
    [`SELECT 1 FROM ${from('annotation')} WHERE at NOT GLOB '${ISO_TIME}'`, misnumberedVersions(from('annotation'))].every(
      (sql) => db.prepare(sql).get({ study }) === undefined,
    ) &&
    // Annotations of a newer Carrel may have unknown kinds and shapes.
    areJson(
      db
        .prepare<[{ readonly study: string }], string>(`SELECT value FROM ${from('annotation')}`)
        .pluck()
        .iterate({ study }),
      z.unknown(),
    );
  if (!isSound)
    throw new AppError(
      'CORRUPT',
      'Its contents in the backup were not written by Carrel, so nothing of it was restored. Use another backup.',
    );
}

/** All schema objects by type and name, and the columns of each table. */
function tablesOf(db: Db): unknown {
  return [
    db.prepare('SELECT type, name, tbl_name FROM sqlite_schema ORDER BY type, name').raw().all(),
    db
      .prepare(
        `SELECT t.name, t.wr, t.strict, c.name, c.type, c."notnull", c.pk, c.hidden FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c
        WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY t.name, c.cid`,
      )
      .raw()
      .all(),
  ];
}
