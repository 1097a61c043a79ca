import { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import { openInMemory, type Db } from '../store/database.ts';
import { areJson, isLedger, ISO_TIME } from '../store/ledger-form.ts';
import { termsKind } from '../store/stored-terms.ts';

/*
 * Whoever knows a passphrase can seal anything under it, and what a restore takes in stays. So it is looked at first: the tables and nothing
 * else, and of each study that is taken in only what a backup is made of.
 */

/** Whether there are the tables of a backup, which `schema` makes, and nothing else. A view in the place of one could be asked without end. */
export function hasTables(db: Db, schema: string): boolean {
  const expected = openInMemory();
  try {
    expected.exec(schema);
    return JSON.stringify(tablesOf(db)) === JSON.stringify(tablesOf(expected));
  } finally {
    expected.close();
  }
}

/** Throws CORRUPT where what a backup holds of a study is not what Carrel writes. */
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
    db
      .prepare(
        `SELECT 1 FROM ${from('annotation')} WHERE at NOT GLOB '${ISO_TIME}'
        OR (kind = '${termsKind}' AND (name GLOB '*[^0-9]*' OR length(name) NOT BETWEEN 1 AND 9))`,
      )
      .get({ study }) === undefined &&
    // One of a newer Carrel may be of a kind and a shape that this one does not know.
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

/** What there is by kind and name, and of each table its columns. */
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
